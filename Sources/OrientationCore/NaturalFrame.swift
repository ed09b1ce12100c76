/// The quarter turn between the panel's frame and the frame in which the orientations have their names.
///
/// With `natural = landscapeLeft` a panel that stands upright in its own frame is called landscapeLeft, so gravity
/// (0, -1) becomes (-1, 0) there.
public struct NaturalFrame: Equatable, Sendable {
    public let natural: DeviceOrientation

    public init(natural: DeviceOrientation) {
        self.natural = natural
    }

    /// Gravity's x and y in the frame of the names.
    @inlinable
    public func named(_ gravity: Vector3) -> (x: Double, y: Double) {
        switch natural {
        case .landscapeLeft: (gravity.y, -gravity.x)
        case .landscapeRight: (-gravity.y, gravity.x)
        case .portraitUpsideDown: (-gravity.x, -gravity.y)
        case .portrait, .unknown, .faceUp, .faceDown: (gravity.x, gravity.y)
        }
    }

    /// Roll in degrees as the names count it: 0 is portrait.
    public func roll(of gravity: Vector3) -> Double {
        let (x, y) = named(gravity)
        return Angles.roll(of: Vector3(x, y, gravity.z))
    }
}
