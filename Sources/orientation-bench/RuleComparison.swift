import OrientationCore
import Posix
import Traces

/// This project's decision and the rules of others on the same recordings.
struct RuleComparison {
    let recordings: [ScoringRecording]

    static func run(_ files: [String]) throws {
        let recordings = try files.filter { !ScoringRecording.isTruth($0) }.map { try ScoringRecording(reading: $0) }
        try printOutput(RuleComparison(recordings: recordings).lines.joined(separator: "\n") + "\n")
    }

    /// A table; the first line names the columns.
    var lines: [String] {
        var lines = ["rule               rate  labelled s   right %  inside  never  median ms  90 % ms"]
        for rate in [nil, 25.0, 10, 5] {
            var distortion = Distortion()
            distortion.rate = rate
            let name = rate.map { String(Int($0)) } ?? "full"
            lines.append(line("orientationd", name, score(distortion, knowsFaces: true) { $0.changes(distortion: distortion) }))
            lines.append(line(SensorProxyRule.self, name, distortion))
            lines.append(line("  edges only", name, score(distortion, knowsFaces: false) { $0.changes(distortion: distortion) }))
            lines.append(line(AndroidRule.self, name, distortion))
        }
        return lines
    }

    private func line<Rule: ComparedRule>(_: Rule.Type, _ rate: String, _ distortion: Distortion) -> String {
        line(
            Rule.knowsFaces ? Rule.name : "  \(Rule.name)", rate,
            score(distortion, knowsFaces: Rule.knowsFaces) { Rule.changes(of: $0, distortion: distortion) })
    }

    /// Without faces only rows of an edge count.
    private func score(
        _ distortion: Distortion, knowsFaces: Bool, _ changes: (ScoringRecording) -> [Score.Change]
    ) -> Score {
        var score = Score()
        for recording in recordings {
            let rows = zip(recording.truth.rows, recording.tilts).filter { knowsFaces || !($0.0.expected?.isFlat ?? false) }
            let counted = ScoringRecording(
                name: recording.name, trace: recording.trace, truth: Truth(rows: rows.map(\.0)), tilts: rows.map(\.1))
            score.add(changes(recording), of: counted, distortion: distortion)
        }
        return score
    }

    private func line(_ name: String, _ rate: String, _ score: Score) -> String {
        func thousandths(_ value: Double?) -> String {
            guard let value else { return "-" }
            let whole = Int((value * 1000).rounded(.down))
            return "\(whole / 1000).\(String(whole % 1000 + 1000).dropFirst())"
        }
        func milliseconds(_ share: Double) -> String { score.latency(atShare: share).map { String(Int(($0 * 1000).rounded())) } ?? "-" }
        let cells = [
            (rate, 6), (thousandths(score.labelled), 12), (thousandths(score.share.map { $0 * 100 }), 10), (String(score.changesInside), 8),
            (String(score.neverReached), 7), (milliseconds(0.5), 11), (milliseconds(0.9), 9),
        ]
        return padded(name, to: -17) + cells.map { padded($0.0, to: $0.1) }.joined()
    }

    /// To the right in so many columns, to the left in as many if negative.
    private func padded(_ text: String, to width: Int) -> String {
        let blanks = String(repeating: " ", count: max(0, Int(width.magnitude) - text.count))
        return width < 0 ? text + blanks : blanks + text
    }
}
