import JSON
import OrientationCore

/// A reply to Explain as a page for people.
struct ExplainText {
    let reply: JSONObject

    init(_ reply: JSONObject) { self.reply = reply }

    var lines: [String] {
        let device = reply["state"]?["device"]?.string ?? "?"
        let verdict = reply["verdict"]?.string ?? "?"
        var lines = ["\(device): \(verdict)"]
        lines += others
        lines.append("")
        lines += way
        lines += thresholds
        lines += decision
        return lines
    }

    /// All of it where there is room, and otherwise what matters most, a line each.
    func page(_ size: Terminal.Size) -> [String] {
        let whole = lines.flatMap { wrapped($0, to: size.columns) }
        if whole.count <= size.rows { return whole }
        let end = "('explain --once' prints all of it)"
        return (short.prefix(max(1, size.rows - 1)) + [end]).prefix(size.rows).map { String($0.prefix(size.columns)) }
    }

    private var short: [String] {
        func value(_ number: Double?) -> String { (number.map { fixed($0, decimals: 1) } ?? "?").leading(to: 7) }
        let thresholds = reply["thresholds"]
        let reach = thresholds?["rollHysteresis"]?.double.map { 45 + $0 }
        var lines = [
            reply["state"]?["device"]?.string ?? "?",
            "roll \(value(reply["roll"]?.double)), edge holds to\(value(reach))",
            "lean \(value(reply["lean"]?.double)), flat from    \(value(thresholds?["flatEnter"]?.double))",
        ]
        if let gravity = Vector3(reply["gravity"]) { lines.append("x, y, z " + numbers(gravity, decimals: 2) + " g") }
        lines += decision.map { $0.split(whereSeparator: { "(;".contains($0) }).first.map(String.init) ?? $0 }
        return lines + others.filter { $0.hasPrefix("  ") }.map { "not " + $0.drop { $0 == " " } }
    }

    /// From the counts to the angles.
    private var way: [String] {
        guard let form = reply["form"], !form.isNull else { return ["sensor      none ('orientationctl status' says why)"] }
        var lines = [
            "sensor      \(form["sensor"]?.string ?? "?") (\(form["id"]?.string ?? "?")), \(form["access"]?.string ?? "?")",
            "matrix      \(form["matrixSource"]?.string ?? "?")",
        ]
        if let sample = Vector3(reply["sample"]) {
            let age = reply["age"]?.double.map { ", \(fixed($0 * 1e-6, decimals: 0)) ms old" } ?? ""
            lines.append("raw         " + numbers(sample, decimals: 3) + "  as the sensor counts\(age)")
        } else {
            lines.append("raw         no sample yet")
        }
        if let measured = Vector3(reply["measured"]), let norm = reply["norm"]?.double {
            lines.append(
                "corrected   " + numbers(measured, decimals: 3)
                    + "  g; length \(fixed(norm, decimals: 3))")
        }
        if let gravity = Vector3(reply["gravity"]) {
            lines.append("smoothed    " + numbers(gravity, decimals: 3) + "  g; x right, y up, z out of the glass")
        }
        if let roll = reply["roll"]?.double, let lean = reply["lean"]?.double {
            lines.append(
                "roll        \(fixed(roll, decimals: 1).leading(to: 8)) degrees; 0 portrait, -90 landscapeLeft, 90 landscapeRight")
            lines.append("lean        \(fixed(lean, decimals: 1).leading(to: 8)) degrees; 0 upright, 90 lying flat")
        }
        return lines
    }

    private var thresholds: [String] {
        guard let thresholds = reply["thresholds"] else { return [] }
        func value(_ key: String) -> String { thresholds[key]?.double.map { Angles.shown($0).description } ?? "?" }
        let reach = thresholds["rollHysteresis"]?.double.map { Angles.shown(45 + $0).description } ?? "?"
        return [
            "thresholds  an edge is left past \(reach) degrees (45 + roll-hysteresis \(value("rollHysteresis")));",
            "            flat from \(value("flatEnter")) on (flat-enter) to below \(value("flatLeave")) (flat-leave)",
        ]
    }

    private var decision: [String] {
        guard let decision = reply["decision"], !decision.isNull, let evidence = decision["evidence"]?.double,
            let demand = decision["demand"]?.double, let side = decision["sideEvidence"]?.double,
            let stillness = decision["stillness"]?.double
        else { return [] }
        func share(_ amount: Double) -> String { demand > 0 ? "\(Int((min(1, amount / demand) * 100).rounded())) %" : "none" }
        return [
            "evidence    \(share(evidence)) of what a change needs (\(fixed(evidence, decimals: 4)) of \(fixed(demand, decimals: 4)) g s); "
                + "side \(share(side))",
            "stillness   \(fixed(stillness, decimals: 2)); 1 at rest; the less, the more evidence is needed",
        ]
    }

    private var others: [String] {
        let others = (reply["alternatives"]?.array ?? []).map {
            "  \(($0["device"]?.string ?? "?").padded(to: 20))\($0["reason"]?.string ?? "?")"
        }
        return others.isEmpty ? [] : ["", "why not"] + others
    }

    private func numbers(_ vector: Vector3, decimals: Int) -> String {
        [vector.x, vector.y, vector.z].map { fixed($0, decimals: decimals).leading(to: 8) }.joined(separator: " ")
    }
}
