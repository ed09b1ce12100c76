import Arguments
import JSON
import Posix

/// `orientationctl status`: what the daemon does, for a person who wants to know why the screen does not turn.
enum StatusCommand {
    static let command = Command(
        name: "status",
        synopsis: "",
        summary: "Shows the sensors, where the matrix is from, the state, warnings.",
        details: "Example: orientationctl status",
        run: run)

    private static func run(_ arguments: [String], _ context: CommandContext) throws -> Int32 {
        var json = context.json
        var reader = ArgumentReader(arguments, options: ["--json"])
        while let word = try reader.next() {
            guard case .option = word else { throw UsageError("status takes no arguments") }
            json = true
        }
        let daemon = try Daemon(context)
        let status = try daemon.call("Status")
        let sensors = try daemon.call("ListSensors")["sensors"]?.array ?? []
        if json {
            var all = status
            all["sensors"] = .array(sensors)
            try printOutput(JSONValue.object(all).text + "\n")
            return 0
        }
        try printOutput(try text(status, sensors).joined(separator: "\n") + "\n")
        return 0
    }

    private static func lockText(_ status: JSONObject) -> String {
        let lock = status["lock"]?.string.map { ", locked to \($0) ('orientationctl unlock' opens it)" } ?? ""
        let presenter = status["presenter"]?.integer.map { ", the screen is turned by process \($0)" } ?? ""
        return lock + presenter
    }

    private static func text(_ status: JSONObject, _ sensors: [JSONValue]) throws -> [String] {
        let state = try StateView(reply: status)
        func number(_ key: String) -> String { status[key]?.integer.map(String.init) ?? "?" }
        // Off as long as nobody listens is how it should be, and reads like a fault.
        let isAsleep = state.reason == "released" && !state.isGenerating
        let reason = isAsleep ? "the sensor is off, since nobody is subscribed" : state.reason
        var lines = [
            row("daemon", "orientationd \(status["version"]?.string ?? "?"), up \(duration(status["uptime"]?.integer ?? 0))"),
            row("source", status["source"]?.string ?? "?"),
            row("device", "\(state.device) (\(reason)), edge \(state.edge), landscape \(state.landscape)"),
            row("interface", state.interface + lockText(status)),
        ]
        if let roll = state.roll, let lean = state.lean {
            lines.append(
                row(
                    "angles",
                    "roll \(fixed(roll, decimals: 1)) lean \(fixed(lean, decimals: 1)) degrees, confidence \(fixed(state.confidence, decimals: 2))"
                ))
        }
        lines += [
            row("listeners", "\(number("subscribers")) subscribed, \(number("holders")) holding the sensor"),
            row("samples", "\(number("samples")) taken, \(number("rejected")) rejected since it was switched on"),
        ]
        for warning in status["warnings"]?.array ?? [] { lines.append(row("warning", warning.string ?? "")) }
        if sensors.isEmpty { lines.append(row("sensors", "none found")) }
        for sensor in sensors { lines += sensorLines(sensor) }
        return lines
    }

    private static func sensorLines(_ sensor: JSONValue) -> [String] {
        func text(_ key: String) -> String { sensor[key]?.string ?? "?" }
        let isUsed = sensor["used"]?.bool ?? false
        var lines = ["", "\(isUsed ? "*" : "-") \(text("name")) (\(text("id")), \(text("kind"))): \(text("reason"))"]
        lines.append("    location  \(text("location")) (\(text("locationSource")))")
        if !text("matrix").isEmpty { lines.append("    matrix    \(text("matrix"))") }
        if !text("access").isEmpty { lines.append("    access    \(text("access"))") }
        if let rate = sensor["rate"]?.double { lines.append("    rate      \(rate) Hz") }
        for warning in sensor["warnings"]?.array ?? [] { lines.append("    warning   \(warning.string ?? "")") }
        return lines
    }

    private static func row(_ key: String, _ value: String) -> String { key.padded(to: 11) + value }

    private static func duration(_ nanoseconds: Int64) -> String {
        let seconds = nanoseconds / 1_000_000_000
        if seconds < 120 { return "\(seconds) s" }
        if seconds < 7200 { return "\(seconds / 60) min" }
        return "\(seconds / 3600) h"
    }
}
