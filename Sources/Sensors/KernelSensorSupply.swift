import EventLoop
import OrientationCore
import Posix

/// The kernel's accelerometers: finds them, chooses the screen's, and follows them as they come and go.
public final class KernelSensorSupply: SensorSupply {
    public private(set) var current: SensorSource?
    public private(set) var candidates: [SensorCandidate] = []
    public var onChange: () -> Void = {}

    private let loop: EventLoop
    /// What `iio:` names; nil for any sensor.
    private let name: String?
    private var settings: SensorSettings
    private var monitor: DeviceMonitor?
    private var resumeWatch: ResumeWatch?
    private var retryTimer: EventSource?
    private var used: (description: AccelerometerDescription, settings: SensorSettings, sensor: IIOSensor)?
    /// Sensors that may still be switching off.
    private var leaving: [IIOSensor] = []

    /// A sensor that stalled is tried again after this.
    static let retryInterval = Interval.seconds(10)
    /// How long the end of the program waits for a sensor to be switched off.
    static let patience = Interval.seconds(3)

    /// - Parameter name: a sensor name, sysfs name, sysfs path, `ID_PATH` or label that is used instead of the configured
    ///   one; nil for the configured one, or any.
    public init(loop: EventLoop, name: String? = nil, settings: SensorSettings) throws(SystemError) {
        self.loop = loop
        self.name = name
        self.settings = settings
        // Listening first, so that nothing falls between the look and the events.
        monitor = try DeviceMonitor(loop: loop, subsystems: ["iio"]) { [weak self] in self?.handle($0) }
        resumeWatch = try ResumeWatch(loop: loop) { [weak self] in self?.used?.sensor.resumed() }
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
        if event.action == "remove", used?.description.sysfsPath == event.path { drop() }
        refresh()
    }

    private func refresh() {
        let before = current
        look()
        if current !== before { onChange() }
    }

    private func retry() {
        refresh()
    }

    /// Looks at all devices and settles which one is used. Keeps the present source if nothing about it has changed.
    private func look() {
        var settings = self.settings
        if let name { settings.device = name }
        let found = (try? DeviceScan.accelerometers()) ?? []
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
        candidates = judged.indices.map { index in
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
        let request = IIOSession.Request(
            uri: nil, name: found[index].sysfsName, channel: found[index].channel, settings: settings,
            isHID: found[index].isHID, scale: rules.calibration.scale)
        let sensor = IIOSensor(loop: loop, info: rules.info, calibration: rules.calibration, request: request)
        sensor.onLost = { [weak self, weak sensor] reason in sensor.map { self?.lost($0, reason) } }
        used = (found[index], settings, sensor)
        current = sensor
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
    private func lost(_ sensor: IIOSensor, _ reason: ChangeReason) {
        guard used?.sensor === sensor else { return }
        used = nil
        current = nil
        leaving = [sensor]
        for index in candidates.indices where candidates[index].isUsed {
            candidates[index].isUsed = false
            candidates[index].reason = reason == .sensorLost ? "it went away" : "it does not deliver; tried again after a while"
        }
        retryTimer?.fire(at: loop.now + Self.retryInterval)
        onChange()
    }
}
