import Traces

/// Scores as a table for people.
struct ScoreTable {
    let rows: [(name: String, score: Score)]

    private static let columns = [
        "recording", "labelled s", "right %", "inside", "rows", "never", "median ms", "90 % ms", "worst ms", "a minute",
    ]

    var text: String {
        let cells = [Self.columns] + rows.map { Self.cells($0.name, $0.score) }
        let widths = Self.columns.indices.map { column in cells.map { $0[column].count }.max() ?? 0 }
        return cells.map { Self.line($0, widths) + "\n" }.joined()
    }

    private static func cells(_ name: String, _ score: Score) -> [String] {
        func milliseconds(_ share: Double) -> String { score.latency(atShare: share).map { fixed($0 * 1000, 0) } ?? "-" }
        return [
            name, fixed(score.labelled, 1), score.share.map { fixed($0 * 100, 3, .down) } ?? "-", String(score.changesInside),
            String(score.rows), String(score.neverReached), milliseconds(0.5), milliseconds(0.9), milliseconds(1),
            score.changesAMinute.map { fixed($0, 1) } ?? "-",
        ]
    }

    /// The first column to the left, numbers to the right.
    private static func line(_ cells: [String], _ widths: [Int]) -> String {
        zip(cells, widths).enumerated().map { column, cell in
            let blanks = String(repeating: " ", count: cell.1 - cell.0.count)
            return column == 0 ? cell.0 + blanks : blanks + cell.0
        }.joined(separator: "  ")
    }

    /// With so many decimals; a share is rounded down, so that 99.9996 is not shown as the 100 that it is not.
    private static func fixed(_ value: Double, _ decimals: Int, _ rule: FloatingPointRoundingRule = .toNearestOrAwayFromZero) -> String {
        var power = 1.0
        for _ in 0..<decimals { power *= 10 }
        let whole = Int64((value * power + 1e-6).rounded(rule))
        guard decimals > 0 else { return String(whole) }
        let digits = String(whole % Int64(power))
        return "\(whole / Int64(power))." + String(repeating: "0", count: decimals - digits.count) + digits
    }
}
