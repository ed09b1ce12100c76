import Arguments
import Glibc
import JSON
import OrientationCore
import Posix

/// `orientationctl explain`: the way from the sensor's counts to the answer, and why it is not another one.
struct ExplainCommand {
    static let command = Command(
        name: "explain",
        synopsis: "[--live | --once] [--json]",
        summary: "Says why the orientation is what it is, and not another one.",
        details: """
              --live     again and again until Ctrl-C (so by itself on a terminal)
              --once     one answer
              --json     one JSON object a line, as the method Explain returns it

            Shows the sample as the sensor gave it, as gravity in the frame of the screen,
            the angles with the thresholds they are compared with, how much evidence for a
            change there is, and what each other orientation lacks. Needs the rights of raw
            gravity.

            Example: orientationctl explain --once
            """,
        run: { arguments, context in try ExplainCommand(arguments, context).run(context) })

    private var json: Bool
    private var isLive: Bool?

    private init(_ arguments: [String], _ context: CommandContext) throws(UsageError) {
        json = context.json
        var reader = ArgumentReader(arguments, options: ["--live", "--once", "--json"])
        while let word = try reader.next() {
            switch word {
            case .option("--live"): isLive = true
            case .option("--once"): isLive = false
            case .option: json = true
            case .operand(let operand): throw UsageError("unexpected '\(operand)'; explain takes options only")
            }
        }
    }

    private func run(_ context: CommandContext) throws -> Int32 {
        let daemon = try Daemon(context)
        if isLive ?? (Terminal.isPage && !json) { return try follow(daemon, try Daemon(context)) }
        let reply = try daemon.call("Explain", ["wait": 3000])
        try show(reply)
        return reply["form"]?.isNull == false ? 0 : 3
    }

    private func show(_ reply: JSONObject) throws {
        try printOutput(json ? JSONValue.object(reply).text + "\n" : ExplainText(reply).lines.joined(separator: "\n") + "\n")
    }

    /// One connection holds the sensor, the other asks.
    private func follow(_ daemon: Daemon, _ holder: Daemon) throws -> Int32 {
        try holder.client.send("\(Daemon.interface).Monitor", [:], .more)
        _ = try holder.client.nextReply(timeout: .seconds(10))
        let page = Terminal.isPage && !json
        let live = try LiveText(interval: .milliseconds(200), isPage: page) {
            let reply = try daemon.call("Explain")
            if page { return ExplainText(reply).page(Terminal.size) }
            try show(reply)
            return nil
        }
        return try live.run()
    }
}
