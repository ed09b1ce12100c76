import OrientationCore

/// What a simulated sensor sends.
enum SimulationMotion {
    /// The samples are gravity in g.
    static let calibration = Calibration(
        scale: Vector3(Calibration.standardGravity, Calibration.standardGravity, Calibration.standardGravity))

    /// So many samples of a still device, 40 ms apart, settle any decision: 3 s.
    static let settled = 75

    static func sample(_ garbage: SimulationEvent.Garbage, at time: Timestamp) -> RawSample {
        let upright = Vector3(0, -1, 0)
        return switch garbage {
        case .notANumber: RawSample(timestamp: time, value: Vector3(.nan, 0, 1))
        case .zero: RawSample(timestamp: time, value: Vector3(0, 0, 0))
        case .beyondRange: RawSample(timestamp: time, value: Vector3(1e300, -34, 34))
        case .timeBackwards: RawSample(timestamp: Timestamp(nanoseconds: time.nanoseconds - 3_000_000_000), value: upright)
        case .sameTime: RawSample(timestamp: time, value: upright)
        case .endOfTime: RawSample(timestamp: Timestamp(nanoseconds: .max), value: upright)
        }
    }
}
