/// What people can set about the decision; section Orientation of the configuration.
public struct OrientationSettings: Equatable, Sendable {
    /// Degrees past the 45-degree border between two edges before one leaves the present edge.
    public var rollHysteresis: Double = 10
    /// Lean in degrees from which on the device counts as lying flat.
    public var flatEnter: Double = 60
    /// Lean in degrees below which it no longer does.
    public var flatLeave: Double = 50
    /// What the position is called in which the screen stands upright in its own frame (gravity y = -1).
    public var natural: DeviceOrientation = .portrait

    public init() {}

    /// Values inside which a setting makes sense; the configuration reader refuses others.
    public static let rollHysteresisRange = 0.0...40.0
    public static let flatRange = 20.0...85.0
}
