import EventLoop
import OrientationCore
import Posix

/// The accelerometer of another machine, or whatever else a libiio URI reaches; looked for until it is there, and again
/// when the connection breaks.
public final class RemoteSensorSupply: SensorSupply {
    public private(set) var current: SensorSource?
    public var candidates: [SensorCandidate] { rows.map { $0.updated(from: current) } }
    public var onChange: () -> Void = {}

    /// As they were when last looked for.
    private var rows: [SensorCandidate] = []
    private let loop: EventLoop
    private let uri: String
    private var settings: SensorSettings
    private let worker: Worker
    private var timer: EventSource?
    private var sensor: IIOSensor?
    private var description: AccelerometerDescription?
    private var attempts = 0

    /// Longest pause between two attempts to reach it.
    static let longestPause = Interval.seconds(60)

    /// A text that is a libiio URI and not the name of a sensor.
    public static func isURI(_ text: String) -> Bool {
        ["ip:", "usb:", "serial:", "local:", "xml:"].contains { text.hasPrefix($0) }
    }

    public init(loop: EventLoop, uri: String, settings: SensorSettings) throws(SystemError) {
        self.loop = loop
        self.uri = uri
        self.settings = settings
        worker = try Worker(loop: loop)
        timer = try loop.timer(slack: .seconds(1)) { [weak self] in self?.look() }
        look()
    }

    public func apply(_ settings: SensorSettings) {
        guard settings != self.settings else { return }
        self.settings = settings
        guard let description else { return }
        use(description)
    }

    public func finish() {
        sensor?.stop()
        sensor?.finish(within: KernelSensorSupply.patience)
    }

    private func look() {
        let uri = self.uri
        let device = settings.device
        worker.run({ () -> Result<AccelerometerDescription, SensorError> in
            do throws(SensorError) {
                return .success(try RemoteDevice(uri: uri, name: device).describe(at: uri))
            } catch {
                return .failure(error)
            }
        }) { [weak self] in self?.found($0) }
    }

    private func found(_ result: Result<AccelerometerDescription, SensorError>) {
        switch result {
        case .success(let description):
            attempts = 0
            self.description = description
            use(description)
        case .failure(let error):
            description = nil
            let info = SensorInfo(name: uri, id: uri, kind: .iio)
            rows = [SensorCandidate(info: info, isUsed: false, reason: error.description)]
            // 1, 2, 4, ... seconds.
            let pause = min(Self.longestPause, .seconds(Int64(1) << Int64(min(attempts, 6))))
            attempts += 1
            timer?.fire(at: loop.now + pause)
        }
    }

    private func use(_ description: AccelerometerDescription) {
        do throws(SensorError) {
            let rules = try SensorRules(description, settings)
            let request = IIOSession.Request(
                uri: uri, name: description.sysfsName, channel: description.channel, settings: settings,
                scale: rules.calibration.scale)
            let sensor = IIOSensor(loop: loop, info: rules.info, calibration: rules.calibration, request: request)
            sensor.onLost = { [weak self] _, text in self?.lost(text) }
            self.sensor = sensor
            current = sensor
            rows = [SensorCandidate(info: rules.info, isUsed: true, reason: "named by its URI")]
        } catch {
            current = nil
            sensor = nil
            rows = [
                SensorCandidate(info: SensorInfo(name: description.name, id: uri, kind: .iio), isUsed: false, reason: error.description)
            ]
        }
        onChange()
    }

    private func lost(_ text: String) {
        current = nil
        sensor = nil
        description = nil
        for index in rows.indices {
            rows[index].isUsed = false
            rows[index].reason = "\(text); tried again"
        }
        onChange()
        look()
    }
}
