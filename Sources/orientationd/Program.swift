import Configuration
import EventLoop
import Glibc
import OrientationClient
import OrientationService
import Posix
import SensorProxyBus
import Sensors
import Varlink

/// The daemon put together: configuration, sensor, service, socket, signals, one loop.
final class Program {
    private let options: Options
    private let log: Log
    private let loop: EventLoop
    private let service: OrientationService
    private let server: VarlinkServer
    private var proxy: SensorProxy?
    private var idleExit: IdleExit?
    private let store: DescriptorStore?
    private let place: ListeningPlace
    private var signals: [EventSource] = []
    private var refusals = RareLine(interval: .seconds(60))
    private var settings: Settings
    /// Only where the interface depends on them.
    private var switches: FormSwitches?

    init(_ options: Options, _ log: Log) throws {
        self.options = options
        self.log = log
        settings = try Self.settings(options)
        loop = try EventLoop()
        server = try VarlinkServer(
            loop: loop, info: OrientationMethods.info, limits: Self.limits(settings), limitErrors: OrientationMethods.limitErrors)
        let supply = try Self.supply(options, settings, loop, log)
        // Before anything about the sensor is said or done: there may be another daemon.
        let inherited = DescriptorStore.Inherited(try ServiceManager.takeInherited())
        place = try ListeningPlace(server, inherited.listening, path: options.socket, settings.socket, loop: loop) { log($0, $1) }
        store = try DescriptorStore(inherited)
        service = try OrientationService(
            settings.orientation, interface: settings.interface, supply: supply, loop: loop, resuming: store?.handover
        ) {
            log($0, $1, $2)
        }
        service.keeper = store
        try register()
        watchSwitches()
        try store?.resume(server)
        try serveBus()
        try leaveWhenIdle()
        log(.info, "listening \(place)")
    }

    func run() throws {
        try handleSignals()
        try loop.feedWatchdog()
        try ServiceManager.notify("READY=1")
        try loop.run()
        try ServiceManager.notify("STOPPING=1")
        proxy = nil
        service.shutDown()
        service.keeper = nil
        // Before the service lets go of its calls: to a call nobody holds, the server would answer with an error.
        if store == nil { server.close() } else { server.abandon() }
        log(.notice, "stopped")
    }

    static func settings(_ options: Options) throws -> Settings {
        var settings = try options.configuration.map { try Settings.read(file: $0) } ?? Settings.readStandard()
        if let bus = options.bus.flatMap(Settings.Bus.init(rawValue:)) { settings.bus = bus }
        return settings
    }

    private static func supply(_ options: Options, _ settings: Settings, _ loop: EventLoop, _ log: Log) throws -> SensorSupply {
        switch options.source {
        case .replay(let file):
            return FixedSupply(try ReplaySource(path: file, speed: options.speed, repeats: options.loops, loop: loop))
        case .standardInput:
            return FixedSupply(StandardInputSource(loop: loop) { log(.warning, $0) })
        case .automatic:
            return try KernelSensorSupply(loop: loop, settings: settings.sensor)
        case .evdev(let path):
            return try KernelSensorSupply(loop: loop, .evdev(path), settings: settings.sensor)
        case .iio(let name):
            return RemoteSensorSupply.isURI(name)
                ? try RemoteSensorSupply(loop: loop, uri: name, settings: settings.sensor)
                : try KernelSensorSupply(loop: loop, .iio(name), settings: settings.sensor)
        }
    }

    // MARK: The socket

    private func register() throws {
        let methods = OrientationMethods(service, group: settings.socket.group, loop: loop)
        server.register(try InterfaceDescription(parsing: OrientationMethods.description), handlers: methods.handlers)
        server.onRefusal = { [unowned self] peer, reason in
            refusals.note("refused a client (pid \(peer.pid), user \(peer.uid)): \(reason)", at: loop.now).map { log(.warning, $0) }
        }
    }

    private static func limits(_ settings: Settings) -> ServerLimits {
        var limits = ServerLimits()
        limits.maxConnections = settings.socket.maxConnections
        limits.maxConnectionsPerUser = settings.socket.maxConnectionsPerUser
        limits.maxRequest = settings.socket.maxRequest
        limits.maxPending = settings.socket.maxPending
        return limits
    }

    // MARK: The bus

    /// Serves the bus that is configured, and no other.
    private func serveBus() throws {
        proxy = nil
        proxy =
            switch settings.bus {
            case .no: nil
            case .system: try SensorProxy(.system, service, loop: loop) { [log] in log($0, $1) }
            case .session: try SensorProxy(.session, service, loop: loop) { [log] in log($0, $1) }
            }
        proxy?.onNeedChange = { [unowned self] in idleExit?.look() }
        idleExit?.look()
    }

    // MARK: Leaving

    /// A program that its socket started goes when nobody needs it.
    private func leaveWhenIdle() throws {
        idleExit = nil
        server.onConnectionCount = { _ in }
        guard place.isInherited, let patience = settings.idleExit else { return }
        let idleExit = try IdleExit(
            after: patience, loop: loop,
            isIdle: { [unowned self] in server.connectionCount == 0 && proxy?.isNeeded != true },
            end: { [log, loop] in
                log(.info, "nobody needs this program; its socket starts it again")
                loop.exit()
            })
        self.idleExit = idleExit
        server.onConnectionCount = { [unowned idleExit] _ in idleExit.look() }
        idleExit.look()
    }

    // MARK: The switches

    /// Tablet form and lid; without them the interface follows the device as on a tablet.
    private func watchSwitches() {
        guard settings.interface.autorotate == .tabletMode else {
            switches = nil
            return
        }
        if switches != nil { return }
        do {
            switches = try FormSwitches(loop: loop, onTrouble: { [log] in log(.warning, $0) }) { [service] form in
                service.formChanged(isTablet: form.isTablet, isLidClosed: form.isLidClosed)
            }
        } catch {
            log(.warning, "the switches for tablet form and lid are not read: \(error)")
        }
    }

    // MARK: Signals

    private func handleSignals() throws {
        for number in [SIGTERM, SIGINT] {
            signals.append(try loop.onSignal(number) { [unowned self] _ in loop.exit() })
        }
        signals.append(try loop.onSignal(SIGHUP) { [unowned self] _ in reload() })
    }

    private func reload() {
        // So that systemctl waits until it is done; see sd_notify(3).
        _ = try? ServiceManager.notify("RELOADING=1\nMONOTONIC_USEC=\(clockNanoseconds(CLOCK_MONOTONIC) / 1000)")
        defer { _ = try? ServiceManager.notify("READY=1") }
        do {
            let before = settings
            settings = try Self.settings(options)
            service.apply(settings.orientation, settings.sensor, interface: settings.interface)
            watchSwitches()
            if settings.bus != before.bus { try serveBus() }
            try leaveWhenIdle()
            log(.notice, "configuration reloaded")
            if settings.socket != before.socket { log(.warning, "what has changed in [Socket] counts from the next start on") }
        } catch let errors as ConfigurationErrors {
            for line in errors.lines { log(.error, line) }
            log(.error, "the daemon keeps its running configuration")
        } catch {
            log(.error, "\(error); the daemon keeps its running configuration")
        }
    }
}
