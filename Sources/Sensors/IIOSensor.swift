import EventLoop
import Glibc
import OrientationCore
import Posix

/// An accelerometer of Linux' industrial I/O, of this machine or of a remote one.
///
/// Everything that can block is done by ``IIOSession`` on a worker's thread; the loop only takes from the kernel's buffer
/// what is there, or gets the readings that the thread has made.
///
///     state    | start   | switched on      | cannot be | silence (StreamWatchdog)     | gone | stop
///     ---------+---------+------------------+-----------+------------------------------+------+--------
///     stopped  | opening | -                | -         | -                            | -    | -
///     opening  | -       | buffered, polled | lost      | lost                         | lost | stopped
///     buffered | -       | -                | -         | opening again, the same or   | lost | stopped
///     polled   | -       | -                | -         | the next way; none left: lost | lost | stopped
final class IIOSensor: SensorSource {
    private(set) var info: SensorInfo
    let calibration: Calibration
    /// Told after the sensor has reported itself lost.
    var onLost: (ChangeReason) -> Void = { _ in }

    private enum State {
        case stopped
        case opening
        case buffered(IIOBuffer, EventSource)
        case polled
    }

    private let loop: EventLoop
    private let request: IIOSession.Request
    private var state = State.stopped
    private var session: IIOSession?
    private var worker: Worker?
    private var handler: (SensorEvent) -> Void = { _ in }
    private var clock = SampleClock(base: .arrival, period: .milliseconds(40))
    private var watchdog = StreamWatchdog(limit: .seconds(2), canProbe: false, now: Timestamp(nanoseconds: 0))
    private var timer: EventSource?
    private var stillness: StillnessPolicy?
    private var lastValue: Vector3?
    private var lastFailure: SystemError?
    /// Since when every raw reading fails.
    private var failingSince: Timestamp?
    /// When to ask whether the other program has left the buffer.
    private var reconsiderAt: Timestamp?
    private let warnings: [String]

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

    /// The machine was asleep: what the device was told may be forgotten, and what waits in the buffer is of before.
    ///
    /// A hub is powered up again by its driver, which loses that if the buffer goes off and on meanwhile
    /// (hid-sensor-trigger.c: the power-up is skipped while nobody holds it, and runtime power management believes it on).
    /// So a hub is only asked for everything, and the watchdog sees whether it comes.
    func resumed() {
        switch state {
        case .stopped, .opening: break
        case .polled: retake(nil)
        case .buffered:
            guard request.isHID else { return retake(nil) }
            watchdog.wokeUp(at: loop.now)
            stillness = stillness.map { _ in StillnessPolicy(sensitivity: request.settings.changeSensitivity, scale: calibration.scale) }
            setReportsOnlyChanges(false)
            if stillness != nil { setAsleep(false) }
            look()
        }
    }

    func loopTime(of time: Timestamp) -> Timestamp? { time }
    func pause() {}
    func resume() {}

    // MARK: Switching on and off

    private func takeWay(_ worker: Worker, _ open: @escaping @Sendable () -> IIOSession.Outcome) {
        state = .opening
        timer?.fire(at: loop.now + Self.slowestStart)
        worker.run(open) { [weak self] outcome in self?.opened(outcome) }
    }

    private func opened(_ outcome: IIOSession.Outcome) {
        guard case .opening = state else { return }
        switch outcome {
        case .failed(let reason, let text): lose(reason, text)
        case .opened(let opened): stream(opened)
        }
    }

