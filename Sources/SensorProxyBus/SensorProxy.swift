import CSystemd
import EventLoop
import Glibc
import OrientationCore
import OrientationService
import Posix

/// Stands in for iio-sensor-proxy: `net.hadess.SensorProxy` on a bus, for desktops that turn the screen by it. Accelerometer
/// only; of light and proximity it says that there is none.
public final class SensorProxy {
    public enum Bus: String, Sendable {
        case system
        case session
    }

    public typealias Log = (LogLevel, String) -> Void

    private static let name = ProxyObject.Description.sensors.interface
    /// How long the answer to a first claim waits for a reading.
    private static let patience = Interval.seconds(1)
    /// After the bus has gone, it is looked for this often.
    private static let retryInterval = Interval.seconds(5)

    /// The name is ours, so whoever looks for a sensor finds this program.
    public private(set) var ownsName = false
    /// Called from the loop when ``isNeeded`` may have changed.
    public var onNeedChange: () -> Void = {}

    private let bus: Bus
    private let service: OrientationService
    private let loop: EventLoop
    private let log: Log
    private let object = ProxyObject(.sensors)
    private let compass = ProxyObject(.compass)
    private var connection: BusConnection?
    private var slots: [BusSlot] = []
    private var isQueued = false

    private var claims = Claims()
    private var calls: [String: [BusMessage]] = [:]
    private var watches: [String: [BusSlot]] = [:]
    private var observation: Observation?
    private var firstReading: EventSource?
    private var retry: EventSource?

    private var hadSensor = false
    /// Something is known since the sensor was switched on.
    private var hasReading = false
    private var orientation = ProxyOrientation.undefined
    private var tilt = ProxyTilt.undefined

    /// Connects, and asks for the name; whoever has it keeps it until that process goes.
    public init(_ bus: Bus, _ service: OrientationService, loop: EventLoop, log: @escaping Log) throws(SystemError) {
        self.bus = bus
        self.service = service
        self.loop = loop
        self.log = log
        hadSensor = service.hasSensor
        firstReading = try loop.timer { [unowned self] in perform(claims.readingCame()) }
        retry = try loop.timer(slack: .seconds(1)) { [unowned self] in reconnect() }
        object.onCall = { [unowned self] in handle($0, $1) }
        object.value = { [unowned self] in ProxyProperty(rawValue: $0).map { value($0) } }
        try connect()
        service.onSensorChange = { [weak self] in self?.sensorChanged() }
    }

    deinit {
        object.withdraw()
        compass.withdraw()
        if let observation { service.endObservation(observation) }
    }

    /// Somebody claims the sensor, or could: desktops only watch the name and start nobody, so it stays while there is a sensor.
    public var isNeeded: Bool { !claims.isEmpty || (ownsName && service.hasSensor) }

    // MARK: The name

    private func connect() throws(SystemError) {
        let connection = try BusConnection(bus, loop: loop)
        self.connection = connection
        try object.serve(on: connection)
        try compass.serve(on: connection)
        slots = [
            try connection.onSignal("NameAcquired", argument: Self.name) { [unowned self] _ in nameCame() },
            try connection.onSignal("NameLost", argument: Self.name) { [unowned self] _ in nameWent() },
            try connection.onDisconnect { [unowned self] in disconnected() },
            try connection.requestName(Self.name) { [unowned self] result in nameAnswered(result) },
        ]
    }

    private func nameAnswered(_ result: Result<Bool, BusFailure>) {
        switch result {
        case .success(true): nameCame()
        case .success(false):
            isQueued = true
            log(.warning, "another process owns \(Self.name) on the \(bus.rawValue) bus; taking it over when that goes")
        case .failure(let error):
            log(.error, "the \(bus.rawValue) bus does not let this user own \(Self.name): \(error.name)")
        }
    }

    private func nameCame() {
        if ownsName { return }
        ownsName = true
        log(.info, "serving \(Self.name) on the \(bus.rawValue) bus")
        onNeedChange()
    }

    private func nameWent() {
        guard ownsName else { return }
        ownsName = false
        log(.warning, "\(Self.name) was taken away")
        onNeedChange()
    }

    private func disconnected() {
        log(.warning, "the \(bus.rawValue) bus has gone; looking for it every \(Int(Self.retryInterval.seconds)) s")
        ownsName = false
        perform(claims.endAll())
        calls = [:]
        retry?.fire(at: loop.now + Self.retryInterval)
        onNeedChange()
    }

    /// From the timer, so that no handler of the old connection is running.
    private func reconnect() {
        object.withdraw()
        compass.withdraw()
        slots = []
        watches = [:]
        connection = nil
        do {
            try connect()
        } catch {
            retry?.fire(at: loop.now + Self.retryInterval)
        }
    }

    // MARK: Calls

