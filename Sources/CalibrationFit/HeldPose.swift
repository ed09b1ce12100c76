import OrientationCore

/// A position in which the direction of gravity in the frame of the screen is known, in the order in which they are asked for.
public enum HeldPose: Int, CaseIterable, Sendable {
    case upright
    case leftEdgeDown
    case rightEdgeDown
    case onItsBack
    case upsideDown
    case onItsGlass

    /// Without these there is no matrix.
    public static let needed = 4

    /// In g, in the frame of the screen.
    public var gravity: Vector3 {
        switch self {
        case .upright: Vector3(0, -1, 0)
        case .leftEdgeDown: Vector3(-1, 0, 0)
        case .rightEdgeDown: Vector3(1, 0, 0)
        case .onItsBack: Vector3(0, 0, -1)
        case .upsideDown: Vector3(0, 1, 0)
        case .onItsGlass: Vector3(0, 0, 1)
        }
    }

    /// For "hold it ..." and "the device was ...".
    public var words: String {
        switch self {
        case .upright: "upright"
        case .leftEdgeDown: "left edge down"
        case .rightEdgeDown: "right edge down"
        case .onItsBack: "flat on its back"
        case .upsideDown: "upside down"
        case .onItsGlass: "flat on its glass"
        }
    }

    /// What to do, for people.
    public var instruction: String {
        switch self {
        case .upright: "stand it upright, the bottom edge down"
        case .leftEdgeDown: "stand it on its left edge (a quarter to the left)"
        case .rightEdgeDown: "stand it on its right edge"
        case .onItsBack: "lay it on its back on a table, the glass up"
        case .upsideDown: "stand it upside down, the top edge down"
        case .onItsGlass: "lay it on its glass (on something soft)"
        }
    }
}
