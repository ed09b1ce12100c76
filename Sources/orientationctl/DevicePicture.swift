import OrientationCore

/// The device as the person in front of it sees it, with the bottom edge marked and an arrow where things fall.
struct DevicePicture {
    var device: String
    var edge: String
    var gravity: Vector3?
    var hasUnicode: Bool

    static let width = 22
    /// Of the tallest.
    static let height = 8

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
