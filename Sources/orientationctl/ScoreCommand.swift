import Arguments
import JSON
import OrientationCore
import Posix
import Traces

/// `orientationctl score`: replays recordings and compares the changes with what is known of them.
struct ScoreCommand {
    static let command = Command(
        name: "score",
        synopsis: "[OPTION...] FILE...",
        summary: "Replays recordings and compares with their truth.",
        details: """
              --thin HZ        keep only the first sample of each 1/HZ second
              --phases N       with --thin: once for each of N places to begin at (1)
              --turn           under each of the 24 turns of the frame, the truth with it
              --noise G        with normal noise of this deviation in g on each axis
              --gain PERCENT   with the gain of one axis wrong, each axis high and low
              --seed N         of the noise (1)
              --clear DEG      only rows with tilt_max_deg in truth_tilt.csv at most this

            NAME.truth.csv stands beside NAME.csv; files of truth among FILE... are passed
            over. A row counts from 0.5 s after its start. 'inside' are changes there,
            'never' rows that were not reached; latencies are from the start of a row;
            'a minute' are changes where nothing is labelled.

            Example: orientationctl score --thin 10 traces/*.csv
            """,
        run: { arguments, context in try run(arguments, json: context.json) })

    private var files: [String] = []
    private var json: Bool
    private var rate: Double?
    private var phases = 1
    private var isTurned = false
    private var noise = 0.0
    private var gain = 0.0
    private var seed: UInt64 = 1
    private var clear: Double?

    /// - Returns: the exit status.
    static func run(_ arguments: [String], json: Bool) throws -> Int32 {
        try ScoreCommand(arguments, json: json).run()
    }

    private init(_ arguments: [String], json: Bool) throws(UsageError) {
        self.json = json
        let options = ["--thin", "--phases", "--turn", "--noise", "--gain", "--seed", "--clear", "--json"]
        var words = ArgumentReader(arguments, options: options)
        while let word = try words.next() {
            switch word {
            case .option("--thin"): rate = try words.number("--thin", in: 0.01...100_000)
            case .option("--phases"): phases = Int(try words.number("--phases", in: 1...1000))
            case .option("--turn"): isTurned = true
            case .option("--noise"): noise = try words.number("--noise", in: 0...10)
            case .option("--gain"): gain = try words.number("--gain", in: 0...90) / 100
            case .option("--seed"): seed = UInt64(try words.number("--seed", in: 0...1e15))
            case .option("--clear"): clear = try words.number("--clear", in: 0...180)
            case .option: self.json = true
            case .operand(let file): files.append(file)
            }
        }
        files.removeAll(where: ScoringRecording.isTruth)
        if files.isEmpty { throw UsageError("no recording given ('orientationctl score --help' says more)") }
    }

    private func run() throws -> Int32 {
        var total = Score()
        var scores: [(name: String, score: Score)] = []
        let progress = Progress()
        defer { progress.clear() }
        let distortions = distortions
        var unlabelled: [String] = []
        for (fileIndex, file) in files.enumerated() {
            let recording = try ScoringRecording(reading: file)
            if recording.truth.rows.isEmpty { unlabelled.append(file) }
            var score = Score()
            for (index, distortion) in distortions.enumerated() {
                progress.show("\(recording.name) (\(fileIndex + 1) of \(files.count)): replay \(index + 1) of \(distortions.count)")
                score.add(recording.changes(distortion: distortion), of: recording, distortion: distortion, clear: clear)
            }
            scores.append((recording.name, score))
            total = total + score
        }
        progress.clear()
        if let first = unlabelled.first {
            let others = unlabelled.count > 1 ? " and \(unlabelled.count - 1) more" : ""
            printError(
                "orientationctl: no truth (\(Truth.path(besides: first))) for \(first)\(others): only changes a minute are counted there")
        }
        if json {
            try printOutput(scores.map { $0.score.json(name: $0.name) + "\n" }.joined() + total.json(name: "all") + "\n")
        } else {
            try printOutput(ScoreTable(rows: scores + [("all", total)]).text)
        }
        return 0
    }

    /// Every way in which each recording is replayed.
    private var distortions: [Distortion] {
        let gains = gain > 0 ? Distortion.gains(wrongBy: gain) : [Vector3(1, 1, 1)]
        let turns = isTurned ? Distortion.turns : [.identity]
        var all: [Distortion] = []
        for phase in 0..<phases {
            for turn in turns {
                for gain in gains {
                    var one = Distortion()
                    one.rate = rate
                    one.phase = Double(phase) / Double(phases)
                    one.turn = turn
                    one.gain = gain
                    one.noise = noise
                    one.seed = seed &+ UInt64(all.count)
                    all.append(one)
                }
            }
        }
        return all
    }
}

extension Score {
    /// One object on one line: times in seconds, the share from 0 to 1, null where there is nothing to tell.
    fileprivate func json(name: String) -> String {
        func value(_ number: Double?) -> JSONValue { number.map { .real($0) } ?? .null }
        let object: JSONObject = [
            "name": .string(name), "labelled_s": .real(labelled), "right_s": .real(right), "right": value(share),
            "changes_inside": .integer(Int64(changesInside)), "rows": .integer(Int64(rows)), "never": .integer(Int64(neverReached)),
            "latency_median_s": value(latency(atShare: 0.5)), "latency_90_s": value(latency(atShare: 0.9)),
            "latency_worst_s": value(latency(atShare: 1)), "unlabelled_s": .real(unlabelled),
            "changes_a_minute": value(changesAMinute),
        ]
        return JSONValue.object(object).text
    }
}
