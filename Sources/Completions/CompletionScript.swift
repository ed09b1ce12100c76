/// The completions of a program with commands, for a shell.
public struct CompletionScript {
    public enum Shell: String, CaseIterable, Sendable {
        case bash
        case zsh
        case fish
    }

    let program: String
    /// Options that stand before the command.
    let options: [CommandWords.Option]
    let commands: [CommandWords]

    /// - Parameter usage: the options before the command, as for ``CommandWords``.
    public init(program: String, usage: String, commands: [CommandWords]) {
        self.program = program
        options = CommandWords(name: program, synopsis: usage, summary: "", details: "").options
        self.commands = commands
    }

    public func text(for shell: Shell) -> String {
        switch shell {
        case .bash: bash
        case .zsh: zsh
        case .fish: fish
        }
    }

    /// In single quotes, for all three shells.
    static func quoted(_ text: String) -> String {
        "'" + text.map { $0 == "'" ? "'\\''" : String($0) }.joined() + "'"
    }

    static let origin = "Made by 'make completions' from the commands' own help."
}
