import EventLoop
import Glibc
import JSON
import OrientationCore
import Posix
import Sensors
import Varlink

/// The running service: carries out what the ``Hub`` decides, with a sensor on one side and subscribers on the other.
public final class OrientationService {
    /// What a program does with a line for its log.
    public typealias Log = (LogLevel, String, LogEvent?) -> Void

    var hub: Hub
    let loop: EventLoop
    private let supply: SensorSupply
    private let write: Log
    private var settings: OrientationSettings
    private var frame: NaturalFrame
    private var source: SensorSource?
    private(set) var subscriptions: [Hub.Holder: Subscription] = [:]
    private var waits: [Hub.Holder: Wait] = [:]
    private var gravityReaders: [Subscription] = []
    private var taps: [SampleTap] = []
    private var lastSample: RawSample?
    private var observations: [Hub.Holder: Observation] = [:]
    private var observed = OrientationState()
    /// Writes down what a later process needs to go on.
    public var keeper: Keeper?
    /// Called after a sensor has come or gone.
    public var onSensorChange: () -> Void = {}
    private var deadline: EventSource?
    private var armedDeadline: Timestamp?
    private let broadcast = Broadcast()
    /// Runs while the presenter turns the screen.
    var turnTimer: EventSource?
    private var failure: String?
    private var isPaused = false

    public init(
        _ settings: OrientationSettings, interface: InterfaceSettings = InterfaceSettings(), supply: SensorSupply, loop: EventLoop,
        resuming handover: Handover? = nil, log: @escaping Log
    ) throws(SystemError) {
        hub = Hub(settings: settings, interface: interface)
        if let handover { hub.resume(handover.presentState, sequence: handover.sequence, change: handover.change) }
        self.settings = settings
        self.loop = loop
        self.supply = supply
        write = log
        frame = NaturalFrame(natural: settings.natural)
        deadline = try loop.timer(priority: .deadline) { [unowned self] in deadlineReached() }
        supply.onChange = { [unowned self] in sensorChanged() }
        sensorChanged()
        if source == nil { self.log(.notice, Self.words(for: supply.candidates)) }
    }

    /// Takes new settings over without letting go of anybody.
    public func apply(_ settings: OrientationSettings, _ sensor: SensorSettings, interface: InterfaceSettings = InterfaceSettings()) {
        self.settings = settings
        frame = NaturalFrame(natural: settings.natural)
        broadcast.forget()
        perform(hub.apply(settings, interface: interface))
        supply.apply(sensor)
    }

    /// Switches the sensor off and waits until that is done; the program is about to end.
    public func shutDown() {
        source?.stop()
        source = nil
        supply.finish()
    }

    /// Nobody holds the sensor.
    public var isIdle: Bool { hub.holderCount == 0 }

    /// There is a sensor to use, running or not.
    public var hasSensor: Bool { hub.hasSensor }

    /// What the panel's natural position is called.
    public var natural: DeviceOrientation { settings.natural }

    /// Holds the sensor until ``endObservation(_:)``.
    public func observe(_ handler: @escaping (Observed) -> Void) -> Observation {
        let (holder, actions) = hub.hold()
        let observation = Observation(holder, handler)
        observations[holder] = observation
        handler(.state(hub.state))
        perform(actions)
        return observation
    }

    /// Lets go of the sensor. Ending twice does nothing.
    public func endObservation(_ observation: Observation) {
        guard observations.removeValue(forKey: observation.holder) != nil else { return }
        end(observation.holder)
    }

    // MARK: What the methods of the socket need

    func subscribe(
        _ call: Call, gravityInterval: Interval?, _ wishes: InterfaceWishes, isPresented: Bool, isPresenter: Bool, onlyWatches: Bool
    ) throws(InterfacePolicyError) {
        let (holder, actions) = try hub.subscribe(
            wishes, isPresented: isPresented, isPresenter: isPresenter, onlyWatches: onlyWatches)
        let subscription = Subscription(holder, id: call.connection.tag ?? newToken(), call: call, gravityInterval: gravityInterval)
        subscriptions[holder] = subscription
        keeper?.subscribed(call, id: subscription.id)
        if gravityInterval != nil { gravityReaders.append(subscription) }
        call.onEnd = { [unowned self] in end(holder) }
        call.onDrained = { [unowned self] in drained(holder) }
        perform(actions)
    }

    /// - Returns: false if there is no such subscription of that user.
    func endSubscription(id: String, user: uid_t) -> Bool {
        guard let subscription = subscription(id, of: user) else { return false }
        end(subscription.holder)
        subscription.call.reply(["state": .object(message().json)])
        return true
    }

    /// Answers with the first decided reading, or with what is known when `patience` is over.
    ///
    /// - Parameter reply: made at that moment.
    func wait(_ call: Call, patience: Interval, reply: @escaping () -> JSONObject) throws(SystemError) {
        let (holder, actions) = hub.wait()
        let wait = Wait(call: call, reply: reply)
        wait.timer = try loop.timer { [unowned self] in answer(holder) }
        wait.timer?.fire(at: loop.now + patience)
        waits[holder] = wait
        call.onEnd = { [unowned self] in end(holder) }
        perform(actions)
    }

