import EventLoop
import OrientationCore
import Posix

/// Ends a program that its socket can start again, after it was of no use for a while.
///
/// Nobody is lost by it: who connects in that moment waits in the socket's queue, and the service manager starts the program
/// again for it.
final class IdleExit {
    private let patience: Interval
    private let loop: EventLoop
    private let isIdle: () -> Bool
    private var timer: EventSource?
    private var isArmed = false

    /// - Parameter isIdle: nobody uses the program, and nobody relies on its being there.
    init(after patience: Interval, loop: EventLoop, isIdle: @escaping () -> Bool, end: @escaping () -> Void) throws(SystemError) {
        self.patience = patience
        self.loop = loop
        self.isIdle = isIdle
        timer = try loop.timer(slack: .seconds(1), priority: .idle) { [unowned self] in
            isArmed = false
            if isIdle() { end() }
        }
    }

    /// Something has changed.
    func look() {
        let idle = isIdle()
        guard idle != isArmed else { return }
        isArmed = idle
        timer?.fire(at: idle ? loop.now + patience : nil)
    }
}
