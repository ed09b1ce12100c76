import OrientationCore
import SeededRandom

@testable import OrientationService

/// The sensor comes and goes, and time passes.
extension SimulationWorld {
    mutating func sensorComes(_ onlyChanges: Bool, _ isRecording: Bool) throws(Violation) {
        try sensorGoes(.sensorLost)
        sensor = .off
        self.onlyChanges = onlyChanges
        try perform(hub.sensorArrived(SimulationMotion.calibration, silenceMeansUnchanged: onlyChanges, isRecording: isRecording))
    }

    mutating func sensorGoes(_ reason: ChangeReason) throws(Violation) {
        guard sensor != .absent else { return }
        sensor = reason == .ended ? .over : .absent
        lastUsable = nil
        try perform(hub.sensorLost(reason, at: time))
    }

    mutating func move(_ event: SimulationEvent) throws(Violation) {
        switch event {
        case .still(let device, let samples):
            for _ in 0..<samples {
                try pass(.milliseconds(40))
                try take(device.gravity ?? Vector3(0, 0, 0))
            }
            guard samples >= SimulationMotion.settled, sensor == .on, !hub.policy.isDeviceSilenced else { return }
            guard hub.state.device == device else { throw .wrongOrientation }
        case .shake(let seed, let samples):
            var random = SeededGenerator(seed: seed)
            for _ in 0..<samples {
                try pass(.milliseconds(20))
                try take(Vector3(random.unit() - 0.5, random.unit() - 0.5, random.unit() - 0.5) * 6)
            }
        case .garbage(let garbage):
            let sample = SimulationMotion.sample(garbage, at: time)
            try feed(sample)
            switch garbage {
            case .notANumber, .zero, .beyondRange: break
            case .sameTime: lastUsable = time
            // A time that is out of order says nothing about when the sensor was last alive.
            case .timeBackwards, .endOfTime: lastUsable = nil
            }
        case .silence(let milliseconds): try pass(.milliseconds(milliseconds))
        default: break
        }
    }

    /// Time passes; what falls due in it happens when it falls due.
    mutating func pass(_ interval: Interval) throws(Violation) {
        let end = time + interval
        while true {
            let deadline = sabotage == .sleepsThroughDeadlines ? nil : hub.nextDeadline.flatMap { $0 <= end ? $0 : nil }
            let overdue = turn.flatMap { $0.due <= end ? $0 : nil }
            if let overdue, deadline.map({ overdue.due < $0 }) ?? true {
                time = max(time, overdue.due)
                try perform(hub.decide { $0.turnOverdue(overdue.change) })
            } else if let deadline {
                time = max(time, deadline)
                try reach(deadline)
            } else {
                break
            }
        }
        time = end
    }

    mutating func reach(_ moment: Timestamp) throws(Violation) {
        if sabotage == .sleepsThroughDeadlines { return }
        while let actions = hub.changeDue(by: moment) { try perform(actions) }
        // At the end of time deadlines saturate: what is due then stays due.
        if let next = hub.nextDeadline, next <= moment, moment.nanoseconds < .max { throw .dueAndNotDone }
    }

    mutating func take(_ gravity: Vector3) throws(Violation) {
        guard sensor == .on else { return }
        try feed(RawSample(timestamp: time, value: gravity))
        // Twice as large as anything that a device held in a hand can feel; whether it counts is for the core to say.
        if gravity.length < 3 { lastUsable = time }
        guard sabotage == .takesSpikesForTurns, gravity.length >= 3 else { return }
        for tenths: Int64 in 1...30 { try feed(RawSample(timestamp: time + .milliseconds(100 * tenths), value: Vector3(1, 0, 0))) }
    }

    mutating func feed(_ sample: RawSample) throws(Violation) {
        try reach(sample.timestamp)
        steps += 1
        if let actions = hub.take(sample) { try perform(actions) }
    }
}
