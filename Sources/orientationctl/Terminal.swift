import Glibc
import Posix

/// The terminal as a page: its own screen, no cursor, keys without Enter. Put back by ``restore()``, which every way out
/// of the program must reach.
final class Terminal {
    struct Size: Equatable {
        var columns: Int
        var rows: Int
    }

    private var saved: termios?
    private var isOpen = false

    /// Standard output goes to a terminal.
    static var isOutput: Bool { isatty(STDOUT_FILENO) == 1 }

    /// Standard output goes to a terminal that can be drawn on.
    static var isPage: Bool { isOutput && !["", "dumb"].contains(environment("TERM") ?? "") }

    /// Colours are welcome: https://no-color.org.
    static var allowsColour: Bool {
        let refused = getenv("NO_COLOR").map { $0.pointee != 0 } ?? false
        return isOutput && !refused && environment("TERM") != "dumb"
    }

    /// The locale can write more than ASCII, and the console is not the kernel's own, whose font has few arrows.
    static var hasUnicode: Bool {
        let locale = [environment("LC_ALL"), environment("LC_CTYPE"), environment("LANG")].first { !($0 ?? "").isEmpty } ?? nil
        let name = (locale ?? "").lowercased()
        return (name.contains("utf-8") || name.contains("utf8")) && environment("TERM") != "linux"
    }

    /// As the kernel knows it; 80x24 if it does not.
    static var size: Size {
        var window = winsize()
        guard ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &window) == 0, window.ws_col > 0, window.ws_row > 0 else {
            return Size(columns: 80, rows: 24)
        }
        return Size(columns: Int(window.ws_col), rows: Int(window.ws_row))
    }

    func open() throws(SystemError) {
        if isatty(STDIN_FILENO) == 1 {
            var settings = termios()
            if tcgetattr(STDIN_FILENO, &settings) == 0 {
                saved = settings
                settings.c_lflag &= ~tcflag_t(ICANON | ECHO)
                tcsetattr(STDIN_FILENO, TCSANOW, &settings)
            }
        }
        isOpen = true
        try printOutput("\u{1B}[?1049h\u{1B}[?25l\u{1B}[2J")
    }

    func restore() {
        if isOpen { try? printOutput("\u{1B}[?25h\u{1B}[?1049l") }
        if var settings = saved { tcsetattr(STDIN_FILENO, TCSANOW, &settings) }
        isOpen = false
        saved = nil
    }

    /// Stops the program, as Ctrl-Z does, with the terminal put back meanwhile.
    func suspend() throws(SystemError) {
        let wasOpen = isOpen
        restore()
        var stop = sigset_t()
        sigemptyset(&stop)
        sigaddset(&stop, SIGTSTP)
        raise(SIGTSTP)
        // The loop has it blocked. Here it arrives, and the next line runs when the shell lets the program go on; or at
        // once, if there is no shell that could.
        pthread_sigmask(SIG_UNBLOCK, &stop, nil)
        pthread_sigmask(SIG_BLOCK, &stop, nil)
        if wasOpen { try open() }
    }

    /// Shows a page; each line replaces the one before it, so nothing flickers.
    func show(_ lines: [String]) throws(SystemError) {
        let size = Self.size
        var text = "\u{1B}[H"
        for line in lines.prefix(size.rows) { text += line + "\u{1B}[K\r\n" }
        if text.hasSuffix("\r\n") { text.removeLast() }
        text += "\u{1B}[J"
        try printOutput(text)
    }

    /// Reads the keys that were pressed: `q`, Ctrl-C, Ctrl-D, or the end of the input.
    static func wantsToQuit() -> Bool {
        var keys = [UInt8](repeating: 0, count: 64)
        let count = read(STDIN_FILENO, &keys, keys.count)
        return count <= 0 || keys.prefix(count).contains { $0 == UInt8(ascii: "q") || $0 == 3 || $0 == 4 }
    }

    static func environment(_ name: String) -> String? {
        getenv(name).map { String(cString: $0) }
    }
}
