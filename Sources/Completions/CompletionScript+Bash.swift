extension CompletionScript {
    var bash: String {
        """
        # bash completion for \(program). \(Self.origin)
        _\(program)() {
            local current=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD - 1]} command= i
            COMPREPLY=()
            for ((i = 1; i < COMP_CWORD; i++)); do
                case ${COMP_WORDS[i]} in
                \(valued(options)) ((i++)) ;;
                -*) ;;
                *)
                    command=${COMP_WORDS[i]}
                    break
                    ;;
                esac
            done
            case $command in
            '')
                case $previous in
        \(values(options, indent: 3))
                esac
                _\(program)_words "\((options.map(\.name) + commands.map(\.name)).joined(separator: " "))"
                ;;
        \(commands.map(bashCommand).joined(separator: "\n"))
            esac
        }
        _\(program)_words() {
            mapfile -t COMPREPLY < <(compgen -W "$1" -- "$current")
        }
        _\(program)_files() {
            compopt -o filenames 2>/dev/null
            mapfile -t COMPREPLY < <(compgen -f -- "$current")
        }
        complete -F _\(program) \(program)

        """
    }

    private func valued(_ options: [CommandWords.Option]) -> String {
        options.filter { $0.value != nil }.map(\.name).joined(separator: " | ") + ")"
    }

    /// What completes the value of each option, and ends there.
    private func values(_ options: [CommandWords.Option], indent: Int) -> String {
        let blanks = String(repeating: "    ", count: indent)
        return options.compactMap { option in option.value.map { "\(blanks)\(option.name)) \(bashValue($0)); return ;;" } }
            .joined(separator: "\n")
    }

    private func bashValue(_ value: CommandWords.Value) -> String {
        switch value {
        case .file: "_\(program)_files"
        case .words(let words): "_\(program)_words \"\(words.joined(separator: " "))\""
        case .anything: ":"
        }
    }

    private func bashCommand(_ command: CommandWords) -> String {
        let names = command.options.map(\.name).joined(separator: " ")
        let values = values(command.options, indent: 3)
        let choice = values.isEmpty ? "" : "            case $previous in\n\(values)\n            esac\n"
        let operand = command.operand.map(bashValue) ?? ":"
        return """
                \(command.name))
            \(choice)            case $current in
                    -*) _\(program)_words "\(names) --help" ;;
                    *) \(operand) ;;
                    esac
                    ;;
            """
    }
}
