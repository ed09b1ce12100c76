import EventLoop
import OrientationCore

/// A hub that sleeps while the device lies still, and a machine that sleeps.
extension IIOSensor {
    func setAsleep(_ asleep: Bool) {
        guard let worker, let session else { return }
        worker.run({ session.setAsleep(asleep) }) { [weak self] done in
            guard let self, case .buffered = self.state else { return }
            guard done else {
                self.stillness = nil
                return self.setReportsOnlyChanges(false)
            }
            if asleep { self.watchdog.fellAsleep(at: self.loop.now) } else { self.watchdog.wokeUp(at: self.loop.now) }
            self.setReportsOnlyChanges(asleep || self.wokeUpAt != nil)
            self.follow(self.watchdog.check(at: self.loop.now))
        }
        // While waking up the silence is still allowed; while falling asleep already.
        if asleep { setReportsOnlyChanges(true) }
    }

    func setReportsOnlyChanges(_ only: Bool) {
        guard info.reportsOnlyChanges != only else { return }
        info.reportsOnlyChanges = only
        handler(.infoChanged)
    }

    /// Switched off, so that no reading holds up the sleep and no sample of before counts afterwards. A hub goes on: see
    /// ``resumed()``.
    func prepareForSleep() {
        switch state {
        case .stopped, .opening, .dozing: return
        case .buffered(_, let source):
            if request.isHID { return setReportsOnlyChanges(true) }
            source.cancel()
        case .polled: break
        }
        guard let worker, let session else { return }
        state = .dozing
        timer?.fire(at: nil)
        worker.interrupt()
        worker.run({ session.rest() }, then: { _ in })
        setReportsOnlyChanges(true)
    }

    /// The machine was asleep: what the device was told may be forgotten, and what waits in the buffer is of before.
    ///
    /// A hub is powered up again by its driver, which loses that if the buffer goes off and on meanwhile
    /// (hid-sensor-trigger.c: the power-up is skipped while nobody holds it, and runtime power management believes it on).
    /// So a hub is only asked for everything, and the watchdog sees whether it comes.
    func resumed() {
        switch state {
        case .stopped: break
        case .opening: timer?.fire(at: loop.now + Self.slowestStart)
        case .polled, .dozing:
            wakeUp()
            retake(nil)
        case .buffered:
            wakeUp()
            guard request.isHID else { return retake(nil) }
            watchdog.wokeUp(at: loop.now)
            stillness = stillness.map { _ in StillnessPolicy(sensitivity: request.settings.changeSensitivity, scale: calibration.scale) }
            if stillness != nil { setAsleep(false) }
            look()
        }
    }

    /// The last sample is as old as the sleep was long, which is nobody's stall.
    private func wakeUp() {
        wokeUpAt = loop.now
        setReportsOnlyChanges(true)
    }
}