    private func stream(_ opened: IIOSession.Opened) {
        let rate = opened.rate.flatMap { $0 > 0 ? $0 : nil } ?? request.settings.rate
        let period = Interval(nanoseconds: Int64(1e9 / min(max(rate, 0.1), 1e6)))
        clock = SampleClock(base: opened.clock, period: period)
        stillness =
            opened.canSleep ? StillnessPolicy(sensitivity: request.settings.changeSensitivity, scale: calibration.scale) : nil
        info.access =
            opened.way.description + (opened.way == .polled && !opened.notes.isEmpty ? " (\(opened.notes.joined(separator: "; ")))" : "")
        info.rate = opened.way == .polled ? request.settings.rate : opened.rate
        info.reportsOnlyChanges = false
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
    private func switchOff() {
        if case .buffered(_, let source) = state { source.cancel() }
        state = .stopped
        timer?.fire(at: nil)
        guard let worker, let session else { return }
        self.session = nil
        worker.interrupt()
        worker.run({ session.close() }, then: { _ in })
    }

    private func lose(_ reason: ChangeReason, _ text: String) {
        if case .stopped = state { return }
        let handler = self.handler
        stop()
        handler(.lost(reason, text))
        onLost(reason)
    }

    // MARK: Samples

    private func read() {
        guard case .buffered(let buffer, _) = state else { return }
        do throws(SystemError) {
            let scans = try buffer.read()
            guard !scans.isEmpty else { return }
            let now = loop.now
            let suspended = Interval(nanoseconds: now.nanoseconds - clockNanoseconds(CLOCK_MONOTONIC))
            let times = clock.times(for: scans.map(\.kernelTime), now: now, suspended: suspended)
            lastFailure = nil
            watchdog.sample(at: now)
            for (scan, time) in zip(scans, times) {
                deliver(scan.value, at: time)
                guard case .buffered = state else { return }
            }
        } catch {
            failed(error)
        }
    }

    private func poll() {
        guard let worker, let session else { return }
        let rate = request.settings.rate
        let scale = calibration.scale
        worker.stream(
            { (stream: WorkerStream<Result<Vector3, SystemError>>) in
                var cadence = PollingCadence(rate: rate, scale: scale)
                var pause = cadence.still
                repeat {
                    let reading = session.probe()
                    stream.report(reading)
                    switch reading {
                    case .success(let value):
                        pause = cadence.pause(after: value, at: Timestamp(nanoseconds: clockNanoseconds(CLOCK_BOOTTIME)))
                    case .failure: pause = .milliseconds(500)
                    }
                } while stream.pause(pause)
            }, each: { [weak self] in self?.polled($0) })
    }

    private func polled(_ reading: Result<Vector3, SystemError>) {
        guard case .polled = state else { return }
        switch reading {
        case .success(let value):
            lastFailure = nil
            failingSince = nil
            watchdog.sample(at: loop.now)
            deliver(value, at: loop.now)
        case .failure(let error): failed(error)
        }
        guard case .polled = state, let time = reconsiderAt, time <= loop.now, let worker, let session else { return }
        takeWay(worker) { session.reconsider() }
    }

    private func deliver(_ value: Vector3, at time: Timestamp) {
        lastValue = value
        handler(.sample(RawSample(timestamp: time, value: value)))
        switch stillness?.take(value, at: time) {
        case .sleep: setAsleep(true)
        case .wake: setAsleep(false)
        case .stay, nil: break
        }
    }

    // MARK: Trouble

    /// A read error is never a value. What is gone is lost; anything else may pass, and the watchdog waits for that.
    private func failed(_ error: SystemError) {
        lastFailure = error
        switch error.code {
        case ENODEV, ENOENT, ENXIO: lose(.sensorLost, error.description)
        // After any error of a connection its two ends may disagree about what comes next.
        case _ where request.uri != nil: lose(.sensorLost, error.description)
        default:
            if case .buffered = state { return retake("\(error)") }
            let since = failingSince ?? loop.now
            failingSince = since
            if loop.now - since >= Self.longestFailure { lose(.stalled, "\(error)") }
        }
    }

    private func look() {
        switch state {
        case .stopped: break
        case .opening: lose(.stalled, "\(info.id) could not be switched on within \(Int(Self.slowestStart.seconds)) s")
        case .buffered, .polled: follow(watchdog.check(at: loop.now))
        }
    }

    private func follow(_ advice: StreamWatchdog.Advice) {
        switch advice {
        case .wait(let time): timer?.fire(at: time)
        case .probe: probe()
        case .rearm:
            if case .polled = state { return lose(.stalled, silence) }
            retake(nil)
        case .nextWay: retake(silence)
        }
    }

    private var silence: String { lastFailure.map { "\($0)" } ?? "it delivers nothing" }

    /// Opens again: in the same way, or in the next one when there is a reason to give the present one up.
    private func retake(_ reason: String?) {
        guard let worker, let session else { return }
        if case .buffered(_, let source) = state { source.cancel() }
        takeWay(worker) { reason.map { session.giveUpWay($0) } ?? session.rearm() }
    }

    /// Asks a silent hub for its raw values beside the stream.
    private func probe() {
        guard let worker, let session else { return }
        timer?.fire(at: loop.now + Self.slowestReading)
        worker.run({ session.probe() }) { [weak self] reading in self?.probed(reading) }
    }

    private func probed(_ reading: Result<Vector3, SystemError>) {
        guard case .buffered = state else { return }
        switch reading {
        case .failure(let error) where error.code == EBUSY:
            // This driver does not give raw values beside its buffer; there is nothing to compare.
            follow(watchdog.probed(unchanged: watchdog.isAsleep, at: loop.now))
        case .failure(let error):
            lastFailure = error
            follow(watchdog.probed(unchanged: false, at: loop.now))
        case .success(let value):
            let change = lastValue.map { value - $0 } ?? Vector3(0, 0, 0)
            // Twice what the hub may keep to itself; a hub that sleeps by itself has its own idea of that.
            let limit = 2 * (stillness ?? StillnessPolicy(sensitivity: Self.unaskedSensitivity, scale: calibration.scale)).threshold
            let unchanged = max(change.x.magnitude, change.y.magnitude, change.z.magnitude) <= limit
            if unchanged { setReportsOnlyChanges(true) }
            follow(watchdog.probed(unchanged: unchanged, at: loop.now))
        }
    }

    // MARK: Sleep

    private func setAsleep(_ asleep: Bool) {
        guard let worker, let session else { return }
        worker.run({ session.setAsleep(asleep) }) { [weak self] done in
            guard let self, case .buffered = self.state else { return }
            guard done else {
                self.stillness = nil
                return self.setReportsOnlyChanges(false)
            }
            if asleep { self.watchdog.fellAsleep(at: self.loop.now) } else { self.watchdog.wokeUp(at: self.loop.now) }
            self.setReportsOnlyChanges(asleep)
            self.follow(self.watchdog.check(at: self.loop.now))
        }
        // While waking up the silence is still allowed; while falling asleep already.
        if asleep { setReportsOnlyChanges(true) }
    }

    private func setReportsOnlyChanges(_ only: Bool) {
        guard info.reportsOnlyChanges != only else { return }
        info.reportsOnlyChanges = only
        handler(.infoChanged)
    }
}
