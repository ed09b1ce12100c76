/// What is known about how the device is held: the last announced decision and what it rests on.
public struct OrientationState: Equatable, Sendable {
    public var device: DeviceOrientation = .unknown
    /// The last of the four edge orientations; `unknown` before any.
    public var edge: DeviceOrientation = .unknown
    /// What the device would be if it had to be landscape; `unknown` before any reading.
    public var landscape: DeviceOrientation = .unknown
    /// Why this state differs from the one before.
    public var reason: ChangeReason = .released
    /// When the decision fell, in sample time.
    public var timestamp = Timestamp(nanoseconds: 0)
    /// Gravity in the frame of the panel, in g, as the filter saw it at the decision; nil while nothing is known.
    public var gravity: Vector3?
    /// How sure the decision is, from 0 (on a border or guessed) to 1 (as clear as can be).
    public var confidence: Double = 0

    public init() {}

    /// Whether a subscriber has to be told: any of the three answers differs.
    public func differs(from other: OrientationState) -> Bool {
        device != other.device || edge != other.edge || landscape != other.landscape
    }
}
