import OrientationCore

/// What `monitor` shows on a terminal: the device as it is held, gravity, the angles on scales with their thresholds, the
/// sensor, and the last changes. A value in, lines out.
struct LivePage {
    var state: StateView
    /// Shown in the head line, for instance the sensor.
    var title: String
    /// What is not as it should be, in a few words.
    var notice: String?
    /// The last changes, oldest first: seconds since the start of this program, and the line.
    var changes: [(seconds: Double, line: String)]
    var figures = Figures()
    var hasUnicode: Bool
    var hasColour: Bool

    /// What is known besides the state; nil where it may not be seen, or is not known yet.
    struct Figures: Equatable {
        /// Hz, and ms.
        var rate: Double?
        var jitter: Double?
        /// Subscribers besides this page.
        var others: Int?
        var thresholds = Thresholds()
    }

    func lines(_ size: Terminal.Size) -> [String] {
        if size.columns < 32 || size.rows < 8 { return tiny.prefix(size.rows).map { clipped($0, size.columns) } }
        var lines = [bold(clipped("orientationd  \(title)", size.columns))]
        lines += (size.columns < 64 ? narrow(size) : wide(size)).map { clipped($0, size.columns) }
        let room = size.rows - lines.count - 2
        if room > 1 {
            lines.append(dim("last changes"))
            lines += changes.suffix(min(10, room - 1)).map {
                clipped("\(fixed($0.seconds, decimals: 1).leading(to: 8)) s  \($0.line)", size.columns)
            }
        }
        return Array(lines.prefix(size.rows - 1)) + [dim(clipped("q quits", size.columns))]
    }

    private var picture: DevicePicture {
        DevicePicture(device: state.device, edge: state.edge, gravity: state.gravity, hasUnicode: hasUnicode)
    }

    /// Where there is room for nearly nothing: the answer first.
    private var tiny: [String] {
        let angles = [("roll", state.roll), ("lean", state.lean)].compactMap { name, value in
            value.map { "\(name) \(fixed($0, decimals: 0))" }
        }
        return [bold(state.device)] + (notice.map { [$0] } ?? []) + angles
            + ["edge " + state.edge, "shows " + state.interface, dim("q quits")]
    }

    private func wide(_ size: Terminal.Size) -> [String] {
        let facts =
            [
                "device     " + bold(state.device), "edge       " + state.edge, "landscape  " + state.landscape,
                "interface  " + state.interface, "reason     \(state.reason), confidence \(fixed(state.confidence, decimals: 2))",
            ] + axes
        let picture = picture.lines
        var lines = [""]
        for row in 0..<max(DevicePicture.height, facts.count) {
            let left = row < picture.count ? picture[row] : ""
            lines.append("  " + left.padded(to: DevicePicture.width + 4) + (row < facts.count ? facts[row] : ""))
        }
        return lines + [""] + scales(size.columns, areNamed: true) + [sensor]
    }

    /// The words before the picture, where there is not room for both, however the device is held.
    private func narrow(_ size: Terminal.Size) -> [String] {
        let words = ["device     " + bold(state.device), "edge       " + state.edge, "interface  " + state.interface]
        let head = size.rows >= 20 ? picture.lines + words : words
        let gravity = state.gravity.map {
            "x \(fixed($0.x, decimals: 2)) y \(fixed($0.y, decimals: 2)) z \(fixed($0.z, decimals: 2)) g"
        }
        return head + scales(size.columns, areNamed: false) + (gravity.map { [$0] } ?? []) + [sensor]
    }

    /// Roll and lean on scales as wide as there is room.
    ///
    /// - Parameter areNamed: with the names of the places below each.
    private func scales(_ columns: Int, areNamed: Bool) -> [String] {
        let degree = hasUnicode ? "°" : " deg"
        let roll = state.roll.map { $0 < -135 ? $0 + 360 : $0 }
        let figures = [("roll", state.roll), ("lean", state.lean)].map { name, value in
            "\(name) " + (value.map { fixed($0, decimals: 1).leading(to: 6) + degree } ?? "").padded(to: 6 + degree.count) + "  "
        }
        let margin = String(repeating: " ", count: figures[0].count)
        let width = min(columns - margin.count, 73)
        func scale(_ gauge: Gauge, _ figure: String, _ value: Double?) -> [String] {
            [figure + gauge.line(value, width: width)] + (areNamed ? [dim(margin + gauge.names(width: width))] : [])
        }
        return scale(self.figures.thresholds.roll(hasUnicode: hasUnicode), figures[0], roll)
            + scale(self.figures.thresholds.lean(hasUnicode: hasUnicode), figures[1], state.lean)
    }

    private var sensor: String {
        var words: [String] = []
        if let notice { words.append(notice) }
        if let rate = figures.rate { words.append("\(fixed(rate, decimals: 1)) Hz") }
        if let jitter = figures.jitter { words.append("jitter \(fixed(jitter, decimals: 1)) ms") }
        if let others = figures.others {
            words.append(others == 0 ? "no other listens" : "\(others) other\(others == 1 ? " listens" : "s listen")")
        }
        if notice == nil, state.gravity == nil { words.append(state.isGenerating ? "no reading yet" : "no sensor") }
        return words.joined(separator: ", ")
    }

    private var axes: [String] {
        guard let gravity = state.gravity else { return [] }
        return ["x    " + bar(gravity.x), "y    " + bar(gravity.y), "z    " + bar(gravity.z)]
    }

    /// From -1 g to +1 g with the number beside it.
    private func bar(_ value: Double) -> String {
        let scale = Gauge(low: -1, high: 1, bands: [], ticks: [(0, "")], hasUnicode: hasUnicode)
        return fixed(value, decimals: 2).leading(to: 6) + " g  " + scale.line(value, width: 21)
    }

    private func bold(_ text: String) -> String { hasColour ? "\u{1B}[1m\(text)\u{1B}[0m" : text }
    private func dim(_ text: String) -> String { hasColour ? "\u{1B}[2m\(text)\u{1B}[0m" : text }

    /// The first `columns` characters; a change of type takes no room and is kept.
    private func clipped(_ text: String, _ columns: Int) -> String {
        var (shown, room, isEscape) = ("", columns, false)
        for character in text {
            if character == "\u{1B}" { isEscape = true }
            if !isEscape { room -= 1 }
            if isEscape || room >= 0 { shown.append(character) }
            if character == "m" { isEscape = false }
        }
        return shown
    }
}

extension String {
    /// Blanks before it up to `width` characters.
    func leading(to width: Int) -> String {
        count >= width ? self : String(repeating: " ", count: width - count) + self
    }
}
