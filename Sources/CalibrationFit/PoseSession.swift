import OrientationCore

/// Leads through the poses: recognises by itself when the device is still in a new one, and refuses what cannot be.
///
/// ```
/// waiting for pose n --still, in a new direction--> checked against those before --fits--> waiting for pose n + 1
///                                                          \--does not--> refused, still waiting for pose n
/// ```
public struct PoseSession: Sendable {
    public enum Event: Equatable, Sendable {
        /// The pose was recognised.
        case seen(HeldPose)
        /// It is still, and it cannot be the pose that was asked for.
        case refused(HeldPose, PoseFlaw)
    }

    /// Samples of less than this angle from the pose before are the same pose still.
    private static let newDirection = 30.0

    private let wanted: Int
    private var detector = StillDetector()
    /// What was judged last, so that it is not judged again with each sample.
    private var judged: Vector3?
    /// In the order of ``HeldPose``, in g, in the frame of the sensor.
    public private(set) var readings: [Vector3] = []

    /// - Parameter wanted: how many poses, ``HeldPose/needed`` to 6.
    public init(wanted: Int) {
        self.wanted = min(max(wanted, HeldPose.needed), HeldPose.allCases.count)
    }

    /// The pose that is waited for; nil when all have been seen.
    public var next: HeldPose? { readings.count < wanted ? HeldPose(rawValue: readings.count) : nil }

    /// The device is held still just now.
    public var isStill: Bool { detector.current != nil }

    /// Takes a sample in g in the frame of the sensor.
    public mutating func take(_ sample: RawSample) -> Event? {
        let ended = detector.take(sample)
        // A stretch gets better while it lasts: the whole of it counts.
        if let ended, let last = readings.last, angle(last, ended.mean) < Self.newDirection { readings[readings.count - 1] = ended.mean }
        guard let stretch = detector.current else { return nil }
        return judge(stretch.mean)
    }

    /// Nothing more comes.
    public mutating func finish() {
        if let ended = detector.finish(), let last = readings.last, angle(last, ended.mean) < Self.newDirection {
            readings[readings.count - 1] = ended.mean
        }
    }

    private mutating func judge(_ reading: Vector3) -> Event? {
        guard let pose = next else { return nil }
        if let judged, angle(judged, reading) < Self.newDirection { return nil }
        judged = reading
        do throws(PoseFlaw) {
            try PoseCheck.check(pose, reading, after: readings)
        } catch {
            return .refused(pose, error)
        }
        readings.append(reading)
        return .seen(pose)
    }
}

/// Between two directions, in degrees.
func angle(_ left: Vector3, _ right: Vector3) -> Double {
    Angles.direction(x: left.dot(right), y: left.cross(right).length)
}
