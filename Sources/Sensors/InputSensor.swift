import EventLoop
import Glibc
import OrientationCore
import Posix

/// An accelerometer of the input subsystem: axes of an event device, in units that the device says per g.
///
/// Its samples are in g: what a count is worth is known only once the device is open, which powers it. evdev tells of
/// changes only, so the last state is repeated for a while after each, until the decision has settled on it.
///
///     state   | start   | opened | cannot be | events  | gone | stop
///     --------+---------+--------+-----------+---------+------+--------
///     stopped | opening | -      | -         | -       | -    | -
///     opening | -       | open   | lost      | -       | lost | stopped
///     open    | -       | -      | -         | samples | lost | stopped
final class InputSensor: KernelSensor {
    private(set) var info: SensorInfo
    let calibration: Calibration
    var onLost: (ChangeReason, String) -> Void = { _, _ in }
    var onRunning: (Bool) -> Void = { _ in }

    private enum State {
        case stopped
        case opening
        case open(InputDevice, EventSource)
    }

    private let loop: EventLoop
    private let path: String
    private let warnings: [String]
    private var state = State.stopped
    private var worker: Worker?
    private var handler: (SensorEvent) -> Void = { _ in }
    private var reports = InputReports(Vector3(0, 0, 0))
    private var repetition: EventSource?
    private var isRepeating = false
    private var lastEvent = Timestamp(nanoseconds: 0)
    private var lastSample = Timestamp(nanoseconds: 0)

    /// Between two repeated samples: the rate that is asked of other sensors.
    static let repetitionInterval = Interval.milliseconds(40)
    /// Longer than any settling of the classifier.
    static let repetitionTime = Interval.seconds(2)

    /// m/s^2 to a unit of its samples, which is 1 g.
    static let scale = Calibration.standardGravity

    init(loop: EventLoop, info: SensorInfo, calibration: Calibration, path: String) {
        self.loop = loop
        self.info = info
        self.calibration = calibration
        self.path = path
        warnings = info.warnings
        self.info.reportsOnlyChanges = true
    }

    func start(_ handler: @escaping (SensorEvent) -> Void) throws(SensorError) {
        guard case .stopped = state else { return }
        let worker: Worker
        do throws(SystemError) {
            if let present = self.worker { worker = present } else { worker = try Worker(loop: loop) }
            if repetition == nil { repetition = try loop.timer(priority: .sample) { [weak self] in self?.again() } }
        } catch {
            throw SensorError(error.description)
        }
        self.worker = worker
        self.handler = handler
        state = .opening
        onRunning(true)
        let path = self.path
        worker.run({ Result { () throws(SystemError) in try InputDevice(path: path) } }) { [weak self] in self?.opened($0) }
    }

    func stop() {
        if case .stopped = state { return }
        if case .open(_, let source) = state { source.cancel() }
        if case .opening = state { worker?.interrupt() }
        state = .stopped
        repetition?.fire(at: nil)
        isRepeating = false
        handler = { _ in }
        onRunning(false)
    }

    func finish(within limit: Interval) {
        worker?.finish(within: limit)
    }

    func removed() {
        lose(.sensorLost, "\(info.id) was removed")
    }

    func prepareForSleep() {}

    /// What happened meanwhile may have been lost with the queue.
    func resumed() {
        refresh()
    }

    func loopTime(of time: Timestamp) -> Timestamp? { time }

    private func opened(_ result: Result<InputDevice, SystemError>) {
        guard case .opening = state else { return }
        do throws(SystemError) {
            let device = try result.get()
            let source = try loop.watch(device.descriptor, for: .readable, priority: .sample) { [weak self] _ in self?.read() }
            state = .open(device, source)
            let units = device.unitsPerG
            info.access = "input events, \(units.x == units.y && units.y == units.z ? "\(units.x)" : "\(units)") units per g"
            info.warnings = warnings + device.notes
            handler(.infoChanged)
            refresh()
        } catch {
            lose(.sensorLost, error.description)
        }
    }

    private func read() {
        guard case .open(let device, _) = state else { return }
        do throws(SystemError) {
            while true {
                let events = try device.events()
                if events.isEmpty { break }
                for event in events {
                    guard let value = reports.take(event) else { continue }
                    deliver(value, from: device, at: device.hasKernelTime ? event.time : loop.now)
                    guard case .open = state else { return }
                }
            }
            if reports.isStale { refresh() }
        } catch {
            lose(.sensorLost, error.description)
        }
    }

    /// Asks for the present state, which is what a reader that lost events, or has just come, goes on from.
    private func refresh() {
        guard case .open(let device, _) = state else { return }
        do throws(SystemError) {
            let value = try device.state()
            reports.restore(value)
            // A device that has not measured yet.
            if value == Vector3(0, 0, 0) { return }
            deliver(value, from: device, at: loop.now)
        } catch {
            lose(.sensorLost, error.description)
        }
    }

    private func deliver(_ value: Vector3, from device: InputDevice, at time: Timestamp) {
        // An event may have waited while the state before it was repeated.
        let time = max(time, lastSample)
        lastEvent = time
        send(value, from: device, at: time)
        guard case .open = state, !isRepeating else { return }
        isRepeating = true
        repetition?.fire(at: loop.now + Self.repetitionInterval)
    }

    /// Nothing has changed since the last event, or something has, and then that was a sample.
    private func again() {
        guard case .open(let device, _) = state else { return }
        let now = loop.now
        if now - lastSample >= Self.repetitionInterval { send(reports.value, from: device, at: now) }
        guard case .open = state else { return }
        isRepeating = now - lastEvent < Self.repetitionTime
        if isRepeating { repetition?.fire(at: now + Self.repetitionInterval) }
    }

    private func send(_ value: Vector3, from device: InputDevice, at time: Timestamp) {
        lastSample = time
        let units = device.unitsPerG
        let inG = Vector3(value.x / units.x, value.y / units.y, value.z / units.z)
        handler(.sample(RawSample(timestamp: time, value: inG)))
    }

    private func lose(_ reason: ChangeReason, _ text: String) {
        if case .stopped = state { return }
        let handler = self.handler
        stop()
        handler(.lost(reason, text))
        onLost(reason, text)
    }
}
