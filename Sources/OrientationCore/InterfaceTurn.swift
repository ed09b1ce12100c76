/// From one interface orientation to another, and what a program has to do for it on a panel whose natural position
/// has a certain name.
///
/// Shown on a panel that is called portrait in its natural position:
///
/// | interface | `angle`, clockwise | `transform` of the output |
/// |---|---|---|
/// | portrait | 0 | normal |
/// | landscapeRight | 90 | 270 |
/// | portraitUpsideDown | 180 | 180 |
/// | landscapeLeft | 270 | 90 |
public struct InterfaceTurn: Hashable, Sendable {
    public let from: InterfaceOrientation
    public let to: InterfaceOrientation
    /// What is shown with the panel in its natural position.
    public let natural: InterfaceOrientation

    public init(from: InterfaceOrientation, to: InterfaceOrientation, natural: InterfaceOrientation) {
        self.from = from
        self.to = to
        self.natural = natural
    }

    /// Degrees clockwise by which the content is turned on the panel after the change: 0, 90, 180 or 270.
    public var angle: Int { Self.clockwise(from: natural, to: to) }

    /// Degrees clockwise by which it turns in this change: 90, -90, 180, or 0 where nothing turns.
    public var step: Int {
        let turned = Self.clockwise(from: from, to: to)
        return turned == 270 ? -90 : turned
    }

    /// Whether width and height change places in this change.
    public var swapsSize: Bool { step.magnitude == 90 }

    public var transform: OutputTransform {
        switch angle {
        case 90: .rotated270
        case 180: .rotated180
        case 270: .rotated90
        default: .normal
        }
    }

    private static func clockwise(from start: InterfaceOrientation, to end: InterfaceOrientation) -> Int {
        (end.clockwise - start.clockwise + 360) % 360
    }
}

/// Values of `wl_output.transform` (Wayland's core protocol); they turn counter-clockwise.
public enum OutputTransform: String, CaseIterable, Sendable {
    case normal
    case rotated90 = "90"
    case rotated180 = "180"
    case rotated270 = "270"
}

extension InterfaceOrientation {
    /// Degrees clockwise from portrait.
    fileprivate var clockwise: Int {
        switch self {
        case .portrait, .unknown: 0
        case .landscapeRight: 90
        case .portraitUpsideDown: 180
        case .landscapeLeft: 270
        }
    }
}
