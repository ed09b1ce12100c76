import OrientationCore

/// X11, through xrandr; the server does not turn touch screens, so xinput sets their matrix.
public enum XRandrScreen {
    /// `eDP-1 connected primary 800x1280+0+0 left (normal left inverted right x axis y axis) 0mm x 0mm`; without a
    /// word before the bracket it is not turned.
    static func outputs(from text: String) -> [ScreenOutput]? {
        guard text.hasPrefix("Screen ") else { return nil }
        return text.split(separator: "\n").compactMap { line in
            let words = line.prefix { $0 != "(" }.split(separator: " ")
            guard words.count > 2, words[1] == "connected", let place = words.firstIndex(where: { $0.contains("+") }) else { return nil }
            let rest = words[(place + 1)...]
            let transform = rest.lazy.compactMap { OutputTransform(side: $0) }.first
            return ScreenOutput(name: String(words[0]), transform: transform ?? .normal)
        }
    }

    static func turn(_ output: String, to transform: OutputTransform, touch: [String]) -> [[String]] {
        let property = "Coordinate Transformation Matrix"
        let devices = touch.map { ["xinput", "set-prop", $0, "--type=float", property] + matrix(transform).map(String.init) }
        return [["xrandr", "--output", output, "--rotate", transform.side]] + devices
    }

    /// From a touch's place on the panel to its place on the turned screen, both from 0 to 1: rows of a 3x3 matrix.
    static func matrix(_ transform: OutputTransform) -> [Int] {
        switch transform {
        case .normal: [1, 0, 0, 0, 1, 0, 0, 0, 1]
        case .rotated90: [0, -1, 1, 1, 0, 0, 0, 0, 1]
        case .rotated180: [-1, 0, 1, 0, -1, 1, 0, 0, 1]
        case .rotated270: [0, 1, 0, -1, 0, 1, 0, 0, 1]
        }
    }

    /// Prints the input devices, for ``touchScreens(from:)``.
    public static let touchQuery = ["xinput", "list", "--long"]

    /// The numbers of the devices that are touched where they show: `id=9` on the line that opens a device, and
    /// `Touch mode: direct` below it.
    public static func touchScreens(from text: String) -> [String] {
        var found: [String] = []
        var device: Substring?
        for line in text.split(separator: "\n") {
            if let id = line.split(whereSeparator: { $0 == "\t" || $0 == " " }).first(where: { $0.hasPrefix("id=") }) {
                device = line.contains("[slave") ? id.dropFirst(3) : nil
            } else if line.contains("Touch mode: direct"), let device, !found.contains(String(device)) {
                found.append(String(device))
            }
        }
        return found
    }
}
