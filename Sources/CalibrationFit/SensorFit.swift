import OrientationCore

/// What readings in known poses say about a sensor: `gravity = matrix * (gain * (reading + offset))`.
public struct SensorFit: Equatable, Sendable {
    /// From the sensor's axes to gravity in the frame of the screen; every sign is in it.
    public let matrix: MountMatrix
    /// Whether ``matrix`` was taken to be of whole numbers, since it was that within 10 degrees.
    public let isSnapped: Bool
    /// In g, in the frame of the sensor.
    public let offset: Vector3
    public let gain: Vector3
    /// It reports gravity itself, as HID sensor hubs do, and not the reaction to it: the frame is right-handed.
    public let reportsGravity: Bool
    /// In mg: how far the corrected lengths are from 1 g, root of the mean square.
    public let residual: Double
    /// In degrees: how far the worst pose was from what was asked for.
    public let worstPose: Double
    /// How many poses it rests on; with less than six, offset and gain of some axes cannot be told apart.
    public let poses: Int

    /// - Parameter readings: in g, in the frame of the sensor, in the order of ``HeldPose``.
    /// - Throws: what cannot be.
    public init(_ readings: [Vector3]) throws(PoseFlaw) {
        guard readings.count >= HeldPose.needed else {
            let missing = HeldPose.allCases[readings.count..<HeldPose.needed].map(\.words).joined(separator: ", ")
            throw PoseFlaw(
                description:
                    "\(readings.count) pose\(readings.count == 1 ? "" : "s") recognised, \(HeldPose.needed) are needed; missing: \(missing)"
            )
        }
        for (index, pose) in HeldPose.allCases.prefix(readings.count).enumerated() {
            try PoseCheck.check(pose, readings[index], after: Array(readings[..<index]))
        }
        let sphere = SphereFit(readings)
        let corrected = readings.map(sphere.corrected)
        guard let axes = AxesFit(corrected) else { throw PoseFlaw(description: "the poses lie in one plane: no third axis") }
        matrix = axes.matrix
        isSnapped = axes.isSnapped
        offset = sphere.offset
        gain = sphere.gain
        reportsGravity = axes.matrix.determinant > 0
        poses = readings.count
        residual = (corrected.reduce(0) { $0 + ($1.length - 1) * ($1.length - 1) } / Double(corrected.count)).squareRoot() * 1000
        worstPose = zip(HeldPose.allCases, corrected).reduce(0) { max($0, angle(axes.matrix * $1.1, $1.0.gravity)) }
    }

    /// In words: below what a still hand does, visible, or not to be used.
    public var quality: String {
        if residual > 50 || worstPose > 25 { return "poor: do it again, and hold the device stiller and straighter" }
        return residual > 15 || worstPose > 12 ? "fair" : "good"
    }

    /// The entry for the hardware database. Its z row makes a rotation, as other entries have it; this program works the z row
    /// out from the other two anyway.
    public var databaseMatrix: MountMatrix {
        MountMatrix(x: matrix.x, y: matrix.y, z: matrix.x.cross(matrix.y))
    }
}
