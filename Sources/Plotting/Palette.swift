import OrientationCore

/// Colours that people with any kind of colour vision can tell apart (Okabe and Ito, "Color Universal Design", 2008), and
/// that differ in lightness as well.
enum Palette {
    static let x = "#d55e00"
    static let y = "#009e73"
    static let z = "#0072b2"
    static let curve = "#222222"
    static let grid = "#d9d9d9"
    static let shade = "#f3e9b5"
    static let quiet = "#555555"
    static let mark = "#888888"

    static func colour(of device: DeviceOrientation) -> String {
        switch device {
        case .unknown: "#dddddd"
        case .portrait: "#0072b2"
        case .portraitUpsideDown: "#56b4e9"
        case .landscapeLeft: "#e69f00"
        case .landscapeRight: "#d55e00"
        case .faceUp: "#009e73"
        case .faceDown: "#cc79a7"
        }
    }

    /// Of words on that colour.
    static func ink(on device: DeviceOrientation) -> String {
        switch device {
        case .portrait, .landscapeRight, .faceUp: "#ffffff"
        case .unknown, .portraitUpsideDown, .landscapeLeft, .faceDown: "#000000"
        }
    }
}
