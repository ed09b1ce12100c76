import Arguments
import JSON
import OrientationCore
import Posix

/// `orientationctl get`: one reading, for scripts.
enum GetCommand {
    static let command = Command(
        name: "get",
        synopsis: "[device|interface|edge] [--wait SECONDS]",
        summary: "Prints the name of the present orientation, nothing else.",
        details: """
            Switches the sensor on just for that, if nobody else has, and waits for the
            first reading, at most 5 seconds or as long as --wait says.

            Example: if [ "$(orientationctl get)" = faceDown ]; then mute; fi
            """,
        run: run)

    private static let kinds = ["device", "interface", "edge"]

    private static func run(_ arguments: [String], _ context: CommandContext) throws -> Int32 {
        var kind: String?
        var patience = 5.0
        var json = context.json
        var reader = ArgumentReader(arguments, options: ["--wait", "--json"])
        while let word = try reader.next() {
            switch word {
            case .option("--wait"): patience = try reader.number("--wait", in: 0...3600)
            case .option: json = true
            case .operand(let name):
                guard kind == nil else { throw UsageError("only one of \(kinds.joined(separator: ", ")) at a time") }
                kind = try oneOf(kinds, name)
            }
        }
        let milliseconds = Int64(patience * 1000)
        let reply = try Daemon(context).call("Get", ["wait": .integer(milliseconds)], timeout: .milliseconds(milliseconds + 10_000))
        let state = try StateView(reply: reply)
        if json {
            try printOutput(JSONValue.object(state.object).text + "\n")
        } else {
            let name =
                switch kind {
                case "interface": state.interface
                case "edge": state.edge
                case _: state.device
                }
            try printOutput(name + "\n")
        }
        return 0
    }
}
