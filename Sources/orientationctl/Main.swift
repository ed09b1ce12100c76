import Arguments
import Configuration
import Glibc
import Posix

/// orientationctl: options, and the choice of the command.
@main
struct Main {
    static let commands = [
        StatusCommand.command,
        GetCommand.command,
        MonitorCommand.command,
        InterfaceCommands.lock,
        InterfaceCommands.unlock,
        InterfaceCommands.rotate,
        PresentCommand.command,
        ExplainCommand.command,
        RecordCommand.command,
        PlotCommand.command,
        CalibrateCommand.command,
        DoctorCommand.command,
        ReplayCommand.command,
        ScoreCommand.command,
        SimulateCommand.command,
        CompletionsCommand.command,
    ]

    /// What may stand before the command.
    static let usage = "[--socket PATH] [--json] [--version] [--help]"

    static func main() {
        reserveStandardDescriptors()
        exit(status(of: Array(CommandLine.arguments.dropFirst())))
    }

    /// Runs a command line and says in one line what went wrong.
    ///
    /// - Returns: 0 done; 1 it failed; 2 usage; 3 nothing there.
    private static func status(of words: [String]) -> Int32 {
        var context = CommandContext()
        do {
            var reader = ArgumentReader(words, options: ["--socket", "--json", "--help", "-h", "--version"])
            while let word = try reader.next() {
                switch word {
                case .option("--socket"): context.socket = try reader.value("--socket")
                case .option("--json"): context.json = true
                case .option("--version"):
                    try printOutput("orientationctl \(Version.text)\n")
                    return 0
                case .option:
                    try printOutput(help)
                    return 0
                case .operand(let name): return try run(name, try takeSocket(from: reader.rest(), &context), context)
                }
            }
            throw UsageError("no command given; 'orientationctl --help' lists them")
        } catch let error as CommandFailure {
            printError("orientationctl: \(error)")
            return error.status
        } catch let error as UsageError {
            printError("orientationctl: \(error)")
            return 2
        } catch let errors as ConfigurationErrors {
            for line in errors.lines { printError("orientationctl: \(line)") }
            return 1
        } catch {
            printError("orientationctl: \(error)")
            return 1
        }
    }

    /// `--socket` may also come after the command, like `--json`.
    ///
    /// - Returns: the words without it.
    private static func takeSocket(from words: [String], _ context: inout CommandContext) throws(UsageError) -> [String] {
        var left: [String] = []
        var rest = words[...]
        while let word = rest.popFirst() {
            if word == "--" { return left + [word] + rest }
            if word == "--socket" {
                guard let path = rest.popFirst() else { throw UsageError("option '--socket' needs a value") }
                context.socket = path
            } else if word.hasPrefix("--socket=") {
                context.socket = String(word.dropFirst("--socket=".count))
            } else {
                left.append(word)
            }
        }
        return left
    }

    private static func run(_ name: String, _ arguments: [String], _ context: CommandContext) throws -> Int32 {
        if name == "help" {
            try printOutput(try arguments.first.map { name in try Self.command(named: name).help } ?? help)
            return 0
        }
        let command = try Self.command(named: name)
        if arguments.prefix(while: { $0 != "--" }).contains(where: { $0 == "--help" || $0 == "-h" }) {
            try printOutput(command.help)
            return 0
        }
        return try command.run(arguments, context)
    }

    private static func command(named name: String) throws(UsageError) -> Command {
        if let command = commands.first(where: { $0.name == name }) { return command }
        throw UsageError(
            "unknown command '\(name)'\(suggestion(for: name, among: commands.map(\.name))) ('orientationctl --help' lists them)")
    }

    private static var help: String {
        let width = commands.map { $0.name.count }.max() ?? 0
        let rows = commands.map { "  " + $0.name + String(repeating: " ", count: width + 2 - $0.name.count) + $0.summary }
        return """
            Usage: orientationctl [--socket PATH] [--json] COMMAND [ARGUMENT...]

            Asks orientationd which way the device is held, and works with recordings.

            \(rows.joined(separator: "\n"))

            'orientationctl COMMAND --help' says more. --socket PATH asks the daemon there;
            --json is for programs. Exit status: 0 done, 1 it failed, 2 usage, 3 nothing
            there (no daemon, no sensor).

            """
    }
}
