import Arguments
import Configuration
import JSON
import OrientationCore
import Posix
import Traces

/// `orientationctl replay`: what the daemon would say of a recording, without a daemon.
struct ReplayCommand {
    static let command = Command(
        name: "replay",
        synopsis: "[OPTION...] FILE",
        summary: "Classifies a recording and prints the changes; needs no daemon.",
        details: """
              --lenient      leave bad rows out, and say how many
              --config FILE  decide by section Orientation of this configuration
              --json         one JSON object a line

            FILE may be -, which is standard input.

            Each change is a line: seconds in the recording's own time, what changed, why,
            and the angles in degrees. With --json it is an object with t_ns, device, edge,
            landscape, reason, confidence, roll, lean, gravity; the same changes as a
            subscriber of 'orientationd --source replay:FILE' gets. The last one is the end.

            Example: orientationctl replay fault.csv
            """,
        run: { arguments, context in try run(arguments, json: context.json) })

    private var file: TraceFile
    private var settings = OrientationSettings()
    private var json: Bool

    /// - Returns: the exit status.
    static func run(_ arguments: [String], json: Bool) throws -> Int32 {
        try ReplayCommand(arguments, json: json).run()
    }

    private init(_ arguments: [String], json: Bool) throws {
        self.json = json
        var isLenient = false
        var path: String?
        var words = ArgumentReader(arguments, options: ["--lenient", "--config", "--json"])
        while let word = try words.next() {
            switch word {
            case .option("--lenient"): isLenient = true
            case .option("--config"): settings = try Settings.read(file: try words.value("--config")).orientation
            case .option: self.json = true
            case .operand(let operand):
                guard path == nil else { throw UsageError("one file at a time: '\(operand)' is one too many") }
                path = operand
            }
        }
        guard let path else { throw UsageError("no file given ('orientationctl replay --help' says more)") }
        file = TraceFile(path: path, isLenient: isLenient)
    }

    private func run() throws -> Int32 {
        var output = Output(json: json, frame: NaturalFrame(natural: settings.natural))
        // What came before a fault is true all the same.
        defer { try? output.flush() }
        var pipeline = OrientationPipeline(calibration: Calibration(), settings: settings)
        var last = Timestamp(nanoseconds: 0)
        let progress = Progress()
        defer { progress.clear() }
        let summary = try file.forEachRow(
            onHeader: { pipeline = OrientationPipeline(calibration: $0.calibration, settings: settings) },
            afterBlock: {
                // Lines and progress may go to the same terminal.
                if !output.isEmpty { progress.clear() }
                try output.flush()
                progress.show("\(file.name): at \(fixed(last.interval.seconds, decimals: 0)) s")
            },
            { sample in
                pipeline.take(sample) { output.add($0) }
                last = sample.timestamp
            })
        progress.clear()
        if let end = pipeline.lose(.ended, at: last) { output.add(end) }
        try output.flush()
        if let first = summary.firstSkipped {
            printError("orientationctl: \(summary.skipped) bad row\(summary.skipped == 1 ? "" : "s") left out, the first at \(first)")
        }
        return 0
    }
}

/// Gathers lines, so that the system is asked once for many.
private struct Output {
    let json: Bool
    let frame: NaturalFrame
    private var bytes: [UInt8] = []

    var isEmpty: Bool { bytes.isEmpty }

    init(json: Bool, frame: NaturalFrame) {
        self.json = json
        self.frame = frame
    }

    mutating func add(_ state: OrientationState) {
        if json { bytes.append(json: object(state)) } else { bytes += line(state).utf8 }
        bytes.append(UInt8(ascii: "\n"))
    }

    mutating func flush() throws(SystemError) {
        defer { bytes.removeAll(keepingCapacity: true) }
        try writeAll(bytes, to: 1, named: "standard output")
    }

    private func line(_ state: OrientationState) -> String {
        let seconds = fixed(state.timestamp.interval.seconds, decimals: 3)
        var words = [
            String(repeating: " ", count: max(0, 9 - seconds.count)) + seconds, state.device.name.padded(to: 18),
            "edge \(state.edge.name.padded(to: 18))", "landscape \(state.landscape.name.padded(to: 14))",
            state.reason.rawValue.padded(to: 12),
        ]
        if let gravity = state.gravity {
            words.append("roll \(Angles.shown(frame.roll(of: gravity))) lean \(Angles.shown(Angles.lean(of: gravity)))")
        }
        return words.joined(separator: "  ").trimmedAtEnd
    }

    /// The names and roundings of the daemon's own state.
    private func object(_ state: OrientationState) -> JSONObject {
        func axis(_ value: Double) -> JSONValue { .real(shown(value, perUnit: 10_000)) }
        let gravity = state.gravity
        return [
            "t_ns": .integer(state.timestamp.nanoseconds),
            "device": .string(state.device.name),
            "edge": .string(state.edge.name),
            "landscape": .string(state.landscape.name),
            "reason": .string(state.reason.rawValue),
            "confidence": .real(shown(state.confidence, perUnit: 1000)),
            "roll": gravity.map { .real(Angles.shown(frame.roll(of: $0))) } ?? .null,
            "lean": gravity.map { .real(Angles.shown(Angles.lean(of: $0))) } ?? .null,
            "gravity": gravity.map { ["x": axis($0.x), "y": axis($0.y), "z": axis($0.z)] } ?? .null,
        ]
    }
}

extension Timestamp {
    /// From 0 of its clock.
    fileprivate var interval: Interval { self - Timestamp(nanoseconds: 0) }
}

extension String {
    fileprivate var trimmedAtEnd: String {
        String(self[..<(lastIndex { $0 != " " }.map { index(after: $0) } ?? startIndex)])
    }
}
