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
    fileprivate enum Handler {
        case io((IOEvents) -> Void)
        case time(() -> Void)
        case signal((Int32) -> Void)
        case plain(() -> Void)
        case child((Int32) -> Void)
    }

    private var raw: OpaquePointer?
    fileprivate let handler: Handler

    fileprivate init(_ handler: Handler) {
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
        let microseconds = UInt64(max(0, time.nanoseconds)).advanced(by: 0) / 1000 + (time.nanoseconds % 1000 > 0 ? 1 : 0)
        sd_event_source_set_time(raw, microseconds)
        sd_event_source_set_enabled(raw, Int32(SD_EVENT_ONESHOT))
    }

    fileprivate func adopt(_ source: OpaquePointer?, _ priority: EventPriority) {
        raw = source
        sd_event_source_set_priority(source, priority.rawValue)
    }

    fileprivate var userData: UnsafeMutableRawPointer {
        Unmanaged.passUnretained(self).toOpaque()
    }

    fileprivate static func from(_ userData: UnsafeMutableRawPointer?) -> EventSource? {
        userData.map { Unmanaged<EventSource>.fromOpaque($0).takeUnretainedValue() }
    }
}

extension EventLoop {
    /// Waits for a descriptor, which must outlive the source.
    public func watch(
        _ descriptor: Int32, for events: IOEvents, priority: EventPriority = .normal, _ handler: @escaping (IOEvents) -> Void
    ) throws(SystemError) -> EventSource {
        let source = EventSource(.io(handler))
        var added: OpaquePointer?
        try check(
            "watch a descriptor",
            sd_event_add_io(
                raw, &added, descriptor, events.rawValue,
                { _, _, ready, userData in
                    guard let source = EventSource.from(userData), case .io(let handle) = source.handler else { return 0 }
                    withExtendedLifetime(source) { handle(IOEvents(rawValue: ready)) }
                    return 0
                }, source.userData))
        source.adopt(added, priority)
        return source
    }

    /// A timer on `CLOCK_BOOTTIME`, disarmed until ``EventSource/fire(at:)``.
    ///
    /// - Parameter slack: how much later it may fire, so that wake-ups can be joined.
    public func timer(
        slack: Interval = .milliseconds(1), priority: EventPriority = .normal, _ handler: @escaping () -> Void
    ) throws(SystemError) -> EventSource {
        let source = EventSource(.time(handler))
        var added: OpaquePointer?
        try check(
            "make a timer",
            sd_event_add_time(
                raw, &added, CLOCK_BOOTTIME, UInt64.max, UInt64(max(1, slack.nanoseconds / 1000)),
                { _, _, userData in
                    guard let source = EventSource.from(userData), case .time(let handle) = source.handler else { return 0 }
                    withExtendedLifetime(source) { handle() }
                    return 0
                }, source.userData))
        sd_event_source_set_enabled(added, Int32(SD_EVENT_OFF))
        source.adopt(added, priority)
        return source
    }

    /// Handles a signal in the loop instead of interrupting the program. Blocks it for the calling thread, so call
    /// this before any other thread starts.
    public func onSignal(_ number: Int32, _ handler: @escaping (Int32) -> Void) throws(SystemError) -> EventSource {
        var set = sigset_t()
        sigemptyset(&set)
        sigaddset(&set, number)
        try check("block a signal", -pthread_sigmask(SIG_BLOCK, &set, nil))
        let source = EventSource(.signal(handler))
        var added: OpaquePointer?
        try check(
            "handle a signal",
            sd_event_add_signal(
                raw, &added, number,
                { _, info, userData in
                    guard let source = EventSource.from(userData), case .signal(let handle) = source.handler else { return 0 }
                    let number = Int32(info?.pointee.ssi_signo ?? 0)
                    withExtendedLifetime(source) { handle(number) }
                    return 0
                }, source.userData))
        source.adopt(added, .signal)
        return source
    }

    /// Runs once, as soon as the handlers of higher priority are done.
    public func later(priority: EventPriority = .normal, _ handler: @escaping () -> Void) throws(SystemError) -> EventSource {
        let source = EventSource(.plain(handler))
        var added: OpaquePointer?
        try check(
            "defer a call",
            sd_event_add_defer(
                raw, &added,
                { _, userData in
                    guard let source = EventSource.from(userData), case .plain(let handle) = source.handler else { return 0 }
                    withExtendedLifetime(source) { handle() }
                    return 0
                }, source.userData))
        source.adopt(added, priority)
        return source
    }
}
