import Arguments
import Completions
import Posix

/// `orientationctl completions`: prints what a shell needs to complete the others.
enum CompletionsCommand {
    static let command = Command(
        name: "completions",
        synopsis: "bash|zsh|fish",
        summary: "Prints the completions of this program for a shell.",
        details: "Example: source <(orientationctl completions bash)",
        run: run)

    private static func run(_ arguments: [String], _ context: CommandContext) throws -> Int32 {
        let names = CompletionScript.Shell.allCases.map(\.rawValue)
        guard arguments.count == 1, let shell = CompletionScript.Shell(rawValue: arguments[0]) else {
            let given = arguments.first.map { "'\($0)' is not one of" } ?? "name a shell:"
            throw UsageError("\(given) \(names.joined(separator: ", "))\(suggestion(for: arguments.first ?? "", among: names))")
        }
        let words = Main.commands.map { CommandWords(name: $0.name, synopsis: $0.synopsis, summary: $0.summary, details: $0.details) }
        try printOutput(CompletionScript(program: "orientationctl", usage: Main.usage, commands: words).text(for: shell))
        return 0
    }
}