    func subscription(_ id: String, of user: uid_t) -> Subscription? {
        subscriptions.values.first { $0.id == id && $0.call.peer.uid == user }
    }

    /// Holds the sensor and sends every sample as it is.
    func sendSamples(_ call: Call) {
        let (holder, actions) = hub.hold()
        let tap = SampleTap(holder, call: call)
        taps.append(tap)
        call.onEnd = { [unowned self] in end(holder) }
        call.onDrained = { [unowned self, unowned tap] in
            tap.flush()
            if isPaused { waitForReaders() }
        }
        if let source { tap.announce(SampleForm(source)) }
        perform(actions)
    }

    /// Everything between the counts and the answer.
    func explanation() -> ExplanationMessage {
        let isOn = hub.isGenerating
        let age = lastSample.flatMap { source?.info.kind.isRecording == true ? nil : loop.now - $0.timestamp }
        return ExplanationMessage(
            state: message(seesGravity: true), source: source, sample: isOn ? lastSample : nil, age: isOn ? age : nil,
            gravity: isOn ? hub.gravity : nil, insight: isOn ? hub.insight : nil, settings: settings)
    }

    /// The present state; with the gravity of this moment only for those who may see it.
    ///
    /// - Parameter interface: what it says about the interface; nil for that of the session.
    func message(seesGravity: Bool = false, _ interface: InterfaceReport? = nil) -> StateMessage {
        var state = hub.state
        if seesGravity, hub.isGenerating, let gravity = hub.gravity { state.gravity = gravity }
        return StateMessage(
            sequence: hub.sequence, state: state, interface: interface ?? hub.policy.report(), frame: frame, isGenerating: hub.isGenerating)
    }

    var candidates: [SensorCandidate] { supply.candidates }

    /// Things that people should know, a line each.
    var warnings: [String] {
        (failure.map { [$0] } ?? []) + (supply.current?.info.warnings ?? [])
    }

    /// The sensor in use, for people.
    var sourceName: String { supply.current.map { "\($0.info.name) (\($0.info.id))" } ?? "none" }

    func log(_ level: LogLevel, _ text: String, _ event: LogEvent? = nil) {
        write(level, text, event)
    }

    // MARK: The sensor

    /// Now, in the time of the samples: a recording has its own.
    private var now: Timestamp { source?.info.kind.isRecording == true ? hub.lastSample : loop.now }

    private func sensorChanged() {
        if let source {
            source.stop()
            log(.notice, "sensor \(source.info.name) (\(source.info.id)) is gone", .sensorLost(name: source.info.name, id: source.info.id))
            perform(hub.sensorLost(.sensorLost, at: now))
            endTaps(.sensorLost)
            self.source = nil
        }
        defer { onSensorChange() }
        guard let current = supply.current else { return }
        source = current
        lastSample = nil
        failure = nil
        let info = current.info
        // That of standard input comes with its header.
        let matrix = info.matrix.isEmpty ? "" : ", matrix \(info.matrix)"
        log(
            .notice, "sensor \(info.name) (\(info.id)), \(info.location.rawValue)\(matrix)",
            .sensorFound(name: info.name, id: info.id))
        for warning in info.warnings { log(.warning, "sensor \(info.name): \(warning)") }
        perform(
            hub.sensorArrived(
                current.calibration, silenceMeansUnchanged: info.reportsOnlyChanges, isRecording: info.kind.isRecording))
        for tap in taps { tap.announce(SampleForm(current)) }
    }

    /// Why there is no sensor at the start.
    private static func words(for candidates: [SensorCandidate]) -> String {
        let each = candidates.map { "\($0.info.name) (\($0.info.id)): \($0.reason)" }
        return "no accelerometer that can be used yet" + (each.isEmpty ? "" : ": " + each.joined(separator: "; "))
    }

    private func handle(_ event: SensorEvent) {
        switch event {
        case .sample(let sample):
            lastSample = sample
            for tap in taps { tap.take(sample) }
            performDue(by: sample.timestamp)
            if let actions = hub.take(sample) { perform(actions) }
            if !gravityReaders.isEmpty { sendGravity(at: sample.timestamp) }
            if !observations.isEmpty, let gravity = hub.gravity {
                for observation in observations.values { observation.handler(.gravity(gravity)) }
            }
            armDeadline()
            if source?.waitsForReaders == true { waitForReaders() }
        case .infoChanged:
            guard let info = source?.info else { return }
            hub.silenceMeansUnchanged = info.reportsOnlyChanges
            log(.info, "sensor \(info.name): \(info.access)")
            for warning in info.warnings { log(.warning, "sensor \(info.name): \(warning)") }
            if let source { for tap in taps { tap.announce(SampleForm(source)) } }
            armDeadline()
        case .ended:
            log(.info, "the recording is over")
            perform(hub.sensorLost(.ended, at: now))
            endTaps(.ended)
            armDeadline()
        case .lost(let reason, let text):
            failure = text
            log(.warning, "sensor \(source?.info.name ?? ""): \(text)")
            perform(hub.sensorLost(reason, at: now))
            endTaps(reason)
            armDeadline()
            onSensorChange()
        }
    }

