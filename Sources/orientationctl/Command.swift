import Arguments
import Posix

/// A failure with the exit status that it means: 1 it failed, 3 nothing there.
struct CommandFailure: Error, Equatable, CustomStringConvertible {
    let description: String
    let status: Int32

    static func failed(_ description: String) -> CommandFailure {
        CommandFailure(description: description, status: 1)
    }

    static func nothingThere(_ description: String) -> CommandFailure {
        CommandFailure(description: description, status: 3)
    }
}

/// What every command gets from the words before it.
struct CommandContext: Sendable {
    /// The daemon's socket, or nil for the usual places.
    var socket: String?
    /// `--json` was given before or after the command.
    var json = false
}

/// One command of orientationctl: what it is called, what `--help` says of it, and what it does.
struct Command: Sendable {
    let name: String
    /// What follows the name on the usage line.
    let synopsis: String
    /// One line for the table of commands.
    let summary: String
    /// The rest of its `--help`: options, an example.
    let details: String
    /// Gets the words after the name.
    ///
    /// - Returns: the exit status.
    let run: @Sendable (_ arguments: [String], _ context: CommandContext) throws -> Int32

    var help: String {
        "Usage: orientationctl \(name)\(synopsis.isEmpty ? "" : " " + synopsis)\n\n\(summary)\n"
            + (details.isEmpty ? "" : "\n" + details + "\n")
    }
}
