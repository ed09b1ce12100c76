import EventLoop
import Glibc
import OrientationCore
import Posix

/// A Varlink service on an event loop: interfaces with their handlers, and any number of listening sockets.
///
/// Parameters are checked against the interface's description before a handler sees them, so a handler gets every
/// member with its type, and no unknown ones.
public final class VarlinkServer {
    /// Answers a call, now or later. What it throws is the answer.
    public typealias Handler = (Call) throws(CallError) -> Void

    private struct Registration {
        var description: InterfaceDescription
        var handlers: [String: Handler]
    }

    public let info: ServiceInfo
    public let limits: ServerLimits
    public let limitErrors: LimitErrorNames
    let loop: EventLoop
    /// Called when a client is refused or cut off, with the reason for people. For a log.
    public var onRefusal: (PeerCredentials, String) -> Void = { _, _ in }
    /// Called when a connection was accepted or has closed, with their number.
    public var onConnectionCount: (Int) -> Void = { _ in }
    /// Called when a connection that is kept elsewhere has sent something that has to wait, with these bytes alone.
    public var onUnread: (ServerConnection, [UInt8]) -> Void = { _, _ in }
    /// The system call; tests put one that fails in its place.
    var acceptor: (Int32) -> Int32 = { accept($0, nil, nil) }
    /// How long accepting rests when descriptors or memory are exhausted and no connection ends before.
    var acceptPause = Interval.milliseconds(500)
    /// Where every connection reads into.
    let receiveBuffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 16 * 1024, alignment: 16)

    private var registrations: [Registration] = []
    private var listeners: [Listener] = []
    var roster = ConnectionRoster()
    /// Of all inboxes.
    var heldMemory = 0
    private var scheduled: [ServerConnection] = []
    private var scheduler: EventSource?
    /// Those whose last message was an error, with the time of their end, the earliest first.
    private var ending: [(time: Timestamp, connection: ServerConnection)] = []
    private var endingTimer: EventSource?

    public init(
        loop: EventLoop, info: ServiceInfo, limits: ServerLimits = ServerLimits(), limitErrors: LimitErrorNames
    ) throws {
        self.loop = loop
        self.info = info
        self.limits = limits
        self.limitErrors = limitErrors
        endingTimer = try loop.timer { [unowned self] in endLate() }
        try register(InterfaceDescription(parsing: ServiceInterface.text), handlers: serviceHandlers)
    }

    deinit {
        receiveBuffer.deallocate()
    }

    /// Adds an interface. A method of the description without a handler answers `MethodNotImplemented`.
    public func register(_ description: InterfaceDescription, handlers: [String: Handler]) {
        registrations.append(Registration(description: description, handlers: handlers))
    }

    /// Accepts clients from a socket as long as the server lives.
    public func listen(on socket: ListeningSocket) throws(SystemError) {
        listeners.append(try Listener(socket, self))
    }

    /// Accepts clients from this socket alone from here on; those who wait at the others are taken in first.
    public func moveListening(to socket: ListeningSocket) throws(SystemError) {
        let listener = try Listener(socket, self)
        for old in listeners { old.acceptAll() }
        listeners = [listener]
    }

    /// Accepts no more clients and removes the sockets; connections stay.
    public func stopListening() {
        listeners = []
    }

    /// Ends every connection at once, and its calls without an answer; accepts no more. Not from inside a handler.
    public func close() {
        stopListening()
        for connection in roster.all { connection.end() }
    }

    public var connectionCount: Int { roster.count }
    /// In the order of registration.
    public var interfaceNames: [String] { registrations.map(\.description.name) }

    /// The description of an interface of this service.
    public func description(of interface: String) -> InterfaceDescription? {
        registrations.first { $0.description.name == interface }?.description
    }

    // MARK: Calls

    func dispatch(_ request: Request, _ call: Call) {
        guard let registration = registrations.first(where: { $0.description.name == request.interface }) else {
            return call.fail(.interfaceNotFound(String(request.interface)))
        }
        let description = registration.description
        guard let method = description.methods[String(request.member)] else {
            return call.fail(.methodNotFound(request.method))
        }
        if let mismatch = description.mismatch(of: .object(request.parameters), with: .structure(method.parameters)) {
            return call.fail(.invalidParameter(mismatch.path))
        }
        guard !request.wantsUpgrade, let handler = registration.handlers[String(request.member)] else {
            return call.fail(.methodNotImplemented(request.method))
        }
        do throws(CallError) {
            try handler(call)
        } catch {
            call.fail(error)
        }
    }

    // MARK: Connections

    /// Takes a new client.
    func add(_ descriptor: consuming FileDescriptor, _ peer: PeerCredentials) throws(SystemError) {
        roster.add(try ServerConnection(descriptor, peer: peer, number: roster.nextNumber(), server: self))
        onConnectionCount(roster.count)
    }

    /// Gives a connection a turn in the next round of the loop.
    func schedule(_ connection: ServerConnection) {
        if connection.isScheduled { return }
        connection.isScheduled = true
        scheduled.append(connection)
        // A new source each time, because sd-event prefers what waits longest, and a deferred source that is switched on
        // again counts as waiting since it was made: it would always come before the sockets. Fails only without memory.
        if scheduler == nil { scheduler = try? loop.later { [unowned self] in runScheduled() } }
    }

    private func runScheduled() {
        let connections = scheduled
        scheduled = []
        scheduler = nil
        for connection in connections {
            connection.isScheduled = false
            if connection.phase != .closed { connection.takeTurn() }
        }
    }

    /// Cuts off those who hold the most until the rest fits.
    func relieve() {
        while heldMemory > limits.maxHeldMemory, let largest = roster.all.max(by: { $0.inbox.memory < $1.inbox.memory }) {
            largest.cutOff(LimitReached("memory", allowed: limits.maxHeldMemory))
        }
    }

    /// Leaves a refused client a second to read the error: closing with its bytes unread would reset the connection.
    func endSoon(_ connection: ServerConnection) {
        let time = loop.now + .seconds(1)
        ending.append((time, connection))
        if ending.count == 1 { endingTimer?.fire(at: time) }
    }

    private func endLate() {
        let now = loop.now
        while let first = ending.first, first.time <= now || first.connection.phase == .closed {
            ending.removeFirst()
            first.connection.end()
        }
        endingTimer?.fire(at: ending.first?.time)
    }

    func forget(_ connection: ServerConnection) {
        roster.remove(connection)
        for listener in listeners { listener.resume() }
        onConnectionCount(roster.count)
    }
}
