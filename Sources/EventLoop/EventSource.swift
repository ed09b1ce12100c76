import CSystemd
import OrientationCore
import Posix

/// Which of the sources that are due at once is handled first; smaller numbers first.
public enum EventPriority: Int64, Sendable {
    case signal = -20
    case sample = -10
    case normal = 0
    /// Deadlines come after the samples that were taken before them.
    case deadline = 10
    case idle = 100
}

/// What a descriptor is ready for, or watched for; the bits of epoll.
public struct IOEvents: OptionSet, Sendable {
    public let rawValue: UInt32

    public init(rawValue: UInt32) { self.rawValue = rawValue }

    public static let readable = IOEvents(rawValue: EPOLLIN.rawValue)
    public static let writable = IOEvents(rawValue: EPOLLOUT.rawValue)
    /// What sysfs attributes signal.
    public static let priority = IOEvents(rawValue: EPOLLPRI.rawValue)
    public static let hangup = IOEvents(rawValue: EPOLLHUP.rawValue)
    public static let error = IOEvents(rawValue: EPOLLERR.rawValue)
    public static let peerClosed = IOEvents(rawValue: EPOLLRDHUP.rawValue)
}

/// Something that the loop waits for. It stays in the loop as long as this object lives, and is gone with it.
public final class EventSource {
    enum Handler {
        case io((IOEvents) -> Void)
        case time(() -> Void)
        case signal((Int32) -> Void)
        case plain(() -> Void)
        case child((Int32) -> Void)
    }

    private var raw: OpaquePointer?
    let handler: Handler

    init(_ handler: Handler) {
        self.handler = handler
    }

    deinit {
        cancel()
    }

    /// Takes it out of the loop for good. Allowed inside its own handler.
    public func cancel() {
        sd_event_source_disable_unref(raw)
        raw = nil
    }

    /// Switches it off and on again without taking it out.
    public var isEnabled: Bool {
        get {
            var state: Int32 = 0
            return raw != nil && sd_event_source_get_enabled(raw, &state) > 0
        }
        set {
            guard raw != nil else { return }
            sd_event_source_set_enabled(raw, newValue ? Int32(SD_EVENT_ON) : Int32(SD_EVENT_OFF))
        }
    }

    /// What an I/O source is watched for; no effect on others.
    public func watch(for events: IOEvents) {
        guard raw != nil else { return }
        sd_event_source_set_io_events(raw, events.rawValue)
    }

    /// Arms a timer for one shot at `time`; nil disarms it. No effect on others.
    public func fire(at time: Timestamp?) {
        guard raw != nil else { return }
        guard let time else {
            sd_event_source_set_enabled(raw, Int32(SD_EVENT_OFF))
            return
        }
        // sd-event counts microseconds; rounding up never fires early.
        let microseconds = UInt64(max(0, time.nanoseconds)) / 1000 + (time.nanoseconds % 1000 > 0 ? 1 : 0)
        sd_event_source_set_time(raw, microseconds)
        sd_event_source_set_enabled(raw, Int32(SD_EVENT_ONESHOT))
    }

    func adopt(_ source: OpaquePointer?, _ priority: EventPriority) {
        raw = source
        sd_event_source_set_priority(source, priority.rawValue)
    }

    var userData: UnsafeMutableRawPointer {
        Unmanaged.passUnretained(self).toOpaque()
    }

    static func from(_ userData: UnsafeMutableRawPointer?) -> EventSource? {
        userData.map { Unmanaged<EventSource>.fromOpaque($0).takeUnretainedValue() }
    }
}
