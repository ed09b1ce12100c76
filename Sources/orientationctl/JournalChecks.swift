import Diagnosis
import Glibc
import Posix
import Presenting

/// What the system's journal holds of this start: the daemon's last errors, and the sleeps.
struct JournalChecks {
    /// One line of it.
    private struct Entry {
        /// Seconds before now.
        let age: Double
        let text: String

        /// - Parameter line: of `-o short-unix`: `1764524.123456 host program[12]: text`.
        init?(_ line: Substring, now: Double) {
            guard let first = line.split(separator: " ").first, let time = Double(first), let colon = line.firstRange(of: "]: ") else {
                return nil
            }
            age = max(0, now - time)
            text = String(line[colon.upperBound...])
        }

        var words: String { "\(JournalChecks.span(age)) ago: \(text)" }
    }

    private static let unit = "orientationd.service"
    /// Of systemd's catalog: SD_MESSAGE_SLEEP_STOP.
    private static let wokeUp = "MESSAGE_ID=8811e6df2a8e40f58a94cea26f8ebf14"

    /// - Parameter machine: nothing is known of another one.
    static func findings(_ machine: Machine) -> [Finding] {
        guard machine.root.isEmpty else {
            return [.unknown("errors", "another machine's files"), .unknown("sleep", "another machine's files")]
        }
        return [errors, sleep(machine)]
    }

    private static var errors: Finding {
        guard let found = entries(["--unit", unit, "--priority", "err"]) else {
            return .unknown("errors", "no journal here", "look where this system keeps its logs")
        }
        if let last = found.last {
            let count = found.count == 1 ? "1" : "\(found.count), the last"
            return .look("errors", "\(count) \(last.words)", "journalctl -b -u orientationd -p err shows them")
        }
        // An empty answer may mean that this user sees nothing.
        return geteuid() == 0
            ? .fine("errors", "none in the journal since the start of the machine")
            : .unknown("errors", "none that this user may see", "as root this is certain")
    }

    private static func sleep(_ machine: Machine) -> Finding {
        let asleep = Double(clockNanoseconds(CLOCK_BOOTTIME) - clockNanoseconds(CLOCK_MONOTONIC)) * 1e-9
        func count(_ name: String) -> Int { machine.text("/sys/power/suspend_stats/\(name)").flatMap(Int.init) ?? 0 }
        let (times, failed) = (count("success"), count("fail"))
        if asleep < 1, times == 0, failed == 0 { return .fine("sleep", "never since the start of the machine") }
        var text = "\(times == 1 ? "once" : "\(times) times"), \(span(asleep)) in all"
        if let last = entries([wokeUp])?.last { text += "; woke up \(span(last.age)) ago" }
        guard failed > 0 else { return .fine("sleep", text) }
        let device = machine.text("/sys/power/suspend_stats/last_failed_dev").flatMap { $0.isEmpty ? nil : " because of \($0)" } ?? ""
        return .look("sleep", "\(text); \(failed) times it could not\(device)", "a driver holds it up; /sys/power/suspend_stats says which")
    }

    /// The last entries since the start of the machine; nil where there is no journal.
    private static func entries(_ filter: [String]) -> [Entry]? {
        let options = ["--quiet", "--boot", "--no-pager", "--output", "short-unix", "--lines", "100"]
        guard let text = try? ToolProgram.run(["journalctl"] + options + filter) else { return nil }
        let now = Double(clockNanoseconds(CLOCK_REALTIME)) * 1e-9
        return text.split(separator: "\n").compactMap { Entry($0, now: now) }
    }

    private static func span(_ seconds: Double) -> String {
        switch seconds {
        case ..<120: "\(Int(seconds)) s"
        case ..<7200: "\(Int(seconds / 60)) min"
        case _: "\(Int(seconds / 3600)) h"
        }
    }
}
