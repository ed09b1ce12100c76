import EventLoop
import Glibc
import OrientationService
import Posix

/// Lines for the journal, or for a person who started the daemon by hand.
///
/// Never waits for whoever reads them: a line that does not fit into a full pipe is left out, and so is every line when
/// the reader has gone.
struct Log {
    private let isJournal = Journal.takesStandardError
    /// With a level before each line where a service manager reads them; see sd-daemon(3).
    private let hasLevels = getenv("JOURNAL_STREAM") != nil

    func callAsFunction(_ level: LogLevel, _ text: String, _ event: LogEvent? = nil) {
        if level == .debug && !hasLevels { return }
        if isJournal, let event, sendEntry(level, text, event) { return }
        var output = pollfd(fd: STDERR_FILENO, events: Int16(POLLOUT), revents: 0)
        guard poll(&output, 1, 0) == 1, output.revents & Int16(POLLOUT) != 0 else { return }
        printError((hasLevels ? "<\(level.rawValue)>" : "orientationd: ") + text)
    }

    private func sendEntry(_ level: LogLevel, _ text: String, _ event: LogEvent) -> Bool {
        Journal.send(
            [
                ("MESSAGE", text), ("PRIORITY", "\(level.rawValue)"), ("MESSAGE_ID", event.id), ("SYSLOG_IDENTIFIER", "orientationd"),
            ] + event.fields)
    }
}