    /// Sets the timer for what changes without a sample. It is moved only forward in time to an earlier moment: one that
    /// fires too early just looks again, which costs less than moving it with every sample.
    private func armDeadline() {
        guard let next = hub.nextDeadline.flatMap({ source?.loopTime(of: $0) }) else {
            if armedDeadline != nil { deadline?.fire(at: nil) }
            armedDeadline = nil
            return
        }
        if let armedDeadline, armedDeadline <= next { return }
        armedDeadline = next
        deadline?.fire(at: next)
    }

    private func deadlineReached() {
        armedDeadline = nil
        if let next = hub.nextDeadline, let due = source?.loopTime(of: next), due <= loop.now { performDue(by: next) }
        armDeadline()
    }

    private func performDue(by time: Timestamp) {
        while let actions = hub.changeDue(by: time) { perform(actions) }
    }

    /// A recording at maximal speed waits for its subscribers, so that none misses a change.
    private func waitForReaders() {
        let isBlocked = subscriptions.values.contains { $0.call.connection.isBlocked } || taps.contains { $0.isBlocked }
        guard isBlocked != isPaused else { return }
        isPaused = isBlocked
        if isBlocked { source?.pause() } else { source?.resume() }
    }

    // MARK: Actions

    func perform(_ actions: [Hub.Action]) {
        // Before anybody is told, so that nobody knows more than a later process.
        keeper?.changed(hub.state, sequence: hub.sequence, change: hub.policy.lastChange)
        for action in actions { perform(action) }
        guard hub.state != observed else { return }
        observed = hub.state
        log(.debug, "\(observed.device.name), \(observed.reason.rawValue)", .orientationChanged(observed))
        for observation in observations.values { observation.handler(.state(observed)) }
    }

    private func perform(_ action: Hub.Action) {
        switch action {
        case .startSensor: startSensor()
        case .stopSensor:
            source?.stop()
            armDeadline()
            isPaused = false
            log(.info, "nobody listens any more: sensor off")
        case .tell(let holder, let report):
            subscriptions[holder]?.send(report, plainReply, { message($0) }, waits: source?.waitsForReaders ?? false)
        case .awaitTurn(let change, let limit): awaitTurn(change, atMost: limit)
        case .presenterSilent(let change): presenterSilent(change)
        case .answer(let holder): answer(holder)
        case .refuse(let holder):
            if let wait = waits.removeValue(forKey: holder) { wait.call.fail(ServiceError.noSensor) }
        }
    }

    private func startSensor() {
        guard let source else { return }
        do {
            try source.start { [unowned self] event in handle(event) }
            log(.info, "first listener: sensor on")
        } catch {
            failure = error.description
            log(.error, "sensor \(source.info.name): \(error)")
            perform(hub.sensorLost(.sensorLost, at: now))
        }
    }

    private func plainReply(_ report: InterfaceReport) -> EncodedReply {
        broadcast.reply(report, sequence: hub.sequence) { Subscription.reply(message(report)) }
    }

    private func answer(_ holder: Hub.Holder) {
        guard let wait = waits.removeValue(forKey: holder) else { return }
        wait.call.reply(wait.reply())
        perform(hub.release(holder, at: now))
    }

    private func end(_ holder: Hub.Holder) {
        if let subscription = subscriptions[holder] { keeper?.ended(subscription.id, subscription.call.connection) }
        subscriptions[holder] = nil
        waits[holder] = nil
        gravityReaders.removeAll { $0.holder == holder }
        taps.removeAll { $0.holder == holder }
        perform(hub.release(holder, at: now))
        if isPaused { waitForReaders() }
    }

    private func endTaps(_ reason: ChangeReason) {
        for tap in taps {
            tap.end(reason)
            end(tap.holder)
        }
    }

    private func drained(_ holder: Hub.Holder) {
        guard let subscription = subscriptions[holder] else { return }
        subscription.drained(turning: hub.policy.turning) { message(report(for: subscription.client, $0)) }
        if isPaused { waitForReaders() }
    }

    private func sendGravity(at time: Timestamp) {
        var replies: [InterfaceReport: EncodedReply] = [:]
        for reader in gravityReaders where reader.takesGravity(at: time) {
            let report = hub.policy.report(for: reader.client)
            let reply =
                replies[report]
                ?? {
                    var message = message(seesGravity: true, report)
                    message.state.timestamp = time
                    return Subscription.reply(message)
                }()
            replies[report] = reply
            reader.call.reply(reply)
        }
    }
}

/// One Get or Explain call that waits for a reading.
private final class Wait {
    let call: Call
    let reply: () -> JSONObject
    var timer: EventSource?

    init(call: Call, reply: @escaping () -> JSONObject) {
        self.call = call
        self.reply = reply
    }
}

/// 128 random bits as text.
private func newToken() -> String {
    var generator = SystemRandomNumberGenerator()
    let halves = (0..<2).map { _ in String(generator.next() as UInt64, radix: 16) }
    return halves.map { String(repeating: "0", count: 16 - $0.count) + $0 }.joined()
}
