import OrientationCore

/// When a sensor hub may report only changes: while the device lies still.
///
/// Separate from everything else, so that it can be left out: a hub without it streams all the time and works the same.
struct StillnessPolicy: Sendable {
    enum Advice: Equatable, Sendable {
        case stay
        /// Nothing has moved for a while: ask for changes only.
        case sleep
        /// It moves: ask for everything.
        case wake
    }

    /// Counts on any axis that are motion.
    let threshold: Double
    private var isAsleep = false
    private var rest: Vector3?
    private var since: Timestamp?

    /// Longer than any settling of the classifier, so that a decision is never made from changes alone.
    static let patience = Interval.seconds(2)

    /// - Parameters:
    ///   - sensitivity: in g.
    ///   - scale: m/s^2 per count.
    init(sensitivity: Double, scale: Vector3) {
        let finest = min(scale.x.magnitude, scale.y.magnitude, scale.z.magnitude)
        threshold = finest > 0 ? sensitivity * Calibration.standardGravity / finest : .infinity
    }

    mutating func take(_ value: Vector3, at time: Timestamp) -> Advice {
        guard let rest, let since else {
            self.rest = value
            since = time
            return .stay
        }
        let change = value - rest
        if max(change.x.magnitude, change.y.magnitude, change.z.magnitude) >= threshold {
            self.rest = value
            self.since = time
            guard isAsleep else { return .stay }
            isAsleep = false
            return .wake
        }
        guard !isAsleep, time - since >= Self.patience else { return .stay }
        isAsleep = true
        return .sleep
    }
}

/// The unit of a hub's `in_accel_hysteresis`: its own, g or m/s^2, whichever it reports in.
enum SensitivityUnit {
    /// What 1 g is in that attribute. The kernel makes the scale as a power of ten in the hub's unit times that unit in
    /// m/s^2 (hid-sensor-attributes.c): digits 980665 mean g, a pure power of ten means m/s^2.
    static func oneG(scale: Double) -> Double {
        var digits = scale.magnitude
        guard digits > 0, digits.isFinite else { return 1 }
        while digits >= 10 { digits /= 10 }
        while digits < 1 { digits *= 10 }
        // The kernel prints nine decimals, so a small scale has few digits left.
        return digits < 2 || digits > 9.99 ? Calibration.standardGravity : 1
    }
}
