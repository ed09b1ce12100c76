import EventLoop
import Glibc
import OrientationCore
import Posix

/// An accelerometer of Linux' industrial I/O, of this machine or of a remote one.
///
/// Everything that can block is done by ``IIOSession`` on a worker's thread; the loop only takes from the kernel's buffer
/// what is there, or gets the readings that the thread has made.
///
///     state    | start   | switched on      | cannot be | silence (StreamWatchdog)      | sleep  | awake   | gone | stop
///     ---------+---------+------------------+-----------+-------------------------------+--------+---------+------+--------
///     stopped  | opening | -                | -         | -                             | -      | -       | -    | -
///     opening  | -       | buffered, polled | lost      | lost                          | -      | -       | lost | stopped
///     buffered | -       | -                | -         | opening again, the same or    | dozing | opening | lost | stopped
///     polled   | -       | -                | -         | the next way; none left: lost | dozing | opening | lost | stopped
///     dozing   | -       | -                | -         | -                             | -      | opening | lost | stopped
final class IIOSensor: KernelSensor {
    var info: SensorInfo
    let calibration: Calibration
    var onLost: (ChangeReason, String) -> Void = { _, _ in }
    var onRunning: (Bool) -> Void = { _ in }

    enum State {
        case stopped
        case opening
        case buffered(KernelBuffer, EventSource)
        case polled
        /// Nothing is read until the machine is awake again.
        case dozing
    }

    let loop: EventLoop
    let request: IIOSession.Request
    var state = State.stopped
    var session: IIOSession?
    var worker: Worker?
    var handler: (SensorEvent) -> Void = { _ in }
    var clock = SampleClock(base: .arrival, period: .milliseconds(40))
    var watchdog = StreamWatchdog(limit: .seconds(2), canProbe: false, now: Timestamp(nanoseconds: 0))
    var timer: EventSource?
    var stillness: StillnessPolicy?
    var lastValue: Vector3?
    var lastFailure: SystemError?
    /// Since when every raw reading fails.
    var failingSince: Timestamp?
    /// When to ask whether the other program has left the buffer.
    var reconsiderAt: Timestamp?
    /// Polled, and each reading takes long.
    var isSlow = false
    /// When the machine woke up, until the first sample after that.
    var wokeUpAt: Timestamp?
    let warnings: [String]

    /// A triple of raw values may take this long: the kernel itself waits 5 s for each answer of a hub.
    static let slowestReading = Interval.seconds(20)
    /// Raw readings that fail for this long will not come right by waiting.
    static let longestFailure = Interval.seconds(5)
    /// Switching on takes at most this: a hub's power-up, a network's time-outs, and a first slow reading.
    static let slowestStart = Interval.seconds(20)

    /// In g. Hubs come with a sensitivity of their own; more than this would hide a turn.
    static let unaskedSensitivity = 0.1
    /// Between two looks at a buffer that another program has.
    static let busyInterval = Interval.seconds(30)

    init(loop: EventLoop, info: SensorInfo, calibration: Calibration, request: IIOSession.Request) {
        self.loop = loop
        self.info = info
        self.calibration = calibration
        self.request = request
        warnings = info.warnings
    }

    deinit {
        switchOff()
    }

    func start(_ handler: @escaping (SensorEvent) -> Void) throws(SensorError) {
        guard case .stopped = state else { return }
        let worker: Worker
        do throws(SystemError) {
            if let present = self.worker { worker = present } else { worker = try Worker(loop: loop) }
            if timer == nil { timer = try loop.timer(slack: .milliseconds(100)) { [weak self] in self?.look() } }
        } catch {
            throw SensorError(error.description)
        }
        self.worker = worker
        self.handler = handler
        let session = IIOSession(request)
        self.session = session
        lastValue = nil
        failingSince = nil
        onRunning(true)
        takeWay(worker) { session.open() }
    }

    func stop() {
        switchOff()
        handler = { _ in }
    }

    /// Waits until everything is switched off.
    func finish(within limit: Interval) {
        worker?.finish(within: limit)
    }

    /// The system says that the device went away.
    func removed() {
        lose(.sensorLost, "\(info.id) was removed")
    }

    func loopTime(of time: Timestamp) -> Timestamp? { time }
    func pause() {}
    func resume() {}

    // MARK: Switching on and off

    func takeWay(_ worker: Worker, _ open: @escaping @Sendable () -> IIOSession.Outcome) {
        state = .opening
        timer?.fire(at: loop.now + Self.slowestStart)
        worker.run(open) { [weak self] outcome in self?.opened(outcome) }
    }

    func opened(_ outcome: IIOSession.Outcome) {
        guard case .opening = state else { return }
        switch outcome {
        case .failed(let reason, let text): lose(reason, text)
        case .opened(let opened): stream(opened)
        }
    }

    func stream(_ opened: IIOSession.Opened) {
        let rate = opened.rate.flatMap { $0 > 0 ? $0 : nil } ?? request.settings.rate
        let period = Interval(nanoseconds: Int64(1e9 / min(max(rate, 0.1), 1e6)))
        clock = SampleClock(base: opened.clock, period: period)
        stillness =
            opened.canSleep ? StillnessPolicy(sensitivity: request.settings.changeSensitivity, scale: calibration.scale) : nil
        info.access =
            opened.way.description + (opened.way == .polled && !opened.notes.isEmpty ? " (\(opened.notes.joined(separator: "; ")))" : "")
        info.rate = opened.way == .polled ? request.settings.rate : opened.rate
        isSlow = false
        info.reportsOnlyChanges = wokeUpAt != nil
        info.warnings = warnings + opened.notes
        let limit: Interval
        if let buffer = opened.buffer {
            limit = max(.seconds(2), Interval(nanoseconds: period.nanoseconds * 4))
            do throws(SystemError) {
                let source = try loop.watch(buffer.descriptor, for: .readable, priority: .sample) { [weak self] _ in self?.read() }
                state = .buffered(buffer, source)
            } catch {
                return lose(.sensorLost, error.description)
            }
        } else {
            limit = Self.slowestReading
            state = .polled
            reconsiderAt = opened.isBusy ? loop.now + Self.busyInterval : nil
            poll()
        }
        watchdog = StreamWatchdog(limit: limit, canProbe: opened.canProbe, now: loop.now)
        handler(.infoChanged)
        look()
    }

    /// Takes everything back that is on the loop, and has the worker do the rest.
    func switchOff() {
        if case .stopped = state { return }
        if case .buffered(_, let source) = state { source.cancel() }
        state = .stopped
        wokeUpAt = nil
        timer?.fire(at: nil)
        onRunning(false)
        guard let worker, let session else { return }
        self.session = nil
        worker.interrupt()
        worker.run({ session.close() }, then: { _ in })
    }

    func lose(_ reason: ChangeReason, _ text: String) {
        if case .stopped = state { return }
        let handler = self.handler
        stop()
        handler(.lost(reason, text))
        onLost(reason, text)
    }
}
