import OrientationCore

/// Why a reading cannot be of the pose it is said to be, for people.
public struct PoseFlaw: Error, Equatable, Sendable, CustomStringConvertible {
    public let description: String
}

/// Whether poses go together: the angles between them are those of a stiff body.
enum PoseCheck {
    /// In g: a sensor at rest that is further off has a wrong scale.
    private static let believable = 0.6...1.5
    /// Degrees by which a pose may be held wrongly, and the sensor's axes be off.
    private static let tolerance = 35.0

    static func check(_ pose: HeldPose, _ reading: Vector3, after readings: [Vector3]) throws(PoseFlaw) {
        guard believable.contains(reading.length) else {
            let length = Double(Int((reading.length * 1000).rounded())) / 1000
            throw PoseFlaw(
                description:
                    "\(pose.words): the sensor reads \(length) g at rest where 1 g is right, so its scale is wrong; that has to be "
                    + "put right first (the driver's scale attribute)")
        }
        for (earlier, other) in zip(HeldPose.allCases, readings) {
            let expected = angle(earlier.gravity, pose.gravity)
            let found = angle(other, reading)
            guard (found - expected).magnitude > tolerance else { continue }
            let degrees = Int(found.rounded())
            throw PoseFlaw(
                description: "\(pose.words) cannot be \(degrees) degrees from \(earlier.words); \(Int(expected)) are right"
                    + (degrees < 30 ? " (the device was not turned)" : ""))
        }
    }
}
