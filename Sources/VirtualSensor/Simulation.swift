import EventLoop
import OrientationCore
import Posix

/// A virtual accelerometer in the kernel that goes through the poses of a recording: device, playback and commands in one loop.
///
/// The recording's time passes only while the kernel has powered the sensor, so that who switches it on sees it from the start.
public final class Simulation {
    private let loop: EventLoop
    private let options: Options
    private var faults: PoseFaults
    private let tell: (String) -> Void
    private var sensor: VirtualAccelerometer
    private var playback: Playback
    private var device: UHIDDevice?
    private var reportTimer: EventSource?
    private var endTimer: EventSource?
    private var lateTimer: EventSource?
    /// When the report timer is due.
    private var nextReport: Timestamp?
    /// Replies that a slow sensor still owes.
    private var late: [(due: Timestamp, message: UHIDMessage)] = []

    public struct Options: Sendable {
        /// What the kernel calls the device.
        public var name = "orientationd virtual accelerometer"
        /// The recording's time passes as long as the device is plugged in.
        public var isRealTime = false
        /// ms between reports before the kernel sets another.
        public var interval: UInt32 = 100
        /// What is wrong with the readings.
        public var faults = PoseFaults()

        public init() {}
    }

    /// - Parameter tell: gets a line for everything that happens: what the kernel sets, and what the commands did.
    public init(playback: Playback, options: Options, loop: EventLoop, tell: @escaping (String) -> Void) throws(SystemError) {
        self.loop = loop
        self.options = options
        faults = options.faults
        self.tell = tell
        self.playback = playback
        sensor = VirtualAccelerometer(interval: options.interval)
        reportTimer = try loop.timer(priority: .sample) { [unowned self] in report() }
        endTimer = try loop.timer(priority: .deadline) { [unowned self] in end() }
        lateTimer = try loop.timer { [unowned self] in sendLate() }
    }

    /// Plugs the sensor in, if it is not.
    public func plug() throws(SimulationError) {
        guard device == nil else { return }
        sensor.reset()
        device = try UHIDDevice(name: options.name, loop: loop) { [unowned self] in handle($0) }
        announce("plugged")
        if options.isRealTime { startPlayback() }
    }

    /// Pulls it out.
    public func unplug() {
        guard device != nil else { return }
        nextReport = nil
        late = []
        reportTimer?.fire(at: nil)
        lateTimer?.fire(at: nil)
        stopPlayback()
        device = nil
        announce("unplugged")
    }

    public func perform(_ command: SimulationCommand) throws(SimulationError) {
        switch command {
        case .pose(let pose):
            playback.hold(pose)
            announce("pose \(pose.x) \(pose.y) \(pose.z)")
        case .play:
            playback.hold(nil)
            announce("play")
        case .plug: try plug()
        case .unplug: unplug()
        case .mute, .unmute:
            sensor.isMute = command == .mute
            announce(sensor.isMute ? "mute" : "unmute")
        case .slow(let milliseconds):
            sensor.readingTime = milliseconds
            announce("slow \(milliseconds)")
        case .quit: loop.exit()
        }
        endTimer?.fire(at: playback.ends(at: loop.now))
    }

    private func handle(_ event: UHIDEvent) {
        let pose = playback.pose(at: loop.now)
        // A reading that is asked for is as bad as one that comes by itself.
        if case .getReport(_, .input) = event { sensor.pose = faults.reported(pose) } else { sensor.pose = pose }
        for action in sensor.actions(for: event) { carryOut(action) }
        keepReporting()
    }

    private func carryOut(_ action: VirtualAccelerometer.Action) {
        switch action {
        case .send(let message): send(message)
        case .sendLater(let milliseconds, let message):
            // Whoever reads waits for the reply, so there are only a few, and in the order of their times.
            late.append((loop.now + .milliseconds(Int64(milliseconds)), message))
            announce("asked")
            lateTimer?.fire(at: late.first?.due)
        case .announce(let change):
            announce(change.description)
            if case .power(let state) = change, !options.isRealTime {
                state == .full ? startPlayback() : stopPlayback()
            }
        }
    }

    private func send(_ message: UHIDMessage) {
        do {
            try device?.send(message)
        } catch {
            printError("orientationctl: \(error)")
        }
    }

    private func sendLate() {
        let now = loop.now
        while let first = late.first, first.due <= now {
            send(first.message)
            late.removeFirst()
            announce("answered")
        }
        lateTimer?.fire(at: late.first?.due)
    }

    /// Arms the report timer when the host wants reports, disarms it when not.
    private func keepReporting() {
        guard sensor.settings.isReporting else {
            nextReport = nil
            reportTimer?.fire(at: nil)
            return
        }
        // A shorter interval takes effect at once, and the first report comes one interval after it was asked for.
        let due = loop.now + interval
        let next = min(nextReport ?? due, due)
        nextReport = next
        reportTimer?.fire(at: next)
    }

    private func report() {
        let now = loop.now
        sensor.pose = faults.reported(playback.pose(at: now))
        if let action = sensor.report() { carryOut(action) }
        // Counted from when it was due, so that the rate is kept; if the machine stood still, from now.
        let following = (nextReport ?? now) + interval
        let next = following < now ? now + interval : following
        nextReport = next
        reportTimer?.fire(at: next)
    }

    private var interval: Interval { .milliseconds(Int64(max(1, sensor.settings.interval))) }

    private func startPlayback() {
        playback.start(at: loop.now)
        endTimer?.fire(at: playback.ends(at: loop.now))
    }

    private func stopPlayback() {
        playback.stop(at: loop.now)
        endTimer?.fire(at: nil)
    }

    private func end() {
        announce("ended")
        if playback.exitsAtEnd { loop.exit() }
    }

    private func announce(_ text: String) {
        tell("\(loop.now.nanoseconds) \(text)")
    }
}
