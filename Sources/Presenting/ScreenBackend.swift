import OrientationCore

/// The programs that turn a screen, and what they are told. Nothing runs here: command lines go out, their output
/// comes in.
///
/// | backend | counts | tool |
/// |---|---|---|
/// | sway | clockwise, unlike the protocol | swaymsg |
/// | wlroots | as `wl_output.transform` | wlr-randr |
/// | hyprland | as `wl_output.transform`, 0 to 3 | hyprctl |
/// | kde | left is transform 90, right is 270 | kscreen-doctor |
/// | x11 | left is transform 90, right is 270 | xrandr, and xinput for touch |
public enum ScreenBackend: String, CaseIterable, Sendable {
    case sway
    case wlroots
    case hyprland
    case kde
    case x11

    /// The one that runs, by what it leaves in its programs' environment.
    public init?(environment: (String) -> String?) {
        if environment("SWAYSOCK") != nil {
            self = .sway
        } else if environment("HYPRLAND_INSTANCE_SIGNATURE") != nil {
            self = .hyprland
        } else if environment("XDG_CURRENT_DESKTOP")?.split(separator: ":").contains("KDE") == true {
            self = .kde
        } else if environment("WAYLAND_DISPLAY") != nil {
            self = .wlroots
        } else if environment("DISPLAY") != nil {
            self = .x11
        } else {
            return nil
        }
    }

    /// Prints the outputs, for ``outputs(from:)``.
    public var query: [String] {
        switch self {
        case .sway: ["swaymsg", "--raw", "--type", "get_outputs"]
        case .wlroots: ["wlr-randr"]
        case .hyprland: ["hyprctl", "-j", "monitors"]
        case .kde: ["kscreen-doctor", "-j"]
        case .x11: ["xrandr", "--query"]
        }
    }

    /// What ``query`` printed; nil if that is not its language.
    public func outputs(from text: String) -> [ScreenOutput]? {
        switch self {
        case .sway: SwayScreen.outputs(from: text)
        case .wlroots: WlrRandrScreen.outputs(from: text)
        case .hyprland: HyprlandScreen.outputs(from: text)
        case .kde: KDEScreen.outputs(from: text)
        case .x11: XRandrScreen.outputs(from: text)
        }
    }

    /// The command lines that turn an output, and the touch screen with it.
    ///
    /// - Parameter touch: for X11, where nobody else does it: the numbers or names of the touch devices.
    public func turn(_ output: String, to transform: OutputTransform, touch: [String] = []) -> [[String]] {
        switch self {
        case .sway: SwayScreen.turn(output, to: transform)
        case .wlroots: [["wlr-randr", "--output", output, "--transform", transform.rawValue]]
        case .hyprland: HyprlandScreen.turn(output, to: transform)
        case .kde: [["kscreen-doctor", "output.\(output).rotation.\(transform.side)"]]
        case .x11: XRandrScreen.turn(output, to: transform, touch: touch)
        }
    }
}

/// A screen as a tool shows it.
public struct ScreenOutput: Equatable, Sendable {
    public var name: String
    /// Nil where it is mirrored or unknown.
    public var transform: OutputTransform?

    public init(name: String, transform: OutputTransform?) {
        self.name = name
        self.transform = transform
    }

    /// Connectors of panels that are built in: embedded DisplayPort, LVDS, MIPI DSI (names of the kernel's DRM).
    public var isBuiltIn: Bool {
        ["eDP", "LVDS", "DSI"].contains { name.hasPrefix($0) }
    }

    /// The panel that turns with the device: the built-in one, or the only one there is.
    public static func panel(among outputs: [ScreenOutput]) -> ScreenOutput? {
        outputs.first(where: \.isBuiltIn) ?? (outputs.count == 1 ? outputs.first : nil)
    }
}

extension OutputTransform {
    /// As xrandr and KScreen name them: the side that the top of the content turns to.
    var side: String {
        switch self {
        case .normal: "normal"
        case .rotated90: "left"
        case .rotated180: "inverted"
        case .rotated270: "right"
        }
    }

    init?(side: some StringProtocol) {
        guard let match = Self.allCases.first(where: { $0.side == side }) else { return nil }
        self = match
    }

    /// The number in the protocol.
    var number: Int {
        switch self {
        case .normal: 0
        case .rotated90: 1
        case .rotated180: 2
        case .rotated270: 3
        }
    }

    init?(number: Int64?) {
        guard let match = Self.allCases.first(where: { Int64($0.number) == number }) else { return nil }
        self = match
    }

    /// The same turn counted the other way round.
    var opposite: OutputTransform {
        switch self {
        case .normal, .rotated180: self
        case .rotated90: .rotated270
        case .rotated270: .rotated90
        }
    }
}
