import Arguments
import CalibrationFit
import Configuration
import OrientationCore
import Posix
import Traces

/// `orientationctl calibrate`: the mount matrix, offsets and gains from holding the device in known poses.
struct CalibrateCommand {
    static let command = Command(
        name: "calibrate",
        synopsis: "[--all] [--apply] [FILE...]",
        summary: "Finds the mount matrix, offsets and gains from a few poses.",
        details: """
              --all          six poses instead of four, which tells offsets and gains apart
              --apply        write the drop-in of the configuration
              --root DIR     for the machine whose files are below DIR
              --json         the result as one JSON object

            The poses: upright, left edge down, right edge down, flat on its back; then
            upside down, flat on its glass. Each is recognised when the device is held still
            for a second or two. With FILE... the poses are in recordings, in this order: in
            one, or each in its own.

            Needs the rights of raw gravity; --apply needs root.
            Example: orientationctl calibrate --apply && systemctl reload orientationd
            """,
        run: { arguments, context in try CalibrateCommand(arguments, context).run(context) })

    private var json: Bool
    private var wanted = HeldPose.needed
    private var applies = false
    private var root: String?
    private var files: [String] = []

    private init(_ arguments: [String], _ context: CommandContext) throws(UsageError) {
        json = context.json
        var words = ArgumentReader(arguments, options: ["--all", "--apply", "--root", "--json"])
        while let word = try words.next() {
            switch word {
            case .option("--all"): wanted = HeldPose.allCases.count
            case .option("--apply"): applies = true
            case .option("--root"): root = try words.value("--root")
            case .option: json = true
            case .operand(let file): files.append(file)
            }
        }
    }

    private func run(_ context: CommandContext) throws -> Int32 {
        let machine = try Machine(root: root)
        // Nobody wants to hear it after the poses.
        if applies { try CalibrationResult.checkRights(machine) }
        let (readings, sensor) = files.isEmpty ? try live(context, machine) : (try recorded(), machine.accelerometers.first)
        let fit: SensorFit
        do throws(PoseFlaw) {
            fit = try SensorFit(readings)
        } catch {
            throw CommandFailure.failed("\(error)")
        }
        let result = CalibrationResult(fit: fit, sensor: sensor, machine: machine)
        if wanted > fit.poses {
            printError("orientationctl: only \(fit.poses) of \(wanted) poses were recognised, so offsets and gains are not told apart")
        }
        var failure: (any Error)?
        if applies { do { try result.apply() } catch { failure = error } }
        let isApplied = applies && failure == nil
        try printOutput(json ? result.json + "\n" : result.lines(isApplied: isApplied).joined(separator: "\n") + "\n")
        if let failure { throw failure }
        return 0
    }

    // MARK: Recordings

    private func recorded() throws -> [Vector3] {
        var session = PoseSession(wanted: HeldPose.allCases.count)
        var start = Timestamp(nanoseconds: 0)
        for file in files {
            let trace = try Trace(reading: file)
            guard let first = trace.samples.first, let last = trace.samples.last else { continue }
            for sample in trace.samples {
                let sample = RawSample(
                    timestamp: start + (sample.timestamp - first.timestamp), value: trace.header.calibration.reading(sample))
                if case .refused(let pose, let flaw) = session.take(sample) {
                    let seconds = (sample.timestamp - start).seconds
                    // With the needed poses seen, what comes then need not be one of the others.
                    if pose.rawValue < HeldPose.needed {
                        throw CommandFailure.failed("\(file), \(fixed(seconds, decimals: 1)) s: \(flaw)")
                    }
                }
            }
            // Another recording, another time: further on than any hole.
            start = start + (last.timestamp - first.timestamp) + .seconds(60)
        }
        session.finish()
        return session.readings
    }

    // MARK: The running sensor

    private func live(_ context: CommandContext, _ machine: Machine) throws -> ([Vector3], String?) {
        // What is configured already is in the samples, and is taken out again.
        let present = try Settings.read(file: machine.root + Settings.usualPath, mayBeAbsent: true).sensor
        var session = PoseSession(wanted: wanted)
        var form: SampleForm?
        let progress = Progress()
        func tell(_ line: String) {
            progress.clear()
            say(line)
        }
        func ask(_ pose: HeldPose?) {
            guard let pose else { return }
            tell("\(pose.rawValue + 1) of \(wanted): \(pose.instruction), and hold it still")
        }
        func take(_ sample: RawSample) {
            guard let calibration = form?.calibration else { return }
            let reading = calibration.reading(sample)
            let value = Vector3(reading.x / present.gain.x, reading.y / present.gain.y, reading.z / present.gain.z) - present.offset
            switch session.take(RawSample(timestamp: sample.timestamp, value: value)) {
            case nil: progress.show("   \(line(value)), \(session.isStill ? "still" : "moving")")
            case .seen(let pose)?:
                tell("   seen: \(pose.words)")
                ask(session.next)
            case .refused(_, let flaw)?:
                tell("   not taken: \(flaw)")
                ask(session.next)
            }
        }
        // A sensor that reports only changes says by its silence that it is held still.
        var filler = SilenceFiller()
        let end = try SampleFollower(Daemon(context), seconds: nil).run(
            SampleFollower.Handlers(
                form: {
                    // Who may not see samples is not asked for anything.
                    if form == nil { ask(session.next) }
                    form = $0
                    filler.isSilent = $0.reportsOnlyChanges
                },
                sample: { sample in
                    filler.take(sample, take)
                    return session.next != nil
                },
                idle: { now in
                    filler.fill(until: now, take)
                    return session.next != nil
                }))
        progress.clear()
        session.finish()
        guard end == .enough else { throw CommandFailure.failed("ended before all poses were seen") }
        return (session.readings, form?.id)
    }

    /// A reading in g along the axes of the sensor.
    private func line(_ value: Vector3) -> String {
        zip(["x", "y", "z"], [value.x, value.y, value.z]).map { "\($0)\(fixed($1, decimals: 2).leading(to: 6))" }.joined(separator: "  ")
    }

    /// What is found goes to standard output, what is said meanwhile does not.
    private func say(_ line: String) { printError(line) }
}

extension Calibration {
    /// A sample in g along the sensor's own axes: without the matrix.
    fileprivate func reading(_ sample: RawSample) -> Vector3 {
        Calibration(offset: offset, scale: scale).gravity(of: sample)
    }
}
