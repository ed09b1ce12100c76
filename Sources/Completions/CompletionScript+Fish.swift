extension CompletionScript {
    var fish: String {
        let start = "complete -c \(program)"
        var lines = ["# fish completion for \(program). \(Self.origin)", "\(start) -f"]
        lines += options.map { "\(start) -n __fish_use_subcommand \(fishOption($0))" }
        for command in commands {
            lines.append("\(start) -n __fish_use_subcommand -a \(command.name) -d \(fishQuoted(command.summary))")
            let condition = "-n '__fish_seen_subcommand_from \(command.name)'"
            lines += command.options.map { "\(start) \(condition) \(fishOption($0))" }
            switch command.operand {
            case .file?: lines.append("\(start) \(condition) -F")
            case .words(let words)?: lines.append("\(start) \(condition) -a \(fishQuoted(words.joined(separator: " ")))")
            case .anything?, nil: break
            }
        }
        return lines.joined(separator: "\n") + "\n"
    }

    private func fishOption(_ option: CommandWords.Option) -> String {
        let isLong = option.name.hasPrefix("--")
        var words = isLong ? "-l \(option.name.dropFirst(2))" : "-s \(option.name.dropFirst())"
        switch option.value {
        case .file?: words += " -r -F"
        case .words(let choices)?: words += " -x -a \(fishQuoted(choices.joined(separator: " ")))"
        case .anything?: words += " -x"
        case nil: break
        }
        return option.help.isEmpty ? words : "\(words) -d \(fishQuoted(option.help))"
    }

    /// fish has no way out of single quotes but a backslash.
    private func fishQuoted(_ text: String) -> String {
        "'" + text.map { $0 == "'" || $0 == "\\" ? "\\\($0)" : String($0) }.joined() + "'"
    }
}
