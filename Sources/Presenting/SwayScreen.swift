import JSON
import OrientationCore

/// sway, through its IPC. Its transforms turn clockwise, both in commands and in answers (sway-output(5)); those of the
/// protocol turn counter-clockwise.
enum SwayScreen {
    static func outputs(from text: String) -> [ScreenOutput]? {
        guard let list = (try? JSONValue(parsing: text))?.array else { return nil }
        return list.compactMap { entry in
            guard let output = entry.object, let name = output["name"]?.string, output["active"]?.bool != false else { return nil }
            return ScreenOutput(name: name, transform: output["transform"]?.string.flatMap(OutputTransform.init(rawValue:))?.opposite)
        }
    }

    /// Touch screens and pens are bound to the output, and then turn with it.
    static func turn(_ output: String, to transform: OutputTransform) -> [[String]] {
        let name = "\"\(output)\""
        let touch = ["touch", "tablet_tool"].map { "input type:\($0) map_to_output \(name)" }
        return [["swaymsg", (["output \(name) transform \(transform.opposite.rawValue)"] + touch).joined(separator: "; ")]]
    }
}
