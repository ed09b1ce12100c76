import EventLoop
import OrientationCore
import Posix

/// A virtual accelerometer of the input subsystem that goes through the poses of a recording. Its time passes as long as it
/// is plugged in: whether somebody reads it, `/dev/uinput` does not say.
public final class InputSimulation {
    private let loop: EventLoop
    private let options: Simulation.Options
    private var faults: PoseFaults
    private let hasJoystick: Bool
    private let tell: (String) -> Void
    private var playback: Playback
    private var devices: [VirtualInputDevice] = []
    private var timer: EventSource?

    /// - Parameters:
    ///   - hasJoystick: it is part of a game controller, which has a stick too.
    ///   - tell: gets a line for everything that the commands did.
    public init(
        playback: Playback, options: Simulation.Options, hasJoystick: Bool, loop: EventLoop, tell: @escaping (String) -> Void
    ) throws(SystemError) {
        self.loop = loop
        self.options = options
        faults = options.faults
        self.hasJoystick = hasJoystick
        self.tell = tell
        self.playback = playback
        timer = try loop.timer(priority: .sample) { [unowned self] in report() }
    }

    public func plug() throws(SimulationError) {
        guard devices.isEmpty else { return }
        // The stick first: when the accelerometer is seen, what it belongs to is there.
        if hasJoystick { devices.append(try VirtualInputDevice(.joystick, name: "\(options.name) stick", connection: options.name)) }
        playback.start(at: loop.now)
        let pose = playback.pose(at: loop.now)
        devices.append(try VirtualInputDevice(.accelerometer(pose), name: options.name, connection: options.name))
        announce("plugged")
        report()
    }

    public func perform(_ command: SimulationCommand) throws(SimulationError) {
        switch command {
        case .pose(let pose):
            playback.hold(pose)
            report()
            announce("pose \(pose.x) \(pose.y) \(pose.z)")
        case .play:
            playback.hold(nil)
            report()
        case .plug: try plug()
        case .unplug:
            timer?.fire(at: nil)
            playback.stop(at: loop.now)
            devices = []
            announce("unplugged")
        case .quit: loop.exit()
        case .mute, .unmute, .slow: printError("orientationctl: an input device cannot do that")
        }
    }

    /// Sends the present pose, and looks again an interval later while a recording runs.
    private func report() {
        guard let device = devices.last else { return }
        let now = loop.now
        do {
            try device.move(to: faults.reported(playback.pose(at: now)))
        } catch {
            printError("orientationctl: \(error)")
        }
        guard let end = playback.ends(at: now) else { return }
        guard end > now else {
            announce("ended")
            if playback.exitsAtEnd { loop.exit() }
            return
        }
        timer?.fire(at: now + .milliseconds(Int64(max(1, options.interval))))
    }

    private func announce(_ text: String) {
        tell("\(loop.now.nanoseconds) \(text)")
    }
}
