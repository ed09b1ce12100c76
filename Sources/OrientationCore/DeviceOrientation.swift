/// Which way the device is held. Raw values are the numbers iOS gives them.
public enum DeviceOrientation: UInt8, CaseIterable, Sendable {
    case unknown = 0
    case portrait = 1
    case portraitUpsideDown = 2
    /// Bottom edge to the right, left edge down: gravity x = -1.
    case landscapeLeft = 3
    /// Bottom edge to the left, right edge down: gravity x = +1.
    case landscapeRight = 4
    /// Glass up: gravity z = -1.
    case faceUp = 5
    /// Glass down: gravity z = +1.
    case faceDown = 6

    /// The name used in every interface, trace and log.
    public var name: String {
        switch self {
        case .unknown: "unknown"
        case .portrait: "portrait"
        case .portraitUpsideDown: "portraitUpsideDown"
        case .landscapeLeft: "landscapeLeft"
        case .landscapeRight: "landscapeRight"
        case .faceUp: "faceUp"
        case .faceDown: "faceDown"
        }
    }

    public init?(name: some StringProtocol) {
        guard let match = Self.allCases.first(where: { $0.name == name }) else { return nil }
        self = match
    }

    /// Where gravity points when the device rests in the pose, in g in the frame of the screen (design.md section 1).
    public var gravity: Vector3? {
        switch self {
        case .unknown: nil
        case .portrait: Vector3(0, -1, 0)
        case .portraitUpsideDown: Vector3(0, 1, 0)
        case .landscapeLeft: Vector3(-1, 0, 0)
        case .landscapeRight: Vector3(1, 0, 0)
        case .faceUp: Vector3(0, 0, -1)
        case .faceDown: Vector3(0, 0, 1)
        }
    }

    public var isFlat: Bool { self == .faceUp || self == .faceDown }

    public var isLandscape: Bool { self == .landscapeLeft || self == .landscapeRight }

    /// One of the four edges is down: neither flat nor unknown.
    public var isEdge: Bool {
        switch self {
        case .portrait, .portraitUpsideDown, .landscapeLeft, .landscapeRight: true
        case .unknown, .faceUp, .faceDown: false
        }
    }
}
