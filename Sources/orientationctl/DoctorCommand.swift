import Arguments
import Diagnosis
import Glibc
import JSON
import Posix

/// `orientationctl doctor`: everything between the chip and the answer, checked one by one, with what to do.
struct DoctorCommand {
    static let command = Command(
        name: "doctor",
        synopsis: "[--seconds S] [--report FILE] [--json]",
        summary: "Checks all between chip and answer, and says what to do.",
        details: """
              --seconds S    how long to listen to the sensor (3); hold the device still
              --report FILE  writes it all to FILE, for an issue; no serial numbers or names
              --root DIR     looks at the machine whose files are below DIR
              --json         one JSON object a line

            One line a check: ok, look (worth a look), WRONG, or ? (could not be checked).
            As root it also sees which process holds a sensor. Exit status 1 if something is
            wrong, 3 if there is no sensor at all.

            Example: sudo orientationctl doctor --report report.txt
            """,
        run: { arguments, context in try DoctorCommand(arguments, context).run(context) })

    private var json: Bool
    private var seconds = 3.0
    private var report: String?
    private var root: String?

    private init(_ arguments: [String], _ context: CommandContext) throws(UsageError) {
        json = context.json
        var words = ArgumentReader(arguments, options: ["--seconds", "--report", "--root", "--json"])
        while let word = try words.next() {
            switch word {
            case .option("--seconds"): seconds = try words.number("--seconds", in: 0.5...60)
            case .option("--report"): report = try words.value("--report")
            case .option("--root"): root = try words.value("--root")
            case .option: json = true
            case .operand(let operand): throw UsageError("unexpected '\(operand)'; doctor takes options only")
            }
        }
    }

    private func run(_ context: CommandContext) throws -> Int32 {
        let machine = try Machine(root: root)
        // This machine's daemon says nothing about another machine's files.
        let daemon = root != nil && context.socket == nil ? nil : DaemonChecks(context, seconds: seconds)
        let findings = MachineChecks(machine).findings + JournalChecks.findings(machine) + (daemon?.findings ?? [])
        if json {
            try printOutput(findings.map { JSONValue.object($0.json).text + "\n" }.joined())
        } else {
            let width = Terminal.isOutput ? Terminal.size.columns : .max
            var lines = findings.flatMap(\.lines).flatMap { wrapped($0, to: width, indent: Finding.margin) }
            lines += [""] + wrapped(Self.summary(findings), to: width, indent: 0)
            try printOutput(lines.joined(separator: "\n") + "\n")
        }
        if let report {
            try write(DoctorReport(machine, findings: findings, daemon: daemon).text, to: report)
            printError("orientationctl: report written to \(report); read it before you attach it")
        }
        if machine.accelerometers.isEmpty, daemon?.hasSensor != true { return 3 }
        return findings.contains { $0.verdict == .wrong } ? 1 : 0
    }

    private static func summary(_ findings: [Finding]) -> String {
        let kinds: [(Finding.Verdict, String)] = [(.wrong, "wrong"), (.look, "worth a look"), (.unknown, "not checked")]
        let parts = kinds.compactMap { verdict, words -> String? in
            let names = findings.filter { $0.verdict == verdict }.map(\.check)
            return names.isEmpty ? nil : "\(names.count) \(words) (\(names.joined(separator: ", ")))"
        }
        guard !parts.isEmpty else { return "All \(findings.count) checks are fine." }
        return "Of \(findings.count) checks: \(parts.joined(separator: ", "))."
    }

    private func write(_ text: String, to path: String) throws(SystemError) {
        let file = try FileDescriptor.open(path, O_WRONLY | O_CREAT | O_TRUNC)
        try writeAll(Array(text.utf8), to: file.number, named: path)
    }
}

extension Finding {
    fileprivate var json: JSONObject {
        ["check": .string(check), "verdict": .string(verdict.rawValue), "text": .string(text), "advice": .string(advice)]
    }

    /// Where the texts begin.
    static let margin = 17

    var lines: [String] {
        let word =
            switch verdict {
            case .fine: "ok"
            case .look: "look"
            case .wrong: "WRONG"
            case .unknown: "?"
            }
        return ["\(word.padded(to: 7))\(check.padded(to: 10))\(text)"]
            + (advice.isEmpty ? [] : [String(repeating: " ", count: Self.margin) + "-> " + advice])
    }
}
