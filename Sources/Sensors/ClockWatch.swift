import CSystemd
import EventLoop
import Glibc
import OrientationCore
import Posix

/// Notices that the wall clock was set, without ever waking up for it: also after every resume, when the kernel sets it.
///
/// A timer of the wall clock that is to be cancelled when that clock is set (timerfd_create(2)) becomes readable then.
/// Whether it was a resume or somebody with `date` is told by ``timeSuspended``.
/// It comes before timers, which may all be due after a sleep.
final class ClockWatch {
    private let timer: FileDescriptor
    private var source: EventSource?
    private let handler: () -> Void

    init(loop: EventLoop, _ handler: @escaping () -> Void) throws(SystemError) {
        self.handler = handler
        let flags = Int32(TFD_CLOEXEC) | Int32(TFD_NONBLOCK)
        timer = FileDescriptor(
            owning: try checkErrno("make a timer that notices a resume") { timerfd_create(CLOCK_REALTIME, flags) })
        source = try loop.watch(timer.number, for: .readable, priority: .sample) { [weak self] _ in self?.clockWasSet() }
        arm()
    }

    /// How long the machine has been suspended since it started: `CLOCK_BOOTTIME` goes on meanwhile, `CLOCK_MONOTONIC` does not.
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
        handler()
    }
}
