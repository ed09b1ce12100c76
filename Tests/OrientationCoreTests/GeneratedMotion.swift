import OrientationCore
import SeededRandom

/// Gravity over time, made up: what a hand, a table, a walk or a car does to a device. Angles in degrees, times in
/// seconds, accelerations in g.
struct GeneratedMotion {
    /// Gravity and what else accelerates the device, at a time.
    var value: (Double) -> Vector3
    var duration: Double

    static let tau = 2 * 3.14159265358979323846

    /// Roll and lean as functions of time.
    static func turning(_ duration: Double, roll: @escaping (Double) -> Double, lean: @escaping (Double) -> Double = { _ in 0 }) -> Self {
        GeneratedMotion(value: { gravity(roll: roll($0), lean: lean($0)) }, duration: duration)
    }

    static func still(_ pose: Vector3, _ duration: Double) -> Self {
        GeneratedMotion(value: { _ in pose }, duration: duration)
    }

    /// From one pose to another along the great circle, gently at both ends.
    static func moving(from: Vector3, to: Vector3, _ duration: Double) -> Self {
        GeneratedMotion(
            value: { time in
                let share = eased(time / duration)
                let between = from * (1 - share) + to * share
                return between * (1 / max(between.length, 1e-9))
            }, duration: duration)
    }

    func then(_ next: Self) -> Self {
        let first = self
        return GeneratedMotion(
            value: { $0 < first.duration ? first.value($0) : next.value($0 - first.duration) }, duration: duration + next.duration)
    }

    /// With another acceleration on top.
    func plus(_ extra: @escaping (Double) -> Vector3) -> Self {
        let base = value
        return GeneratedMotion(value: { base($0) + extra($0) }, duration: duration)
    }

    /// Sampled at a rate, with normal noise in g on each axis.
    func samples(rate: Double, noise: Double = 0.005, seed: UInt64 = 1) -> [RawSample] {
        var random = SeededGenerator(seed: seed)
        return (0...Int(duration * rate)).map { index in
            let time = Double(index) / rate
            let error = Vector3(random.normal(), random.normal(), random.normal()) * noise
            return RawSample(timestamp: Timestamp(nanoseconds: Int64((time * 1e9).rounded())), value: value(time) + error)
        }
    }

    /// From 0 to 1 with no speed at either end.
    static func eased(_ share: Double) -> Double {
        let x = min(1, max(0, share))
        return x * x * (3 - 2 * x)
    }
}

/// Sine of an angle in whole turns, from the core's own angles (no C library).
func sine(turns: Double) -> Double {
    let part = turns - turns.rounded(.down)
    let degrees = part * 360
    func first(_ degrees: Double) -> Double { Angles.sineAndCosine(degrees: degrees).sine }
    return switch degrees {
    case ..<90: first(degrees)
    case ..<180: first(180 - degrees)
    case ..<270: -first(degrees - 180)
    default: -first(360 - degrees)
    }
}

extension SeededGenerator {
    mutating func within(_ range: ClosedRange<Double>) -> Double {
        range.lowerBound + unit() * (range.upperBound - range.lowerBound)
    }

    mutating func direction() -> Vector3 {
        let vector = Vector3(normal(), normal(), normal())
        return vector * (1 / max(vector.length, 1e-9))
    }
}

/// Samples in g, and what became of them.
struct Replay {
    var changes: [OrientationState] = []
    var pipeline: OrientationPipeline

    static let calibration = Calibration(scale: Vector3(1, 1, 1) * Calibration.standardGravity)

    init(_ samples: [RawSample], settings: OrientationSettings = OrientationSettings()) {
        pipeline = OrientationPipeline(calibration: Self.calibration, settings: settings)
        for sample in samples { pipeline.take(sample) { changes.append($0) } }
    }

    /// Of the device alone, without those of the side.
    var devices: [DeviceOrientation] {
        var last = DeviceOrientation.unknown
        return changes.compactMap { change in
            defer { last = change.device }
            return change.device == last ? nil : change.device
        }
    }

    var sideChanges: Int { changes.count { $0.reason == .sideChanged } }
}

func seconds(_ time: Double) -> Timestamp { Timestamp(nanoseconds: Int64((time * 1e9).rounded())) }
