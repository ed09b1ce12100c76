import OrientationCore

/// Who holds the sensor, and what everybody is told: the service without sockets, sensors and clocks.
///
/// Every method returns what has to be done, in order; the caller does it. The sensor runs while there is a sensor and
/// at least one holder:
///
/// | sensor | first holder comes | last holder goes | sensor comes | sensor goes | recording ends |
/// |---|---|---|---|---|---|
/// | absent | (waits) | (released) | off, or start if held | | |
/// | off | start | | | absent | |
/// | on | | stop, unknown (released) | | unknown (sensorLost), absent | unknown (ended), over |
/// | over | | off | off, or start if held | absent | |
public struct Hub {
    /// Somebody who needs the sensor to run.
    public struct Holder: Hashable, Sendable {
        let number: UInt64
    }

    public enum Action: Equatable, Sendable {
        case startSensor
        case stopSensor
        /// The present state goes to this subscriber.
        case tell(Holder)
        /// The present state answers this wait; release it afterwards.
        case answer(Holder)
        /// The wait cannot be answered, there is no sensor; it holds nothing any more.
        case refuse(Holder)
    }

    private enum Sensor { case absent, off, on, over }

    /// Counts the announced states, from 1 (the unknown state before anything happened).
    public private(set) var sequence: UInt64 = 1
    /// Samples taken since the sensor was switched on.
    public private(set) var samples = 0
    /// The time of the last sample.
    public private(set) var lastSample = Timestamp(nanoseconds: 0)
    /// What the session shows.
    public private(set) var interface: InterfaceOrientation

    private var pipeline: OrientationPipeline
    private var settings: OrientationSettings
    private var isRecording = false
    private var sensor = Sensor.absent
    private var nextNumber: UInt64 = 1
    private var subscribers: [Holder] = []
    private var waiters: [Holder] = []

    public init(settings: OrientationSettings) {
        self.settings = settings
        pipeline = OrientationPipeline(calibration: Calibration(), settings: settings)
        interface = InterfaceOrientation(showing: settings.natural) ?? .portrait
    }

    public var state: OrientationState { pipeline.state }
    public var gravity: Vector3? { pipeline.gravity }
    /// See ``OrientationPipeline/silenceMeansUnchanged``.
    public var silenceMeansUnchanged: Bool {
        get { pipeline.silenceMeansUnchanged }
        set { pipeline.silenceMeansUnchanged = newValue }
    }
    public var rejected: Int { pipeline.rejected }
    public var nextDeadline: Timestamp? { sensor == .on ? pipeline.nextDeadline : nil }
    public var hasSensor: Bool { sensor == .off || sensor == .on }
    public var isGenerating: Bool { sensor == .on }
    public var subscriberCount: Int { subscribers.count }
    public var holderCount: Int { subscribers.count + waiters.count }

    // MARK: Holders

    /// A subscription begins: it gets the present state at once, then each change.
    public mutating func subscribe() -> (Holder, [Action]) {
        let holder = newHolder()
        subscribers.append(holder)
        return (holder, [.tell(holder)] + startIfNeeded())
    }

    /// Somebody wants one decided reading.
    public mutating func wait() -> (Holder, [Action]) {
        let holder = newHolder()
        guard hasSensor else { return (holder, [.refuse(holder)]) }
        if state.device != .unknown { return (holder, [.answer(holder)]) }
        waiters.append(holder)
        return (holder, startIfNeeded())
    }

    /// A subscription or a wait ends, whatever ended it. Ending twice does nothing.
    public mutating func release(_ holder: Holder, at time: Timestamp) -> [Action] {
        subscribers.removeAll { $0 == holder }
        waiters.removeAll { $0 == holder }
        guard holderCount == 0 else { return [] }
        if sensor == .over { sensor = .off }
        guard sensor == .on else { return [] }
        sensor = .off
        if let change = pipeline.lose(.released, at: time) { note(change) }
        return [.stopSensor]
    }

    // MARK: The sensor

    /// There is a sensor to use, off as yet; any other was lost before.
    ///
    /// - Parameter isRecording: what was known before does not count, so that a recording always plays the same.
    public mutating func sensorArrived(
        _ calibration: Calibration, silenceMeansUnchanged: Bool = false, isRecording: Bool = false
    ) -> [Action] {
        pipeline = OrientationPipeline(calibration: calibration, settings: settings, state: state)
        self.isRecording = isRecording
        pipeline.silenceMeansUnchanged = silenceMeansUnchanged
        sensor = .off
        return startIfNeeded()
    }

    /// The sensor went away or failed, or the recording is over. Waits end, subscriptions stay for the next sensor.
    public mutating func sensorLost(_ reason: ChangeReason, at time: Timestamp) -> [Action] {
        guard sensor != .absent else { return [] }
        sensor = reason == .ended ? .over : .absent
        var actions: [Action] = []
        if holderCount > 0, let change = pipeline.lose(reason, at: time) { actions = announce(change) }
        let refused = waiters
        waiters = []
        return actions + refused.map { .refuse($0) }
    }

    /// The next change that falls due by `time` without a sample: before a sample is taken, or when ``nextDeadline`` has
    /// come. Ask again until there is none, and carry out each before the next, since a state is told as it is then.
    public mutating func changeDue(by time: Timestamp) -> [Action]? {
        guard sensor == .on, let change = pipeline.change(by: time) else { return nil }
        return announce(change)
    }

    /// Takes a sample in; changes that were due before it come first, by ``changeDue(by:)``. Costs no allocation unless
    /// something changes.
    public mutating func take(_ sample: RawSample) -> [Action]? {
        guard sensor == .on else { return nil }
        samples += 1
        lastSample = sample.timestamp
        return pipeline.change(for: sample).map { announce($0) }
    }

    /// New thresholds: what holds stays until a sample says otherwise.
    public mutating func apply(_ settings: OrientationSettings) {
        self.settings = settings
        pipeline.apply(settings)
    }

    // MARK: Inside

    private mutating func newHolder() -> Holder {
        defer { nextNumber += 1 }
        return Holder(number: nextNumber)
    }

    private mutating func startIfNeeded() -> [Action] {
        guard sensor == .off, holderCount > 0 else { return [] }
        sensor = .on
        samples = 0
        if isRecording { pipeline.restart() }
        return [.startSensor]
    }

    private mutating func note(_ change: OrientationState) {
        sequence += 1
        interface = InterfaceOrientation(showing: change.device) ?? interface
    }

    private mutating func announce(_ change: OrientationState) -> [Action] {
        note(change)
        var actions = subscribers.map { Action.tell($0) }
        if change.device != .unknown { actions += waiters.map { .answer($0) } }
        return actions
    }
}
