import Glibc
import Posix

/// One line on the terminal that says how far long work is; nothing where standard error is no terminal.
final class Progress {
    private let isShown = isatty(STDERR_FILENO) == 1
    private var shownAt: Int64 = 0
    private var isDirty = false

    /// Nanoseconds between two looks: often enough to see it move.
    private static let interval: Int64 = 200_000_000

    func show(_ text: @autoclosure () -> String) {
        guard isShown else { return }
        let now = clockNanoseconds(CLOCK_MONOTONIC)
        guard now - shownAt >= Self.interval else { return }
        shownAt = now
        isDirty = true
        write("\r\(text())\u{1B}[K")
    }

    /// Takes the line away.
    func clear() {
        if isDirty { write("\r\u{1B}[K") }
        isDirty = false
    }

    private func write(_ text: String) {
        try? writeAll(Array(text.utf8), to: STDERR_FILENO, named: "standard error")
    }
}
