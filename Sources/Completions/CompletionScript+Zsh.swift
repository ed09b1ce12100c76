extension CompletionScript {
    var zsh: String {
        """
        #compdef \(program)
        # zsh completion for \(program). \(Self.origin)
        _\(program)() {
            local -a commands
            commands=(
        \(commands.map { "        " + Self.quoted("\($0.name):\($0.summary)") }.joined(separator: "\n"))
            )
            local state line
            _arguments -C \\
        \(options.map { "        \(specification($0)) \\" }.joined(separator: "\n"))
                '1:command:->command' '*::argument:->argument' && return
            case $state in
            command) _describe command commands ;;
            argument)
                case $line[1] in
        \(commands.map(zshCommand).joined(separator: "\n"))
                esac
                ;;
            esac
        }
        if [ "$funcstack[1]" = _\(program) ]; then _\(program) "$@"; else compdef _\(program) \(program); fi

        """
    }

    private func zshCommand(_ command: CommandWords) -> String {
        let options = command.options.map { " \\\n                \(specification($0))" }.joined()
        let operand = command.operand.map { " \\\n                " + Self.quoted("*:argument:\(action($0))") } ?? ""
        return "        \(command.name)) _arguments\(options)\(operand) \\\n                '--help[says more]' ;;"
    }

    private func specification(_ option: CommandWords.Option) -> String {
        // Brackets and colons have a meaning in there.
        let help = option.help.map { "[]:\\".contains($0) ? "\\\($0)" : String($0) }.joined()
        let text = option.name + (help.isEmpty ? "" : "[\(help)]") + (option.value.map { ":value:\(action($0))" } ?? "")
        return Self.quoted(text)
    }

    private func action(_ value: CommandWords.Value) -> String {
        switch value {
        case .file: "_files"
        case .words(let words): "(\(words.joined(separator: " ")))"
        case .anything: " "
        }
    }
}
