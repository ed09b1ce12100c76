import Arguments
import Configuration
import Glibc
import OrientationCore
import Plotting
import Posix
import Traces

/// `orientationctl plot`: a picture of a recording, or of the running sensor, and of what the decision made of it.
struct PlotCommand {
    static let command = Command(
        name: "plot",
        synopsis: "[OPTION...] [FILE] -o OUT.svg|OUT.png",
        summary: "Draws the axes, the angles and the orientations over time.",
        details: """
              -o OUT         the picture; PNG needs rsvg-convert, Inkscape or ImageMagick
              --seconds S    of the running sensor instead of FILE, for so long
              --size WxH     in pixels (1200x900)
              --from S       from this second on
              --to S         up to this second
              --config FILE  thresholds of this configuration instead of the defaults
              --lenient      leave bad rows out

            Yellow bands are where the past decides: hysteresis of roll and of lean.
            NAME.truth.csv beside NAME.csv is drawn under the orientations.

            Example: orientationctl plot fault.csv -o fault.png
            """,
        run: { arguments, context in try PlotCommand(arguments).run(context) })

    private var file: String?
    private var output = ""
    private var seconds: Double?
    private var size = (width: 1200, height: 900)
    private var from: Double?
    private var to: Double?
    private var settings = OrientationSettings()
    private var isLenient = false

    private init(_ arguments: [String]) throws {
        var output: String?
        let options = ["-o", "--output", "--seconds", "--size", "--from", "--to", "--config", "--lenient", "--json"]
        var words = ArgumentReader(arguments, options: options)
        while let word = try words.next() {
            switch word {
            case .option("-o"), .option("--output"): output = try words.value("-o")
            case .option("--seconds"): seconds = try words.number("--seconds", in: 0.1...86_400)
            case .option("--size"): size = try Self.size(words.value("--size"))
            case .option("--from"): from = try words.number("--from", in: 0...1e9)
            case .option("--to"): to = try words.number("--to", in: 0...1e9)
            case .option("--config"): settings = try Settings.read(file: try words.value("--config")).orientation
            case .option("--lenient"): isLenient = true
            case .option: break
            case .operand(let operand):
                guard file == nil else { throw UsageError("one recording at a time: '\(operand)' is one too many") }
                file = operand
            }
        }
        guard let output else { throw UsageError("no picture to write given (-o OUT.svg or -o OUT.png)") }
        guard output.hasSuffix(".svg") || output.hasSuffix(".png") else {
            throw UsageError("'\(output)' ends neither in .svg nor in .png, so it is not known what to write")
        }
        self.output = output
        if (file == nil) == (seconds == nil) { throw UsageError("give either a recording or --seconds for the running sensor") }
        if let from, let to, from >= to { throw UsageError("--from must be before --to") }
    }

    private static func size(_ text: String) throws(UsageError) -> (width: Int, height: Int) {
        let numbers = text.split(separator: "x", omittingEmptySubsequences: false).map { Int($0) }
        guard numbers.count == 2, let width = numbers[0], let height = numbers[1], (Plot.leastSize.width...20_000).contains(width),
            (Plot.leastSize.height...20_000).contains(height)
        else {
            let least = "\(Plot.leastSize.width)x\(Plot.leastSize.height)"
            throw UsageError("option '--size': '\(text)' is not WIDTHxHEIGHT in pixels, at least \(least), at most 20000x20000")
        }
        return (width, height)
    }

    private func run(_ context: CommandContext) throws -> Int32 {
        let trace = try file.map { try Trace(reading: $0, isLenient: isLenient) } ?? live(context)
        if trace.skipped > 0 { printError("orientationctl: \(trace.skipped) bad rows left out") }
        let plot = try plot(trace)
        guard let svg = plot.svg(width: size.width, height: size.height, range: range(of: trace)) else {
            throw CommandFailure.failed("there is no sample between --from and --to")
        }
        if output.hasSuffix(".png") {
            try PictureConverter.find().write(svg, to: output)
        } else {
            let file = try FileDescriptor.open(output, O_WRONLY | O_CREAT | O_TRUNC)
            try writeAll(Array(svg.utf8), to: file.number, named: output)
        }
        return 0
    }

    private func live(_ context: CommandContext) throws -> Trace {
        var form: SampleForm?
        var samples: [RawSample] = []
        var filler = SilenceFiller()
        let progress = Progress()
        defer { progress.clear() }
        _ = try SampleFollower(Daemon(context), seconds: seconds).run(
            SampleFollower.Handlers(
                form: {
                    form = form ?? $0
                    filler.isSilent = $0.reportsOnlyChanges
                },
                sample: {
                    filler.take($0) { samples.append($0) }
                    return true
                },
                message: { _ in progress.show("listening: \(samples.count) samples") }))
        guard let form, !samples.isEmpty else { throw CommandFailure.failed("no sample came: nothing to draw") }
        return Trace(header: form.header, samples: samples)
    }

    private func plot(_ trace: Trace) throws -> Plot {
        let calibration = trace.header.calibration
        var pipeline = OrientationPipeline(calibration: calibration, settings: settings)
        var changes: [OrientationState] = []
        var samples: [RawSample] = []
        samples.reserveCapacity(trace.samples.count)
        let progress = Progress()
        defer { progress.clear() }
        for (index, sample) in trace.samples.enumerated() {
            if index % 65_536 == 65_535 { progress.show("drawing: \(index / (trace.samples.count / 100 + 1)) %") }
            pipeline.take(sample) { changes.append($0) }
            samples.append(RawSample(timestamp: sample.timestamp, value: calibration.gravity(of: sample)))
        }
        return Plot(title: title(trace), samples: samples, changes: changes, truth: try truth(), settings: settings)
    }

    private func title(_ trace: Trace) -> String {
        let name = file.map { $0 == "-" ? "standard input" : $0.split(separator: "/").last.map(String.init) ?? $0 } ?? "live"
        // What was made up says so with "none: " before what it is.
        let device = trace.header.note("device").map { $0.hasPrefix("none: ") ? String($0.dropFirst(6)) : $0 }
        let rate = trace.header.rate.map { ", \(fixed($0, decimals: 0)) Hz" } ?? ""
        return "\(name)\(rate)" + (device.map { ": \($0)" } ?? "")
    }

    /// The labels beside the recording, if there are any.
    private func truth() throws -> [Plot.Label] {
        guard let file else { return [] }
        do {
            return try Truth(reading: Truth.path(besides: file)).rows.map {
                Plot.Label(start: $0.start, end: $0.end, expected: $0.expected)
            }
        } catch let error as SystemError where error.code == ENOENT {
            return []
        }
    }

    private func range(of trace: Trace) -> ClosedRange<Timestamp>? {
        guard from != nil || to != nil, let first = trace.samples.first, let last = trace.samples.last else { return nil }
        func time(_ seconds: Double) -> Timestamp { first.timestamp + Interval(nanoseconds: Int64(seconds * 1e9)) }
        let start = time(from ?? 0)
        return start...max(start, to.map(time) ?? last.timestamp)
    }
}
