import Arguments
import EventLoop
import Glibc
import OrientationCore
import Posix
import Traces
import VirtualSensor

/// `orientationctl simulate`: a virtual accelerometer that plays a recording into the kernel's own IIO.
struct SimulateCommand {
    static let command = Command(
        name: "simulate",
        synopsis: "[OPTION...] [FILE]",
        summary: "Plays a recording into the kernel, as a virtual accelerometer.",
        details: """
              --script TEXT    poses, no FILE: 'portrait 2s; roll 90deg 1s; shake 0.5g 1s'
              --keyboard       the arrow keys turn and lean it, 0 stands it upright, q ends
              --fault KIND@S   stall, resume, unplug or plug after S seconds; again for more
              --saturate G     no axis reads more than G
              --garbage N      every Nth report is garbage
              --trace OUT      writes a recording (50 Hz) instead of simulating a device
              --switches       a convertible's (/dev/uinput): tablet on|off, lid open|closed
              --hold-last      stay in the last pose after the recording, instead of ending
              --loop           begin again after the recording
              --real-time      let the recording run on while the sensor is switched off
              --interval MS    time between reports until the kernel sets another (100)
              --input          an input device (/dev/uinput) instead of a sensor hub
              --joystick       the same as part of a game controller
              --name TEXT      what the kernel calls the device
              --events FD|FILE what the kernel sets goes there, not to standard output

            Lines on standard input steer it: pose X Y Z (mg; at first 0 -1000 0), play,
            unplug, plug, mute, unmute, slow MS, quit.
            Example: sudo orientationctl simulate --loop Tests/Fixtures/tour.csv
            """,
        run: { arguments, _ in try run(arguments) })

    private var file: String?
    private var end = Playback.End.exit
    private var options = Simulation.Options()
    private var events: String?
    private var isSwitches = false
    private var kind = Kind.sensorHub
    private var script: PoseTrack?
    private var faults: [TimedFault] = []
    private var isKeyboard = false
    private var trace: String?

    private enum Kind {
        case sensorHub
        case input(hasJoystick: Bool)
    }

    /// Runs until the recording is over, a signal, or `quit`.
    ///
    /// - Returns: the exit status.
    static func run(_ arguments: [String]) throws -> Int32 {
        try SimulateCommand(arguments).run()
    }

    private init(_ arguments: [String]) throws(UsageError) {
        var words = ArgumentReader(
            arguments,
            options: [
                "--script", "--keyboard", "--fault", "--saturate", "--garbage", "--trace", "--switches", "--hold-last", "--loop",
                "--real-time", "--interval", "--input", "--joystick", "--name",
                "--events",
            ])
        while let word = try words.next() {
            switch word {
            case .option("--script"): script = try Self.script(words.value("--script"))
            case .option("--keyboard"): isKeyboard = true
            case .option("--fault"): faults.append(try Self.fault(words.value("--fault")))
            case .option("--saturate"): options.faults.saturation = Int16(try words.number("--saturate", in: 0.1...32) * 1000)
            case .option("--garbage"): options.faults.garbageEvery = Int(try words.number("--garbage", in: 1...1_000_000))
            case .option("--trace"): trace = try words.value("--trace")
            case .option("--switches"): isSwitches = true
            case .option("--hold-last"): end = .hold
            case .option("--loop"): end = .loop
            case .option("--real-time"): options.isRealTime = true
            case .option("--interval"): options.interval = UInt32(try words.number("--interval", in: 1...60_000))
            case .option("--input"): if case .sensorHub = kind { kind = .input(hasJoystick: false) }
            case .option("--joystick"): kind = .input(hasJoystick: true)
            case .option("--name"): options.name = try words.value("--name")
            case .option("--events"): events = try words.value("--events")
            case .option(let other): throw UsageError("unknown option '\(other)'")
            case .operand(let operand):
                guard file == nil else { throw UsageError("one recording at a time: '\(operand)' is one too many") }
                if operand == "-" { throw UsageError("a recording in a file is needed: standard input steers the simulation") }
                file = operand
            }
        }
        if file != nil, script != nil { throw UsageError("give either a recording or --script") }
        if isKeyboard, isatty(STDIN_FILENO) == 0 { throw UsageError("--keyboard needs a terminal") }
        if trace != nil, script == nil { throw UsageError("--trace needs --script") }
    }

