import Glibc
import OrientationService
import Posix

/// Lines for the journal, or for a person who started the daemon by hand.
///
/// Never waits for whoever reads them: a line that does not fit into a full pipe is left out, and so is every line when
/// the reader has gone.
struct Log {
    /// systemd reads the level from a prefix when standard error goes to the journal; see sd-daemon(3).
    private let isJournal = getenv("JOURNAL_STREAM") != nil

    func callAsFunction(_ level: LogLevel, _ text: String) {
        if level == .debug && !isJournal { return }
        var output = pollfd(fd: STDERR_FILENO, events: Int16(POLLOUT), revents: 0)
        guard poll(&output, 1, 0) == 1, output.revents & Int16(POLLOUT) != 0 else { return }
        printError((isJournal ? "<\(level.rawValue)>" : "orientationd: ") + text)
    }
}
