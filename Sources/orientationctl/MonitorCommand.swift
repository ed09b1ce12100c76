import Arguments
import EventLoop
import Glibc
import JSON
import OrientationCore
import Posix
import Varlink

/// `orientationctl monitor`: follows the changes, as a live page, as lines, as JSON, or by running a command.
enum MonitorCommand {
    static let command = Command(
        name: "monitor",
        synopsis: "[OPTION...]",
        summary: "Follows the orientation; a live picture on a terminal.",
        details: """
              --gravity HZ      besides changes, the state with gravity, that often
              --supported MASK  the interface orientations that this client can show:
                                portrait, portraitUpsideDown, landscapeRight, landscapeLeft,
                                landscape, allButUpsideDown, all, or several with commas.
                                Then each change of interface is shown twice, before
                                ("phase":"will") and after ("phase":"did") the screen turns
              --exec CMD        runs CMD at each change, with ORIENTATION_DEVICE, _EDGE,
                                _INTERFACE, _LANDSCAPE, _ANGLE, _TRANSFORM and _REASON
              --json            one JSON object a line

            It ends when a recording that the daemon plays has ended. A daemon that is
            restarted is waited for, 60 seconds long.
            Example: orientationctl monitor --exec 'notify-send "$ORIENTATION_DEVICE"'
            """,
        run: run)

    private struct Options {
        var gravity: Double?
        var supported: [String]?
        var hook: Hook?
        var json: Bool
    }

    private static func run(_ arguments: [String], _ context: CommandContext) throws -> Int32 {
        var options = Options(json: context.json)
        var reader = ArgumentReader(arguments, options: ["--gravity", "--supported", "--exec", "--json"])
        while let word = try reader.next() {
            switch word {
            case .option("--gravity"): options.gravity = try reader.number("--gravity", in: 0.01...1000)
            case .option("--supported"): options.supported = try Self.mask(try reader.value("--supported"))
            case .option("--exec"): options.hook = Hook(command: try reader.value("--exec"))
            case .option: options.json = true
            case .operand(let operand): throw UsageError("unexpected '\(operand)'; monitor takes options only")
            }
        }
        if Terminal.isPage && !options.json && options.hook == nil && options.supported == nil {
            return try LiveMonitor(context, gravity: options.gravity ?? 10).run()
        }
        let start = clockNanoseconds(CLOCK_MONOTONIC)
        return try DaemonReturn.following(context) { try follow($0, options, start: start) }
    }

    /// The names between the commas.
    static func mask(_ text: String) throws(UsageError) -> [String] {
        let names = text.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
        for name in names { _ = try oneOf(OrientationMask.named.map(\.name), name, option: "--supported") }
        return names
    }

    private static func follow(_ daemon: Daemon, _ options: Options, start: Int64) throws -> Int32 {
        var parameters: JSONObject = [:]
        if let gravity = options.gravity { parameters["gravity"] = .real(gravity) }
        if let supported = options.supported { parameters["supported"] = .array(supported.map { .string($0) }) }
        do {
            try daemon.client.send("\(Daemon.interface).Monitor", parameters, .more)
            var last: StateView?
            while true {
                let reply = try daemon.client.nextReply(timeout: nil)
                if let error = reply.error { throw ClientError.failed(error) }
                let state = try StateView(reply: reply.parameters)
                // Who does not take part in the interface wants to see each change once. (A reader that was slow may get
                // news with a did.)
                let isSecondTime = state.phase == "did" && last.map { $0.tellsTheSame(as: state) } ?? false
                last = state
                if isSecondTime && options.supported == nil { continue }
                if options.json {
                    try printOutput(JSONValue.object(state.object).text + "\n")
                } else {
                    let seconds = Double(clockNanoseconds(CLOCK_MONOTONIC) - start) * 1e-9
                    try printOutput("\(fixed(seconds, decimals: 3).leading(to: 9)) s  \(state.line(withGravity: options.gravity != nil))\n")
                }
                // Before anything is known there is nothing to act on.
                if !isSecondTime && state.isKnown { try options.hook?.run(state) }
                if state.reason == "ended" || !reply.continues { return 0 }
            }
        } catch let error as ClientError {
            throw Daemon.failure(error)
        }
    }
}
