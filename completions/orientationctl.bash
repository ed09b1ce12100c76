# bash completion for orientationctl. Made by 'make completions' from the commands' own help.
_orientationctl() {
    local current=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD - 1]} command= i
    COMPREPLY=()
    for ((i = 1; i < COMP_CWORD; i++)); do
        case ${COMP_WORDS[i]} in
        --socket) ((i++)) ;;
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
            --socket) _orientationctl_files; return ;;
        esac
        _orientationctl_words "--socket --json --version --help status get monitor lock unlock rotate present explain record plot calibrate doctor replay score simulate completions"
        ;;
    status)
            case $current in
        -*) _orientationctl_words " --help" ;;
        *) : ;;
        esac
        ;;
    get)
            case $previous in
            --wait) :; return ;;
            esac
            case $current in
        -*) _orientationctl_words "--wait --help" ;;
        *) _orientationctl_words "device interface edge" ;;
        esac
        ;;
    monitor)
            case $previous in
            --gravity) :; return ;;
            --supported) _orientationctl_words "portrait portraitUpsideDown landscapeRight landscapeLeft landscape allButUpsideDown all"; return ;;
            --exec) :; return ;;
            esac
            case $current in
        -*) _orientationctl_words "--gravity --supported --exec --json --help" ;;
        *) : ;;
        esac
        ;;
    lock)
            case $previous in
            --id) :; return ;;
            esac
            case $current in
        -*) _orientationctl_words "--id --help" ;;
        *) _orientationctl_words "portrait portraitUpsideDown landscapeRight landscapeLeft landscape" ;;
        esac
        ;;
    unlock)
            case $previous in
            --id) :; return ;;
            esac
            case $current in
        -*) _orientationctl_words "--id --help" ;;
        *) : ;;
        esac
        ;;
    rotate)
            case $previous in
            --id) :; return ;;
            esac
            case $current in
        -*) _orientationctl_words "--force --id --help" ;;
        *) _orientationctl_words "portrait portraitUpsideDown landscapeRight landscapeLeft landscape" ;;
        esac
        ;;
    present)
            case $previous in
            --output) :; return ;;
            --backend) _orientationctl_words "sway wlroots hyprland kde x11"; return ;;
            --touch) :; return ;;
            --exec) :; return ;;
            esac
            case $current in
        -*) _orientationctl_words "--output --backend --touch --exec --help" ;;
        *) : ;;
        esac
        ;;
    explain)
            case $current in
        -*) _orientationctl_words "--live --once --json --help" ;;
        *) : ;;
        esac
        ;;
    record)
            case $previous in
            -o) _orientationctl_files; return ;;
            --seconds) :; return ;;
            esac
            case $current in
        -*) _orientationctl_words "-o --seconds --force --help" ;;
        *) : ;;
        esac
        ;;
    plot)
            case $previous in
            -o) _orientationctl_files; return ;;
            --seconds) :; return ;;
            --size) :; return ;;
            --from) :; return ;;
            --to) :; return ;;
            --config) _orientationctl_files; return ;;
            esac
            case $current in
        -*) _orientationctl_words "-o --seconds --size --from --to --config --lenient --help" ;;
        *) _orientationctl_files ;;
        esac
        ;;
    calibrate)
            case $previous in
            --root) _orientationctl_files; return ;;
            esac
            case $current in
        -*) _orientationctl_words "--all --apply --root --json --help" ;;
        *) : ;;
        esac
        ;;
    doctor)
            case $previous in
            --seconds) :; return ;;
            --report) _orientationctl_files; return ;;
            --root) _orientationctl_files; return ;;
            esac
            case $current in
        -*) _orientationctl_words "--seconds --report --root --json --help" ;;
        *) : ;;
        esac
        ;;
    replay)
            case $previous in
            --config) _orientationctl_files; return ;;
            esac
            case $current in
        -*) _orientationctl_words "--lenient --config --json --help" ;;
        *) _orientationctl_files ;;
        esac
        ;;
    score)
            case $previous in
            --thin) :; return ;;
            --phases) :; return ;;
            --noise) :; return ;;
            --gain) :; return ;;
            --seed) :; return ;;
            --clear) :; return ;;
            esac
            case $current in
        -*) _orientationctl_words "--thin --phases --turn --noise --gain --seed --clear --help" ;;
        *) _orientationctl_files ;;
        esac
        ;;
    simulate)
            case $previous in
            --script) :; return ;;
            --fault) :; return ;;
            --saturate) :; return ;;
            --garbage) :; return ;;
            --trace) _orientationctl_files; return ;;
            --interval) :; return ;;
            --name) :; return ;;
            --events) _orientationctl_files; return ;;
            esac
            case $current in
        -*) _orientationctl_words "--script --keyboard --fault --saturate --garbage --trace --switches --hold-last --loop --real-time --interval --input --joystick --name --events --help" ;;
        *) _orientationctl_files ;;
        esac
        ;;
    completions)
            case $current in
        -*) _orientationctl_words " --help" ;;
        *) _orientationctl_words "bash zsh fish" ;;
        esac
        ;;
    esac
}
_orientationctl_words() {
    mapfile -t COMPREPLY < <(compgen -W "$1" -- "$current")
}
_orientationctl_files() {
    compopt -o filenames 2>/dev/null
    mapfile -t COMPREPLY < <(compgen -f -- "$current")
}
complete -F _orientationctl orientationctl
