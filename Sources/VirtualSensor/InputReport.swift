/// Which way gravity points, in mg along the axes of the screen: upright is y = -1000, glass up is z = -1000.
public struct Pose: Equatable, Sendable {
    public var x: Int16
    public var y: Int16
    public var z: Int16

    public static let upright = Pose(0, -1000, 0)

    public init(_ x: Int16, _ y: Int16, _ z: Int16) {
        self.x = x
        self.y = y
        self.z = z
    }

    /// Rounds to whole mg and clips at the ends of the range, as a chip does; what is no number reads 0.
    public init(milliG x: Double, _ y: Double, _ z: Double) {
        func count(_ value: Double) -> Int16 {
            guard !value.isNaN else { return 0 }
            return Int16(max(Double(Int16.min), min(Double(Int16.max), value.rounded())))
        }
        self.init(count(x), count(y), count(z))
    }

    /// The largest difference along an axis, in mg.
    public func distance(to other: Pose) -> Int {
        max(abs(Int(x) - Int(other.x)), abs(Int(y) - Int(other.y)), abs(Int(z) - Int(other.z)))
    }
}

/// A reading as the host gets it. Its bytes: id, sensor state, event, x (2), y (2), z (2).
public struct InputReport: Equatable, Sendable {
    public var pose: Pose

    /// Selector "ready" of the sensor states.
    private static let ready: UInt8 = 2
    /// Selector "data updated" of the events.
    private static let dataUpdated: UInt8 = 4

    public init(_ pose: Pose) {
        self.pose = pose
    }

    public var bytes: [UInt8] {
        var bytes = [ReportDescriptor.reportID, Self.ready, Self.dataUpdated]
        for count in [pose.x, pose.y, pose.z] { bytes.append(littleEndian: count) }
        return bytes
    }
}
