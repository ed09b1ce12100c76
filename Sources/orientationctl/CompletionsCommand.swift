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
        var shell: CompletionScript.Shell?
        var reader = ArgumentReader(arguments, options: [])
        while case .operand(let name)? = try reader.next() {
            guard shell == nil else { throw UsageError("one shell at a time: '\(name)' is one too many") }
            shell = CompletionScript.Shell(rawValue: try oneOf(names, name))
        }
        guard let shell else { throw UsageError("name a shell: \(names.joined(separator: ", "))") }
        let words = Main.commands.map { CommandWords(name: $0.name, synopsis: $0.synopsis, summary: $0.summary, details: $0.details) }
        try printOutput(CompletionScript(program: "orientationctl", usage: Main.usage, commands: words).text(for: shell))
        return 0
    }
}
