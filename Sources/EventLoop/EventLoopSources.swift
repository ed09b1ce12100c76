import CSystemd
import Glibc
import OrientationCore
import Posix

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

    /// Waits until a file may not be at its path any more: it was removed, moved, or another one was put in its place. Says
    /// nothing of what else happens in its directory, so that a busy one wakes nobody.
    ///
    /// - Parameter path: of a file that this process may read; a link is not followed.
    public func watchPlace(of path: String, _ handler: @escaping () -> Void) throws(SystemError) -> EventSource {
        let source = EventSource(.plain(handler))
        var added: OpaquePointer?
        // A file that somebody holds open is not deleted when its name is: its number of names changes, an attribute.
        let events = IN_ATTRIB | IN_MOVE_SELF | IN_DELETE_SELF | IN_DONT_FOLLOW
        try check(
            "watch \(path)",
            sd_event_add_inotify(
                raw, &added, path, UInt32(bitPattern: events),
                { _, _, userData in
                    guard let source = EventSource.from(userData), case .plain(let handle) = source.handler else { return 0 }
                    withExtendedLifetime(source) { handle() }
                    return 0
                }, source.userData))
        source.adopt(added, .normal)
        return source
    }
}
