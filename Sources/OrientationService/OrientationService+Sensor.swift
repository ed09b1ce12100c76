import EventLoop
import OrientationCore
import Sensors

/// The sensor that is used: what comes from it, and when it is on.
extension OrientationService {
    /// Now, in the time of the samples: a recording has its own.
    var now: Timestamp { source?.info.kind.isRecording == true ? hub.lastSample : loop.now }

    func sensorChanged() {
        if let source {
            source.stop()
            log(.notice, "sensor \(source.info.name) (\(source.info.id)) is gone", .sensorLost(name: source.info.name, id: source.info.id))
            perform(hub.sensorLost(.sensorLost, at: now))
            endTaps(.sensorLost)
            self.source = nil
        }
        defer { onSensorChange() }
        guard let current = supply.current else { return }
        source = current
        lastSample = nil
        failure = nil
        let info = current.info
        // That of standard input comes with its header.
        let matrix = info.matrix.isEmpty ? "" : ", matrix \(info.matrix)"
        log(
            .notice, "sensor \(info.name) (\(info.id)), \(info.location.rawValue)\(matrix)",
            .sensorFound(name: info.name, id: info.id))
        for warning in info.warnings { log(.warning, "sensor \(info.name): \(warning)") }
        perform(
            hub.sensorArrived(
                current.calibration, silenceMeansUnchanged: info.reportsOnlyChanges, isRecording: info.kind.isRecording))
        for tap in taps { tap.announce(SampleForm(current)) }
    }

    /// Why there is no sensor at the start.
    static func words(for candidates: [SensorCandidate]) -> String {
        let each = candidates.map { "\($0.info.name) (\($0.info.id)): \($0.reason)" }
        return "no accelerometer that can be used yet" + (each.isEmpty ? "" : ": " + each.joined(separator: "; "))
    }

    func handle(_ event: SensorEvent) {
        switch event {
        case .sample(let sample):
            lastSample = sample
            for tap in taps { tap.take(sample) }
            performDue(by: sample.timestamp)
            if let actions = hub.take(sample) { perform(actions) }
            if !gravityReaders.isEmpty { sendGravity(at: sample.timestamp) }
            if !observations.isEmpty, let gravity = hub.gravity {
                for observation in observations.values { observation.handler(.gravity(gravity)) }
            }
            armDeadline()
            if source?.waitsForReaders == true { waitForReaders() }
        case .infoChanged:
            guard let info = source?.info else { return }
            hub.silenceMeansUnchanged = info.reportsOnlyChanges
            log(.info, "sensor \(info.name): \(info.access)")
            for warning in info.warnings { log(.warning, "sensor \(info.name): \(warning)") }
            if let source { for tap in taps { tap.announce(SampleForm(source)) } }
            armDeadline()
        case .ended:
            log(.info, "the recording is over")
            perform(hub.sensorLost(.ended, at: now))
            endTaps(.ended)
            armDeadline()
        case .lost(let reason, let text):
            failure = text
            log(.warning, "sensor \(source?.info.name ?? ""): \(text)")
            perform(hub.sensorLost(reason, at: now))
            endTaps(reason)
            armDeadline()
            onSensorChange()
        }
    }

    /// Sets the timer for what changes without a sample. It is moved only forward in time to an earlier moment: one that
    /// fires too early just looks again, which costs less than moving it with every sample.
    func armDeadline() {
        guard let next = hub.nextDeadline.flatMap({ source?.loopTime(of: $0) }) else {
            if armedDeadline != nil { deadline?.fire(at: nil) }
            armedDeadline = nil
            return
        }
        if let armedDeadline, armedDeadline <= next { return }
        armedDeadline = next
        deadline?.fire(at: next)
    }

    func deadlineReached() {
        armedDeadline = nil
        if let next = hub.nextDeadline, let due = source?.loopTime(of: next), due <= loop.now { performDue(by: next) }
        armDeadline()
    }

    func performDue(by time: Timestamp) {
        while let actions = hub.changeDue(by: time) { perform(actions) }
    }

    /// A recording at maximal speed waits for its subscribers, so that none misses a change.
    func waitForReaders() {
        let isBlocked = subscriptions.values.contains { $0.call.connection.isBlocked } || taps.contains { $0.isBlocked }
        guard isBlocked != isPaused else { return }
        isPaused = isBlocked
        if isBlocked { source?.pause() } else { source?.resume() }
    }

    func startSensor() {
        guard let source else { return }
        do {
            try source.start { [unowned self] event in handle(event) }
        } catch {
            failure = error.description
            log(.error, "sensor \(source.info.name): \(error)")
            perform(hub.sensorLost(.sensorLost, at: now))
        }
    }
}
