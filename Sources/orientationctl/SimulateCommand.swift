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
        summary: "Plays a recording into the kernel, as a virtual HID accelerometer (/dev/uhid).",
        details: """
              --switches       instead of a sensor the switches of a convertible (/dev/uinput); lines on
                               standard input: tablet on, tablet off, lid open, lid closed, quit
              --hold-last      stay in the last pose after the recording, instead of ending
              --loop           begin again after the recording
              --real-time      let the recording run on while the kernel has the sensor switched off
              --interval MS    time between reports until the kernel sets another (100)
              --input          an input device (/dev/uinput) instead of a sensor hub; its recording
                               runs while it is plugged in
              --joystick       the same as part of a game controller
              --name NAME      what the kernel calls the device
              --events FD|FILE where to say what the kernel sets, instead of standard output

            Without FILE it stands upright. It prints a line for each change: nanoseconds of CLOCK_BOOTTIME, then
            'power full', 'reporting all', 'interval 50', 'sensitivity 500' and so on. Lines on standard input
            steer it: pose X Y Z (mg; upright is 0 -1000 0), play, unplug, plug, mute, unmute,
            slow MS, quit.

            Example: sudo orientationctl simulate --loop Tests/Fixtures/tour.csv
            """,
        run: { arguments, _ in try run(arguments) })

    private var file: String?
    private var end = Playback.End.exit
    private var options = Simulation.Options()
    private var events: String?
    private var isSwitches = false
    private var kind = Kind.sensorHub

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
            options: ["--switches", "--hold-last", "--loop", "--real-time", "--interval", "--input", "--joystick", "--name", "--events"])
        while let word = try words.next() {
            switch word {
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
                file = operand
            }
        }
    }

    private func run() throws -> Int32 {
        if isSwitches { return try SwitchSimulation().run() }
        let playback = try playback()
        let output = try eventOutput()
        let loop = try EventLoop()
        // A reader of the events that goes away is no reason to pull the sensor out.
        let signals = try [SIGTERM, SIGINT].map { try loop.onSignal($0) { _ in loop.exit() } } + [loop.onSignal(SIGPIPE) { _ in }]
        let tell: (String) -> Void = { line in
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
            throw error.isAbsence ? CommandFailure.nothingThere(error.description) : .failed(error.description)
        }
        let input = try LineInput(STDIN_FILENO, loop: loop) { line in
            do {
                try perform(SimulationCommand(parsing: line))
            } catch {
                printError("orientationctl: \(error)")
            }
        }
        return try withExtendedLifetime((signals, input)) { try loop.run() }
    }

    private func playback() throws -> Playback {
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
