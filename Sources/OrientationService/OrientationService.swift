import EventLoop
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
    let supply: SensorSupply
    private let write: Log
    var settings: OrientationSettings
    var frame: NaturalFrame
    var source: SensorSource?
    var subscriptions: [Hub.Holder: Subscription] = [:]
    var waits: [Hub.Holder: Wait] = [:]
    var gravityReaders: [Subscription] = []
    var taps: [SampleTap] = []
    var lastSample: RawSample?
    var observations: [Hub.Holder: Observation] = [:]
    private var observed = OrientationState()
    /// Writes down what a later process needs to go on.
    public var keeper: Keeper?
    /// Called after a sensor has come or gone.
    public var onSensorChange: () -> Void = {}
    var deadline: EventSource?
    var armedDeadline: Timestamp?
    private let broadcast = Broadcast()
    /// Runs while the presenter turns the screen.
    var turnTimer: EventSource?
    var failure: String?
    var isPaused = false
    /// Somebody listens, and the log says so; a single reading is no news.
    private var isListenedTo = false

    public init(
        _ settings: OrientationSettings, interface: InterfaceSettings = InterfaceSettings(), supply: SensorSupply, loop: EventLoop,
        resuming handover: Handover? = nil, log: @escaping Log
    ) throws(SystemError) {
        hub = Hub(settings: settings, interface: interface)
        if let handover {
            hub.resume(
                handover.presentState, sequence: handover.sequence, change: handover.change, interface: handover.presentInterface)
        }
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

    func log(_ level: LogLevel, _ text: String, _ event: LogEvent? = nil) {
        write(level, text, event)
    }

    // MARK: Actions

    func perform(_ actions: [Hub.Action]) {
        // Before anybody is told, so that nobody knows more than a later process.
        keeper?.changed(hub.state, sequence: hub.sequence, change: hub.policy.lastChange, interface: hub.policy.sessionInterface) { id in
            subscriptions.values.contains { $0.id == id && hub.policy.isByHand($0.client) }
        }
        for action in actions { perform(action) }
        noteListeners()
        guard hub.state != observed else { return }
        observed = hub.state
        log(.debug, "\(observed.device.name), \(observed.reason.rawValue)", .orientationChanged(observed))
        for observation in observations.values { observation.handler(.state(observed)) }
    }

    private func noteListeners() {
        let isListenedTo = hub.isGenerating && hub.subscriberCount > 0
        guard isListenedTo != self.isListenedTo else { return }
        self.isListenedTo = isListenedTo
        // Where the sensor is lost or a recording is over, that is in the log.
        if isListenedTo || hub.hasSensor {
            log(.info, isListenedTo ? "first listener: sensor on" : "nobody listens any more: sensor off")
        }
    }

    private func perform(_ action: Hub.Action) {
        switch action {
        case .startSensor: startSensor()
        case .stopSensor:
            source?.stop()
            armDeadline()
            isPaused = false
        case .tell(let holder, let report):
            subscriptions[holder]?.send(report, plainReply, { message($0) }, waits: source?.waitsForReaders ?? false)
        case .awaitTurn(let change, let limit): awaitTurn(change, atMost: limit)
        case .presenterSilent(let change): presenterSilent(change)
        case .answer(let holder): answer(holder)
        case .refuse(let holder):
            if let wait = waits.removeValue(forKey: holder) { wait.call.fail(ServiceError.noSensor) }
        }
    }

    private func plainReply(_ report: InterfaceReport) -> EncodedReply {
        broadcast.reply(report, sequence: hub.sequence) { Subscription.reply(message(report)) }
    }

}
