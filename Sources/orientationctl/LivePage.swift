import OrientationCore

/// What `monitor` shows on a terminal: the device as it is held, gravity, and the last changes. A value in, lines out.
struct LivePage {
    var state: StateView
    /// Shown in the head line, for instance the sensor.
    var title: String
    /// The last changes, oldest first: seconds since the start of this program, and the line.
    var changes: [(seconds: Double, line: String)]
    var hasUnicode: Bool
    var hasColour: Bool

    func lines(_ size: Terminal.Size) -> [String] {
        let picture = DevicePicture(device: state.device, edge: state.edge, gravity: state.gravity, hasUnicode: hasUnicode)
        let isNarrow = size.columns < 64
        var lines = [bold(clipped("orientationd  \(title)", size.columns)), ""]
        let facts = self.facts
        if isNarrow {
            // The words before the picture, where there is not room for both, however the device is held.
            let hasPicture = size.rows >= 16
            lines += ((hasPicture ? picture.lines + [""] : []) + facts).map { clipped($0, size.columns) }
        } else {
            let height = max(picture.lines.count, facts.count)
            for row in 0..<height {
                let left = row < picture.lines.count ? picture.lines[row] : ""
                lines.append("  " + left.padded(to: DevicePicture.width + 4) + (row < facts.count ? facts[row] : ""))
            }
        }
        let room = size.rows - lines.count - 3
        if room > 0 {
            lines += ["", dim("last changes")]
            lines += changes.suffix(room).map { clipped("\(fixed($0.seconds, decimals: 1).leading(to: 8)) s  \($0.line)", size.columns) }
        }
        return Array(lines.prefix(size.rows - 1)) + [dim(clipped("q quits", size.columns))]
    }

    private var facts: [String] {
        var facts = [
            "device     " + bold(state.device), "edge       " + state.edge, "landscape  " + state.landscape,
            "interface  " + state.interface, "reason     " + state.reason,
            "confidence " + fixed(state.confidence, decimals: 2), "",
        ]
        let degree = hasUnicode ? "°" : " deg"
        if let roll = state.roll, let lean = state.lean, let gravity = state.gravity {
            facts += [
                "roll " + fixed(roll, decimals: 1).leading(to: 7) + degree,
                "lean " + fixed(lean, decimals: 1).leading(to: 7) + degree,
                "x    " + bar(gravity.x), "y    " + bar(gravity.y), "z    " + bar(gravity.z),
            ]
        } else {
            facts.append(state.isGenerating ? "no reading yet" : "no sensor")
        }
        return facts
    }

    /// From -1 g to +1 g with the number beside it.
    private func bar(_ value: Double) -> String {
        let half = 10
        let position = half + Int((max(-1, min(1, value)) * Double(half)).rounded())
        var cells = Array(repeating: Character(hasUnicode ? "─" : "-"), count: 2 * half + 1)
        cells[half] = hasUnicode ? "┼" : "+"
        cells[position] = hasUnicode ? "●" : "O"
        return fixed(value, decimals: 2).leading(to: 6) + " g  " + String(cells)
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

/// The device as the person in front of it sees it, with the bottom edge marked and an arrow where things fall.
struct DevicePicture {
    var device: String
    var edge: String
    var gravity: Vector3?
    var hasUnicode: Bool

    static let width = 22

    var lines: [String] {
        switch DeviceOrientation(name: device) ?? .unknown {
        case .portrait: box(10, 8, mark: .bottom, inside: arrow(turn: 0))
        case .portraitUpsideDown: box(10, 8, mark: .top, inside: arrow(turn: 180))
        case .landscapeLeft: box(20, 6, mark: .right, inside: arrow(turn: -90))
        case .landscapeRight: box(20, 6, mark: .left, inside: arrow(turn: 90))
        case .faceUp: box(20, 3, mark: .none, inside: "face up")
        case .faceDown: box(20, 3, mark: .none, inside: "face down")
        case .unknown: box(14, 6, mark: .none, inside: "?")
        }
    }

    private enum Mark { case none, top, bottom, left, right }

    /// Where gravity points on the page: the picture is turned like the device, so about down.
    private func arrow(turn: Double) -> String {
        guard let gravity else { return " " }
        var off = Angles.roll(of: gravity) - turn
        if off > 180 { off -= 360 }
        if off < -180 { off += 360 }
        // A device that is turned clockwise past its axis has things fall to the left of it.
        if off > 15 { return hasUnicode ? "↘" : "\\" }
        if off < -15 { return hasUnicode ? "↙" : "/" }
        return hasUnicode ? "↓" : "v"
    }

    private func box(_ width: Int, _ height: Int, mark: Mark, inside: String) -> [String] {
        let (h, v): (Character, Character) = hasUnicode ? ("─", "│") : ("-", "|")
        let corners: [Character] = hasUnicode ? ["┌", "┐", "└", "┘"] : ["+", "+", "+", "+"]
        let button: Character = hasUnicode ? "○" : "o"
        var rows: [[Character]] = []
        rows.append([corners[0]] + Array(repeating: h, count: width - 2) + [corners[1]])
        for _ in 0..<(height - 2) { rows.append([v] + Array(repeating: " ", count: width - 2) + [v]) }
        rows.append([corners[2]] + Array(repeating: h, count: width - 2) + [corners[3]])
        let start = (width - inside.count) / 2
        for (offset, character) in inside.enumerated() { rows[height / 2][start + offset] = character }
        switch mark {
        case .none: break
        case .top: rows[0][width / 2] = button
        case .bottom: rows[height - 1][width / 2] = button
        case .left: rows[height / 2][0] = button
        case .right: rows[height / 2][width - 1] = button
        }
        let margin = String(repeating: " ", count: (Self.width - width) / 2)
        return rows.map { margin + String($0) }
    }
}

extension String {
    /// Blanks before it up to `width` characters.
    func leading(to width: Int) -> String {
        count >= width ? self : String(repeating: " ", count: width - count) + self
    }
}
