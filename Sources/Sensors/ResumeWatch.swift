import CSystemd
import EventLoop
import Glibc
import OrientationCore
import Posix

/// Notices that the machine was suspended, without a bus and without ever waking up for it.
///
/// A timer of the wall clock that is to be cancelled when that clock is set (timerfd_create(2)) becomes readable after
/// every resume too, since the kernel sets the clock then. Whether it was a resume or somebody with `date` is told by
/// `CLOCK_BOOTTIME`, which goes on while `CLOCK_MONOTONIC` stands still.
final class ResumeWatch {
    private let timer: FileDescriptor
    private var source: EventSource?
    private var suspended: Interval
    private let handler: () -> Void

    /// Both clocks are read one after the other; less than this is no suspend.
    static let shortest = Interval.milliseconds(50)

    init(loop: EventLoop, _ handler: @escaping () -> Void) throws(SystemError) {
        self.handler = handler
        let flags = Int32(TFD_CLOEXEC) | Int32(TFD_NONBLOCK)
        timer = FileDescriptor(
            owning: try checkErrno("make a timer that notices a resume") { timerfd_create(CLOCK_REALTIME, flags) })
        suspended = Self.timeSuspended
        source = try loop.watch(timer.number, for: .readable) { [weak self] _ in self?.clockWasSet() }
        arm()
    }

    /// How long the machine has been suspended since it started.
    static var timeSuspended: Interval {
        Interval(nanoseconds: clockNanoseconds(CLOCK_BOOTTIME) - clockNanoseconds(CLOCK_MONOTONIC))
    }

    private func arm() {
        // A moment that never comes; only the cancelling counts.
        var time = itimerspec(it_interval: timespec(), it_value: timespec(tv_sec: Int(Int32.max) * 4, tv_nsec: 0))
        timerfd_settime(timer.number, Int32(TFD_TIMER_ABSTIME) | Int32(TFD_TIMER_CANCEL_ON_SET), &time, nil)
    }

    private func clockWasSet() {
        var count: UInt64 = 0
        read(timer.number, &count, 8)
        arm()
        let now = Self.timeSuspended
        defer { suspended = now }
        if now.nanoseconds - suspended.nanoseconds > Self.shortest.nanoseconds { handler() }
    }
}