    private func handle(_ method: String, _ call: BusMessage) {
        guard let name = call.sender else { return call.answer() }
        switch method {
        case "ClaimAccelerometer":
            calls[name, default: []].append(call)
            perform(claims.claim(name))
        case "ReleaseAccelerometer":
            perform(claims.end(name))
            call.answer()
        case _:
            // Light and proximity: as the original answers on a machine without such sensors.
            call.answer()
        }
    }

    private func perform(_ actions: [Claims.Action]) {
        for action in actions { perform(action) }
        if !actions.isEmpty { onNeedChange() }
    }

    private func perform(_ action: Claims.Action) {
        switch action {
        case .lookUp(let name): lookUp(name)
        case .forget(let name): watches[name] = nil
        case .hold:
            hasReading = false
            observation = service.observe { [unowned self] in observed($0) }
        case .letGo:
            if let observation { service.endObservation(observation) }
            observation = nil
            tilt = .undefined
        case .answer(let name, let isAllowed):
            for call in calls.removeValue(forKey: name) ?? [] {
                if isAllowed {
                    call.answer()
                } else {
                    call.fail("org.freedesktop.DBus.Error.AccessDenied", "Claiming a sensor needs an active session at this machine")
                }
            }
        }
    }

    // MARK: Rights

    /// The bus answers in order: first it tells when the name goes, then whose it is, so that one that has gone already is noticed.
    private func lookUp(_ name: String) {
        guard let connection else { return }
        do {
            let goes = try connection.onSignal("NameOwnerChanged", argument: name) { [unowned self] _ in perform(claims.end(name)) }
            let asks = try connection.callBus("GetConnectionUnixUser", name) { [unowned self] in found($0, name) }
            watches[name] = [goes, asks]
        } catch {
            log(.warning, "\(error)")
            judge(name, isAllowed: false)
        }
    }

    private func found(_ reply: BusMessage, _ name: String) {
        guard reply.error == nil, let user = reply.number else { return perform(claims.end(name)) }
        // On a bus of one's own there are no others.
        if bus == .session { return judge(name, isAllowed: true) }
        let ask = try? connection?.askPolkit(ClaimRights.action, about: name) { [unowned self] reply in
            // Without polkit, or without its rule for this, the session decides.
            judge(name, isAllowed: reply.error == nil ? reply.flag == true : ClaimRights.mayClaim(user))
        }
        guard let ask else { return judge(name, isAllowed: ClaimRights.mayClaim(user)) }
        watches[name, default: []].append(ask)
    }

    private func judge(_ name: String, isAllowed: Bool) {
        let hadWaiting = claims.hasWaiting
        perform(claims.judged(name, isAllowed: isAllowed) { service.hasSensor && !hasReading })
        if claims.hasWaiting, !hadWaiting { firstReading?.fire(at: loop.now + Self.patience) }
    }

    // MARK: Properties

    private func value(_ property: ProxyProperty) -> BusValue {
        switch property {
        case .hasAccelerometer: .bool(service.hasSensor)
        case .orientation: .string(orientation.rawValue)
        case .tilt: .string(tilt.rawValue)
        case .hasAmbientLight, .lightLevelUnit, .lightLevel, .hasProximity, .proximityNear: property.absent
        }
    }

    private func observed(_ event: Observed) {
        switch event {
        case .state(let state):
            // Once known it stays, also while nobody claims; only a lost sensor makes it undefined.
            guard state.device != .unknown else { return }
            hasReading = true
            change(ProxyOrientation(edge: state.edge, natural: service.natural), tilt)
            if claims.hasWaiting {
                firstReading?.fire(at: nil)
                perform(claims.readingCame())
            }
        case .gravity(let gravity): change(orientation, tilt.next(gravity))
        }
    }

    private func change(_ newOrientation: ProxyOrientation, _ newTilt: ProxyTilt) {
        var changed: [ProxyProperty] = []
        if newOrientation != orientation { changed.append(.orientation) }
        if newTilt != tilt { changed.append(.tilt) }
        guard !changed.isEmpty else { return }
        (orientation, tilt) = (newOrientation, newTilt)
        for holder in claims.holders { send(changed, to: holder) }
    }

    /// Everybody is told whether there is a sensor: those without a claim wait for it to claim.
    private func sensorChanged() {
        guard service.hasSensor != hadSensor else { return }
        hadSensor = service.hasSensor
        var changed: [ProxyProperty] = [.hasAccelerometer]
        if !hadSensor {
            (orientation, tilt) = (.undefined, .undefined)
            changed += [.orientation, .tilt]
        }
        send(changed, to: nil)
        if !hadSensor { perform(claims.readingCame()) }
        onNeedChange()
    }

    private func send(_ changed: [ProxyProperty], to destination: String?) {
        let properties = changed.map { ($0.rawValue, value($0)) }
        connection?.sendChanged(properties, path: object.description.path, interface: Self.name, to: destination)
    }
}
