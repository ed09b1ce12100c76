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
        /// Counts up; the lowest bit is ``onlyWatches``, which is asked of each holder at each change.
        let number: UInt64

        init(number: UInt64) {
            self.number = number
        }

        fileprivate init(count: UInt64, onlyWatches: Bool) {
            number = count << 1 | (onlyWatches ? 1 : 0)
        }

        /// It takes no part in the interface.
        fileprivate var onlyWatches: Bool { number & 1 == 1 }
    }

    public enum Action: Equatable, Sendable {
        case startSensor
        case stopSensor
        /// The present state goes to this subscriber, with this about the interface.
        case tell(Holder, InterfaceReport)
        /// The present state answers this wait; release it afterwards.
        case answer(Holder)
        /// The wait cannot be answered, there is no sensor; it holds nothing any more.
        case refuse(Holder)
        /// The presenter has its turn: ``turnDone(_:)`` when it says so, ``turnOverdue(_:)`` after that time.
        case awaitTurn(UInt64, atMost: Interval)
        /// The presenter did not answer in time.
        case presenterSilent(UInt64)
    }

    private enum Sensor { case absent, off, on, over }

    /// Counts the announced states, from 1 (the unknown state before anything happened).
    public private(set) var sequence: UInt64 = 1
    /// Samples taken since the sensor was switched on.
    public private(set) var samples = 0
    /// The time of the last sample.
    public private(set) var lastSample = Timestamp(nanoseconds: 0)
    /// What the content does.
    public private(set) var policy: InterfacePolicy
    /// What is told: a lock may keep changes of the device back.
    public private(set) var state = OrientationState()

    private var pipeline: OrientationPipeline
    private var settings: OrientationSettings
    private var isRecording = false
    private var sensor = Sensor.absent
    private var nextNumber: UInt64 = 1
    private var subscribers: [Holder] = []
    private var waiters: [Holder] = []

    public init(settings: OrientationSettings, interface: InterfaceSettings = InterfaceSettings()) {
        self.settings = settings
        pipeline = OrientationPipeline(calibration: Calibration(), settings: settings)
        policy = InterfacePolicy(settings: Self.naming(interface, as: settings))
    }

    /// Goes on where an earlier process ended. Before anything else happens here.
    public mutating func resume(_ state: OrientationState, sequence: UInt64, change: UInt64, interface: SessionInterface? = nil) {
        pipeline = OrientationPipeline(calibration: Calibration(), settings: settings, state: state)
        self.state = state
        _ = policy.deviceChanged(to: state.device, landscape: state.landscape)
        policy.resume(after: change, showing: interface)
        self.sequence = max(self.sequence, sequence)
    }

    public var gravity: Vector3? { pipeline.gravity }
    /// See ``OrientationPipeline/insight``.
    public var insight: DecisionInsight? { pipeline.insight }
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
    ///
    /// - Parameter onlyWatches: it said nothing about the interface. A turn of the device that turns the interface too is
    ///   told to it once, unless a presenter has to turn the screen between the two times.
    public mutating func subscribe(
        _ wishes: InterfaceWishes = InterfaceWishes(), isPresented: Bool = false, isPresenter: Bool = false, onlyWatches: Bool = false
    ) throws(InterfacePolicyError) -> (Holder, [Action]) {
        let holder = newHolder(onlyWatches: onlyWatches)
        let actions = try policy.arrive(holder.client, wishes, isPresented: isPresented, isPresenter: isPresenter)
        subscribers.append(holder)
        return (holder, carryOut(actions) + startIfNeeded())
    }

    /// Somebody needs the sensor to run and takes no part in the interface.
    public mutating func hold() -> (Holder, [Action]) {
        let holder = newHolder()
        subscribers.append(holder)
        return (holder, startIfNeeded())
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
        let actions = carryOut(policy.leave(holder.client))
        guard holderCount == 0 else { return actions }
        if sensor == .over { sensor = .off }
        guard sensor == .on else { return actions }
        sensor = .off
        if let change = pipeline.lose(.released, at: time) { _ = announce(change) }
        return actions + [.stopSensor]
    }

    // MARK: The sensor

    /// There is a sensor to use, off as yet; any other was lost before.
    ///
    /// - Parameter isRecording: what was known before does not count, so that a recording always plays the same.
    public mutating func sensorArrived(
        _ calibration: Calibration, silenceMeansUnchanged: Bool = false, isRecording: Bool = false
    ) -> [Action] {
        pipeline = OrientationPipeline(calibration: calibration, settings: settings, state: pipeline.state)
        self.isRecording = isRecording
        pipeline.silenceMeansUnchanged = silenceMeansUnchanged
        sensor = .off
        let before = state
        let actions = startIfNeeded()
        // A recording forgets what was known before, and so do those who have waited for it.
        return state.differs(from: before) ? announce(state, []) + actions : actions
    }

    /// The sensor went away or failed, or the recording is over. Waits end, subscriptions stay for the next sensor.
    public mutating func sensorLost(_ reason: ChangeReason, at time: Timestamp) -> [Action] {
        guard sensor != .absent else { return [] }
        sensor = reason == .ended ? .over : .absent
        var actions: [Action] = []
        if holderCount > 0, let change = pipeline.lose(reason, at: time) { actions = announce(change) }
        let refused = waiters
        waiters = []
        // With nobody left for whom it is over, the next one hears it from its start.
        if sensor == .over && holderCount == 0 { sensor = .off }
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

    /// New thresholds: what holds stays until a sample says otherwise. A new policy of the system binds at once.
    public mutating func apply(_ settings: OrientationSettings, interface: InterfaceSettings = InterfaceSettings()) -> [Action] {
        self.settings = settings
        pipeline.apply(settings)
        return decide { policy in policy.apply(Self.naming(interface, as: settings)) }
    }

    // MARK: The interface

    /// Something about the interface is asked for or has happened; an error changes nothing.
    public mutating func decide<Failure: Error>(
        _ event: (inout InterfacePolicy) throws(Failure) -> [InterfacePolicy.Action]
    ) throws(Failure) -> [Action] {
        let actions = try event(&policy)
        // A lock that kept the device's changes back may be open now.
        let isBehind = !policy.isDeviceSilenced && state != pipeline.state
        return isBehind ? announce(pipeline.state, actions) : carryOut(actions)
    }

    /// The name of the natural position is one setting for both.
    private static func naming(_ interface: InterfaceSettings, as settings: OrientationSettings) -> InterfaceSettings {
        var interface = interface
        interface.natural = settings.natural
        return interface
    }

    /// Each change of interface without one of the device counts as a change of its own.
    private mutating func carryOut(_ actions: [InterfacePolicy.Action]) -> [Action] {
        if actions.contains(where: { $0.begins }) { sequence += 1 }
        return actions.map(action)
    }

    private func action(_ action: InterfacePolicy.Action) -> Action {
        switch action {
        case .tell(let client, let report): .tell(Holder(number: client.number), report)
        case .awaitTurn(let change, let limit): .awaitTurn(change, atMost: limit)
        case .presenterSilent(let change): .presenterSilent(change)
        }
    }

    // MARK: Inside

    private mutating func newHolder(onlyWatches: Bool = false) -> Holder {
        defer { nextNumber += 1 }
        return Holder(count: nextNumber, onlyWatches: onlyWatches)
    }

    private mutating func startIfNeeded() -> [Action] {
        guard sensor == .off, holderCount > 0 else { return [] }
        sensor = .on
        samples = 0
        if isRecording {
            pipeline.restart()
            state = pipeline.state
            _ = policy.deviceChanged(to: state.device, landscape: state.landscape)
        }
        return [.startSensor]
    }

    /// The device has changed: everybody is told, with a change of interface in one where it makes one.
    private mutating func announce(_ change: OrientationState) -> [Action] {
        let actions = policy.deviceChanged(to: change.device, landscape: change.landscape)
        // Losing the device and finding it again is told in any case.
        if policy.isDeviceSilenced && state.device != .unknown && change.device != .unknown { return carryOut(actions) }
        return announce(change, actions)
    }

    private mutating func announce(_ change: OrientationState, _ actions: [InterfacePolicy.Action]) -> [Action] {
        state = change
        sequence += 1
        let wills = actions.prefix { $0.begins }
        var told = actions.map(action)
        if wills.count < subscribers.count {
            // Some show the same as before: they are told of the device alone, each in its place.
            var turned: [Holder: Action] = [:]
            for case .tell(let holder, let report) in told.prefix(wills.count) { turned[holder] = .tell(holder, report) }
            let all = policy.tellingAll.map { plain -> Action in
                guard case .tell(let holder, _) = action(plain) else { return action(plain) }
                return turned[holder] ?? action(plain)
            }
            told = all + told.dropFirst(wills.count)
        }
        if !policy.hasPresenter { told = told.compactMap(once) }
        if change.device != .unknown { told += waiters.map { .answer($0) } }
        return told
    }

    /// For a watcher both times that a change of interface is told are one.
    private func once(_ action: Action) -> Action? {
        guard case .tell(let holder, var report) = action, holder.onlyWatches, let phase = report.phase else { return action }
        report.phase = nil
        return phase == .will ? .tell(holder, report) : nil
    }
}

extension Hub.Holder {
    /// The subscription as the policy knows it.
    public var client: InterfacePolicy.Client { InterfacePolicy.Client(number: number) }
}

extension InterfacePolicy.Action {
    fileprivate var begins: Bool {
        if case .tell(_, let report) = self { return report.phase == .will }
        return false
    }
}
