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
            self.setReportsOnlyChanges(asleep)
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

    /// The machine was asleep: what the device was told may be forgotten, and what waits in the buffer is of before.
    ///
    /// A hub is powered up again by its driver, which loses that if the buffer goes off and on meanwhile
    /// (hid-sensor-trigger.c: the power-up is skipped while nobody holds it, and runtime power management believes it on).
    /// So a hub is only asked for everything, and the watchdog sees whether it comes.
    func resumed() {
        switch state {
        case .stopped, .opening: break
        case .polled: retake(nil)
        case .buffered:
            guard request.isHID else { return retake(nil) }
            watchdog.wokeUp(at: loop.now)
            stillness = stillness.map { _ in StillnessPolicy(sensitivity: request.settings.changeSensitivity, scale: calibration.scale) }
            setReportsOnlyChanges(false)
            if stillness != nil { setAsleep(false) }
            look()
        }
    }
}
