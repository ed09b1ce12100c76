import Arguments
import Posix

/// `orientationctl record`: every sample of the running sensor, as it came, into a recording.
struct RecordCommand {
    static let command = Command(
        name: "record",
        synopsis: "-o FILE [--seconds S] [--force]",
        summary: "Records the running sensor, for replay, plot and reports.",
        details: """
              -o FILE        where to; never over a file that is there; - is standard output
              --seconds S    that long from the first sample; otherwise until Ctrl-C
              --force        writes over FILE

            The samples are the sensor's own, with the kernel's time stamps, and the header
            says what they mean: 'orientationctl replay FILE' gives the changes that the
            daemon saw. Needs the rights of raw gravity.

            Example: orientationctl record -o fault.csv --seconds 30
            """,
        run: { arguments, context in try RecordCommand(arguments).run(context) })

    private var path = ""
    private var seconds: Double?
    private var overwrites = false

    private init(_ arguments: [String]) throws(UsageError) {
        var output: String?
        var reader = ArgumentReader(arguments, options: ["-o", "--output", "--seconds", "--force", "--json"])
        while let word = try reader.next() {
            switch word {
            case .option("-o"), .option("--output"): output = try reader.value("-o")
            case .option("--seconds"): seconds = try reader.number("--seconds", in: 0.1...604_800)
            case .option("--force"): overwrites = true
            case .option: break
            case .operand(let operand): throw UsageError("unexpected '\(operand)'; the file to write is given with -o FILE")
            }
        }
        guard let output else { throw UsageError("no file given to record to (-o FILE)") }
        path = output
    }

    private func run(_ context: CommandContext) throws -> Int32 {
        let follower = try SampleFollower(Daemon(context), seconds: seconds)
        let recorder = Recorder(path: path, overwrites: overwrites)
        let end = try recorder.record(follower)
        printError("orientationctl: \(recorder.summary) in \(recorder.name)")
        if recorder.missed > 0 { printError("orientationctl: \(recorder.missed) samples were missed: this machine was too slow") }
        if case .noMore(let reason) = end, reason != "ended" {
            throw CommandFailure.failed("the sensor went away (\(reason)); \(recorder.name) holds what came before and can be read")
        }
        return 0
    }
}
