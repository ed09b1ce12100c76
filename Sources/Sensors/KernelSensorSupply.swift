import EventLoop
import OrientationCore
import Posix

/// The kernel's accelerometers: finds them, chooses the screen's, and follows them as they come and go.
public final class KernelSensorSupply: SensorSupply {
    public private(set) var current: SensorSource?
    public var candidates: [SensorCandidate] { rows.map { $0.updated(from: current) } }
    public var onChange: () -> Void = {}

    /// As they were when last looked at.
    private var rows: [SensorCandidate] = []
    private let loop: EventLoop
    private let wanted: Wanted
    private var settings: SensorSettings
    private var monitor: DeviceMonitor?
    private var sleepWatch: SleepWatch?
    private var retryTimer: EventSource?
    private var used: (description: AccelerometerDescription, settings: SensorSettings, sensor: any KernelSensor)?
    /// Sensors that may still be switching off.
    private var leaving: [any KernelSensor] = []

    /// Which sensors are taken into account.
    public enum Wanted: Equatable, Sendable {
        /// All: the configured one, or the best.
        case any
        /// The one of industrial I/O with this sensor name, sysfs name, sysfs path, `ID_PATH` or label.
        case iio(String)
        /// The input device with this node, or link to it, whether anything says that it is an accelerometer or not.
        case evdev(String)
    }

    /// A sensor that stalled is tried again after this.
    static let retryInterval = Interval.seconds(10)
    /// How long the end of the program waits for a sensor to be switched off.
    static let patience = Interval.seconds(3)

    public init(loop: EventLoop, _ wanted: Wanted = .any, settings: SensorSettings) throws(SystemError) {
        self.loop = loop
        self.wanted = wanted
        self.settings = settings
        // Listening first, so that nothing falls between the look and the events.
        monitor = try DeviceMonitor(loop: loop, subsystems: ["iio", "input"]) { [weak self] in self?.handle($0) }
        sleepWatch = try SleepWatch(loop: loop) { [weak self] in self?.follow($0) }
        retryTimer = try loop.timer(slack: .milliseconds(500)) { [weak self] in self?.retry() }
        look()
    }

    public func apply(_ settings: SensorSettings) {
        guard settings != self.settings else { return }
        self.settings = settings
        refresh()
    }

    public func finish() {
        used?.sensor.stop()
        for sensor in leaving + [used?.sensor].compactMap({ $0 }) { sensor.finish(within: Self.patience) }
        leaving = []
    }

    private func handle(_ event: DeviceEvent) {
        // An input device has several faces; evdev's is the one that counts.
        if event.subsystem == "input", !event.name.hasPrefix("event") { return }
        refresh(removed: event.action == "remove" ? event.path : nil)
    }

    private func follow(_ advice: SleepState.Advice) {
        guard let sensor = used?.sensor else { return }
        switch advice {
        case .prepare: sensor.prepareForSleep()
        case .wakeUp: sensor.resumed()
        }
    }

    /// - Parameter path: of a device that the system says is gone, whatever a look still finds of it.
    private func refresh(removed path: String? = nil) {
        let before = current
        if let path, used?.description.sysfsPath == path { drop() }
        look()
        if current !== before { onChange() }
    }

    private func retry() {
        refresh()
    }

    /// Looks at all devices and settles which one is used. Keeps the present source if nothing about it has changed.
    private func look() {
        var settings = self.settings
        let found: [AccelerometerDescription]
        switch wanted {
        case .any: found = DeviceScan.accelerometers() + InputScan.accelerometers(named: nil)
        case .iio(let name):
            settings.device = name
            found = DeviceScan.accelerometers()
        case .evdev(let path):
            let node = realPath(path) ?? path
            settings.device = node
            found = InputScan.accelerometers(named: node)
        }
        var judged = found
        var rules: [SensorRules?] = []
        for index in judged.indices {
            do throws(SensorError) {
                rules.append(try SensorRules(judged[index], settings))
            } catch {
                rules.append(nil)
                judged[index].flaw = error.description
            }
        }
        let choice = SensorChoice(judged, settings: settings)
        rows = judged.indices.map { index in
            SensorCandidate(
                info: rules[index]?.info ?? SensorRules.info(judged[index], settings), isUsed: index == choice.index,
                reason: choice.verdicts[index])
        }
        guard let index = choice.index, let rules = rules[index] else {
            drop()
            return
        }
        if let used, used.description == found[index], used.settings == settings { return }
        // Not gone, but with other rules: whoever has it running stops it when told of the new one.
        if let used, used.description.sysfsPath == found[index].sysfsPath { leaving = [used.sensor] } else { drop() }
        let sensor = sensor(found[index], rules, settings)
        sensor.onLost = { [weak self, weak sensor] reason, text in sensor.map { self?.lost($0, reason, text) } }
        sensor.onRunning = { [weak self] in self?.sleepWatch?.isNeeded = $0 }
        used = (found[index], settings, sensor)
        current = sensor
    }

    private func sensor(
        _ description: AccelerometerDescription, _ rules: SensorRules, _ settings: SensorSettings
    ) -> any KernelSensor {
        if description.kind == .evdev, let node = description.node {
            return InputSensor(loop: loop, info: rules.info, calibration: rules.calibration, path: node)
        }
        let request = IIOSession.Request(
            uri: nil, name: description.sysfsName, channel: description.channel, settings: settings, isHID: description.isHID,
            scale: rules.calibration.scale)
        return IIOSensor(loop: loop, info: rules.info, calibration: rules.calibration, request: request)
    }

    /// The used sensor is gone, or another one comes before it.
    private func drop() {
        guard let sensor = used?.sensor else { return }
        used = nil
        current = nil
        leaving = [sensor]
        sensor.removed()
    }

    /// The sensor has given up by itself: look again, at once if the device is gone, later if it only stalled.
    private func lost(_ sensor: any KernelSensor, _ reason: ChangeReason, _ text: String) {
        guard used?.sensor === sensor else { return }
        used = nil
        current = nil
        leaving = [sensor]
        for index in rows.indices where rows[index].isUsed {
            rows[index].isUsed = false
            rows[index].reason =
                reason == .sensorLost
                ? "it went away: \(text)" : "it does not deliver: \(text); tried again every \(Int(Self.retryInterval.seconds)) s"
        }
        retryTimer?.fire(at: loop.now + Self.retryInterval)
        onChange()
    }
}