    private static func script(_ text: String) throws(UsageError) -> PoseTrack {
        do throws(PoseScript.Flaw) {
            return try PoseScript(parsing: text).track
        } catch {
            throw UsageError("option '--script': \(error)")
        }
    }

    private static func fault(_ text: String) throws(UsageError) -> TimedFault {
        if let fault = TimedFault(text) { return fault }
        let kind = String(text.prefix { $0 != "@" })
        throw UsageError(
            "option '--fault': '\(text)' is not KIND@SECONDS with one of \(TimedFault.words.joined(separator: ", "))"
                + (TimedFault.words.contains(kind) ? "" : suggestion(for: kind, among: TimedFault.words)))
    }

    private func run() throws -> Int32 {
        if isSwitches { return try SwitchSimulation().run() }
        if let trace, let script { return try SimulatedTrace(script, options.faults).write(to: trace) }
        let playback = try playback()
        let output = try eventOutput()
        let loop = try EventLoop()
        // A reader of the events that goes away is no reason to pull the sensor out.
        let signals = try [SIGTERM, SIGINT].map { try loop.onSignal($0) { _ in loop.exit() } } + [loop.onSignal(SIGPIPE) { _ in }]
        var keyboard: KeyboardSimulation?
        let tell: (String) -> Void = { line in
            // The page is on standard output.
            if output == STDOUT_FILENO, let keyboard { return keyboard.note(line) }
            try? writeAll(Array((line + "\n").utf8), to: output, named: "the events")
        }
        let perform: (SimulationCommand) throws -> Void
        switch kind {
        case .sensorHub:
            let simulation = try Simulation(playback: playback, options: options, loop: loop, tell: tell)
            perform = { try simulation.perform($0) }
        case .input(let hasJoystick):
            let simulation = try InputSimulation(
                playback: playback, options: options, hasJoystick: hasJoystick, loop: loop, tell: tell)
            perform = { try simulation.perform($0) }
        }
        do {
            try perform(.plug)
        } catch let error as SimulationError {
            throw error.failure
        }
        let timers = try faults.map { fault in
            let timer = try loop.timer {
                do { try perform(fault.command) } catch { printError("orientationctl: \(error)") }
            }
            timer.fire(at: loop.now + Interval(nanoseconds: Int64(fault.after * 1e9)))
            return timer
        }
        if isKeyboard {
            let page = KeyboardSimulation(loop, perform: perform)
            keyboard = page
            // It holds what tells it.
            defer { keyboard = nil }
            return try page.run((signals, timers))
        }
        let input = try LineInput(STDIN_FILENO, loop: loop) { line in
            do {
                try perform(SimulationCommand(parsing: line))
            } catch {
                printError("orientationctl: \(error)")
            }
        }
        return try withExtendedLifetime((signals, timers, input)) { try loop.run() }
    }

    private func playback() throws -> Playback {
        if let script { return Playback(script, end: end) }
        guard let file else { return Playback(PoseTrack(always: .upright), end: .hold) }
        let trace = try Trace(reading: file)
        let calibration = trace.header.calibration
        let start = trace.samples.first?.timestamp ?? Timestamp(nanoseconds: 0)
        let steps = trace.samples.map { sample in
            let gravity = calibration.gravity(of: sample) * 1000
            return PoseTrack.Step(time: sample.timestamp - start, pose: Pose(milliG: gravity.x, gravity.y, gravity.z))
        }
        guard let track = PoseTrack(steps) else { throw CommandFailure.failed("\(file) has no rows that can be played") }
        return Playback(track, end: end)
    }

    /// Where the lines go; closed at the end of the program.
    private func eventOutput() throws -> Int32 {
        guard let events else { return STDOUT_FILENO }
        guard let number = Int32(events) else {
            return try FileDescriptor.open(events, O_WRONLY | O_CREAT | O_APPEND).release()
        }
        guard fcntl(number, F_GETFD) >= 0 else { throw UsageError("option '--events': \(number) is no open file descriptor") }
        return number
    }
}

extension SimulationError {
    /// With the exit status that it means.
    var failure: CommandFailure { isAbsence ? .nothingThere(description) : .failed(description) }
}
