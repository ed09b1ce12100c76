import Glibc
import OrientationService
import Posix

/// Lines for the journal, or for a person who started the daemon by hand.
struct Log {
    /// systemd reads the level from a prefix when standard error goes to the journal; see sd-daemon(3).
    private let isJournal = getenv("JOURNAL_STREAM") != nil

    func callAsFunction(_ level: LogLevel, _ text: String) {
        if level == .debug && !isJournal { return }
        printError((isJournal ? "<\(level.rawValue)>" : "orientationd: ") + text)
    }
}
