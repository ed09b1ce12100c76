import EventLoop
import OrientationCore
import Posix

/// Tells when the machine goes to sleep and when it is awake again, each time once: by login1 where there is a bus, by the
/// clocks where there is none. A bus that is missing, comes late or goes is nobody's trouble.
final class SleepWatch {
    private let loop: EventLoop
    private let handler: (SleepState.Advice) -> Void
    private var state = SleepState(timeSuspended: ClockWatch.timeSuspended)
    private var clock: ClockWatch?
    private var signal: SleepSignal?
    private var patience: EventSource?
    /// The bus went while its own signal was being handled.
    private var farewell: EventSource?

    /// A machine that has announced its sleep and is awake after this does not sleep.
    static let longestPreparation = Interval.seconds(30)

    init(loop: EventLoop, _ handler: @escaping (SleepState.Advice) -> Void) throws(SystemError) {
        self.loop = loop
        self.handler = handler
        clock = try ClockWatch(loop: loop) { [weak self] in self?.clockWasSet() }
        patience = try loop.timer(slack: .seconds(1)) { [weak self] in self?.gaveUp() }
    }

    /// A sensor runs. Nobody listens to the bus for one that does not.
    var isNeeded = false {
        didSet {
            if !isNeeded { signal = nil } else if !oldValue { listen() }
        }
    }

    /// The bus may have come meanwhile: it is looked for when a sensor starts and when the machine wakes up, so that waiting
    /// for it costs nothing.
    private func listen() {
        guard isNeeded, signal == nil else { return }
        signal = try? SleepSignal(
            loop: loop, { [weak self] in self?.announced($0) }, onGone: { [weak self] in self?.busWent() })
    }

    private func announced(_ isSleeping: Bool) {
        follow(state.announced(isSleeping: isSleeping, timeSuspended: ClockWatch.timeSuspended))
        patience?.fire(at: state.isPreparing ? loop.now + Self.longestPreparation : nil)
    }

    private func clockWasSet() {
        follow(state.clockWasSet(timeSuspended: ClockWatch.timeSuspended))
        listen()
    }

    private func busWent() {
        // Not inside the connection's own call.
        farewell = try? loop.later { [weak self] in
            self?.signal = nil
            self?.gaveUp()
        }
    }

    private func gaveUp() {
        follow(state.gaveUp(timeSuspended: ClockWatch.timeSuspended))
    }

    private func follow(_ advice: SleepState.Advice?) {
        if let advice { handler(advice) }
    }
}
