import EventLoop
import Glibc
import OrientationCore
import Posix

/// What goes wrong while a sensor runs, and what is tried.
extension IIOSensor {
    /// A read error is never a value. What is gone is lost; anything else may pass, and the watchdog waits for that.
    func failed(_ error: SystemError) {
        lastFailure = error
        switch error.code {
        case ENODEV, ENOENT, ENXIO: lose(.sensorLost, error.description)
        // After any error of a connection its two ends may disagree about what comes next.
        case _ where request.uri != nil: lose(.sensorLost, error.description)
        default:
            if case .buffered = state { return retake("\(error)") }
            let since = failingSince ?? loop.now
            failingSince = since
            if loop.now - since >= Self.longestFailure { lose(.stalled, "\(error)") }
        }
    }

    func look() {
        switch state {
        case .stopped, .dozing: break
        case .opening: lose(.stalled, "\(info.id) could not be switched on within \(Int(Self.slowestStart.seconds)) s")
        case .buffered, .polled: follow(watchdog.check(at: loop.now))
        }
    }

    func follow(_ advice: StreamWatchdog.Advice) {
        switch advice {
        case .wait(let time): timer?.fire(at: time)
        case .probe: probe()
        case .rearm:
            if case .polled = state { return lose(.stalled, silence) }
            retake(nil)
        case .nextWay: retake(silence)
        }
    }

    private var silence: String { lastFailure.map { "\($0)" } ?? "it delivers nothing" }

    /// Opens again: in the same way, or in the next one when there is a reason to give the present one up.
    func retake(_ reason: String?) {
        guard let worker, let session else { return }
        if case .buffered(_, let source) = state { source.cancel() }
        takeWay(worker) { reason.map { session.giveUpWay($0) } ?? session.rearm() }
    }

    /// Asks a silent hub for a raw value beside the stream: of the axis that gravity points along most, in which every turn
    /// shows, since each value costs the hub a round trip.
    func probe() {
        guard let worker, let session else { return }
        timer?.fire(at: loop.now + Self.slowestReading)
        let last = lastValue ?? Vector3(0, 0, 0)
        let axis = (0..<3).max { last[$0].magnitude < last[$1].magnitude } ?? 0
        worker.run({ Result { () throws(SystemError) in try session.reading(ofAxis: axis) } }) { [weak self] in
            self?.probed($0, ofAxis: axis)
        }
    }

    func probed(_ reading: Result<Double, SystemError>, ofAxis axis: Int) {
        guard case .buffered = state else { return }
        switch reading {
        case .failure(let error) where error.code == EBUSY:
            // This driver does not give raw values beside its buffer; there is nothing to compare.
            follow(watchdog.probed(unchanged: watchdog.isAsleep, at: loop.now))
        case .failure(let error):
            lastFailure = error
            follow(watchdog.probed(unchanged: false, at: loop.now))
        case .success(let value):
            // Twice what the hub may keep to itself; a hub that sleeps by itself has its own idea of that.
            let limit = 2 * (stillness ?? StillnessPolicy(sensitivity: Self.unaskedSensitivity, scale: calibration.scale)).threshold
            let unchanged = lastValue.map { (value - $0[axis]).magnitude <= limit } ?? true
            if unchanged { setReportsOnlyChanges(true) }
            follow(watchdog.probed(unchanged: unchanged, at: loop.now))
        }
    }
}
