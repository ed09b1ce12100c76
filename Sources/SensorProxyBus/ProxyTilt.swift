import OrientationCore

/// The strings of `AccelerometerTilt`: how far the glass is turned up or down.
enum ProxyTilt: String {
    case undefined
    case vertical
    case tiltedUp = "tilted-up"
    case tiltedDown = "tilted-down"
    case faceUp = "face-up"
    case faceDown = "face-down"

    /// Parts of g along z at the borders: between vertical and tilted, and between tilted and lying.
    private static let borders = (tilted: 0.259, lying: 0.866)  // sines of 15 and 60 degrees
    /// How far past a border it has to be to count, about 4 degrees; without it a hand on the border makes it flicker.
    private static let margin = 0.06

    /// What it is after `gravity` (in g, in the panel's frame), when it was this before.
    func next(_ gravity: Vector3) -> ProxyTilt {
        let size = (gravity.x * gravity.x + gravity.y * gravity.y + gravity.z * gravity.z).squareRoot()
        guard size > 0 else { return self }
        let up = -gravity.z / size
        let now = Self.at(up)
        guard self != .undefined, now != self else { return now }
        // On a border both sides hold: what it was stays.
        return Self.at(up - Self.margin) == self || Self.at(up + Self.margin) == self ? self : now
    }

    private static func at(_ up: Double) -> ProxyTilt {
        if up >= borders.lying { return .faceUp }
        if up >= borders.tilted { return .tiltedUp }
        if up > -borders.tilted { return .vertical }
        return up > -borders.lying ? .tiltedDown : .faceDown
    }
}
