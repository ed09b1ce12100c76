import CSystemd
import OrientationCore
import Posix

/// The one loop of a program: a Swift face of sd-event. Everything happens on the thread that calls ``run()``.
///
/// Handlers are closures; each belongs to an ``EventSource``, and lives and can fire as long as somebody keeps that.
public final class EventLoop {
    /// For wrappers of libsystemd that attach themselves to the loop.
    package let raw: OpaquePointer

    public init() throws(SystemError) {
        var event: OpaquePointer?
        try check("make an event loop", sd_event_new(&event))
        guard let event else { throw SystemError("make an event loop", code: ENOMEM) }
        raw = event
    }

    deinit {
        sd_event_unref(raw)
    }

    /// Runs until ``exit(_:)``.
    ///
    /// - Returns: the code given to `exit`.
    @discardableResult
    public func run() throws(SystemError) -> Int32 {
        try check("run the event loop", sd_event_loop(raw))
    }

    /// Runs one round: waits for something to happen, at most `timeout`, and handles it.
    ///
    /// - Returns: false when the loop has ended.
    @discardableResult
    public func step(timeout: Interval) throws(SystemError) -> Bool {
        let state = sd_event_get_state(raw)
        if state == SD_EVENT_FINISHED { return false }
        let microseconds = UInt64(max(0, timeout.nanoseconds / 1000))
        try check("run the event loop", sd_event_run(raw, microseconds))
        return sd_event_get_state(raw) != SD_EVENT_FINISHED
    }

    /// Ends ``run()`` after the handlers that are due with a higher priority.
    public func exit(_ code: Int32 = 0) {
        sd_event_exit(raw, code)
    }

    /// The present time on the clock of sensor samples, `CLOCK_BOOTTIME`.
    public var now: Timestamp {
        Timestamp(nanoseconds: clockNanoseconds(CLOCK_BOOTTIME))
    }

    /// Has the service manager's watchdog fed from this loop, if the unit asks for one.
    public func feedWatchdog() throws(SystemError) {
        try check("set the watchdog", sd_event_set_watchdog(raw, 1))
    }

    /// The exit code with which ``exit(_:)`` was called, or nil while running.
    public var exitCode: Int32? {
        var code: Int32 = 0
        return sd_event_get_exit_code(raw, &code) < 0 ? nil : code
    }
}
