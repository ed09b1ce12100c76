import OrientationCore

/// Compositors that speak wlr-output-management, through wlr-randr.
enum WlrRandrScreen {
    /// A line for each output, and indented lines about it. sway 1.7 without a screen shows its output as disabled, so
    /// that is no reason to leave one out.
    static func outputs(from text: String) -> [ScreenOutput]? {
        var outputs: [ScreenOutput] = []
        for line in text.split(separator: "\n") {
            if !line.hasPrefix(" ") {
                outputs.append(ScreenOutput(name: String(line.prefix { $0 != " " }), transform: nil))
                continue
            }
            let words = line.split(separator: " ")
            guard words.count == 2, words[0] == "Transform:", let last = outputs.indices.last else { continue }
            outputs[last].transform = OutputTransform(rawValue: String(words[1]))
        }
        return outputs
    }
}
