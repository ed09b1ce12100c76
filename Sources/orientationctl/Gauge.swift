/// A scale in one line of text with a pointer, and with the parts marked in which the past decides.
struct Gauge {
    let low: Double
    let high: Double
    /// Between thresholds.
    let bands: [ClosedRange<Double>]
    /// Values that get a tick, and a name.
    let ticks: [(value: Double, name: String)]
    let hasUnicode: Bool

    /// - Parameter width: characters.
    func line(_ value: Double?, width: Int) -> String {
        guard width > 2 else { return "" }
        var cells = Array(repeating: Character(hasUnicode ? "─" : "-"), count: width)
        for band in bands {
            for place in max(0, place(band.lowerBound, width))...min(width - 1, place(band.upperBound, width)) {
                cells[place] = hasUnicode ? "▒" : "="
            }
        }
        for tick in ticks { cells[place(tick.value, width)] = hasUnicode ? "┴" : "+" }
        if let value { cells[place(value, width)] = hasUnicode ? "●" : "O" }
        return String(cells)
    }

    /// The ticks' names, each around its tick as far as there is room.
    func names(width: Int) -> String {
        var line = ""
        for tick in ticks {
            let start = min(max(0, place(tick.value, width) - tick.name.count / 2), width - tick.name.count)
            if start >= line.count { line = line.padded(to: start) + tick.name }
        }
        return line
    }

    /// The cell of a value; outside ones at the ends.
    private func place(_ value: Double, _ width: Int) -> Int {
        let share = min(max(0, (value - low) / (high - low)), 1)
        return Int((share * Double(width - 1)).rounded())
    }
}

/// The thresholds of the decision, in degrees.
struct Thresholds: Equatable {
    var rollHysteresis = 10.0
    var flatEnter = 60.0
    var flatLeave = 50.0

    /// Cut open between landscapeLeft and upside down, where a device seldom stays.
    func roll(hasUnicode: Bool) -> Gauge {
        let borders = rollHysteresis > 0 ? [-135.0, -45, 45, 135, 225] : []
        return Gauge(
            low: -135, high: 225, bands: borders.map { max(-135, $0 - rollHysteresis)...min(225, $0 + rollHysteresis) },
            ticks: [(-90, "landscapeLeft"), (0, "portrait"), (90, "landscapeRight"), (180, "upside down")], hasUnicode: hasUnicode)
    }

    func lean(hasUnicode: Bool) -> Gauge {
        Gauge(
            low: 0, high: 90, bands: flatLeave < flatEnter ? [flatLeave...flatEnter] : [], ticks: [(0, "upright"), (90, "flat")],
            hasUnicode: hasUnicode)
    }
}
