import JSON
import OrientationCore

/// Hyprland, through hyprctl; its numbers are those of the protocol.
enum HyprlandScreen {
    static func outputs(from text: String) -> [ScreenOutput]? {
        guard let list = (try? JSONValue(parsing: text))?.array else { return nil }
        return list.compactMap { entry in
            guard let monitor = entry.object, let name = monitor["name"]?.string else { return nil }
            return ScreenOutput(name: name, transform: OutputTransform(number: monitor["transform"]?.integer))
        }
    }

    static func turn(_ output: String, to transform: OutputTransform) -> [[String]] {
        let number = transform.number
        let keywords = [
            "monitor \(output),transform,\(number)", "input:touchdevice:transform \(number)", "input:tablet:transform \(number)",
        ]
        return [["hyprctl", "--batch", keywords.map { "keyword \($0)" }.joined(separator: " ; ")]]
    }
}
