import EventLoop
import Glibc
import Posix

/// One client of a ``VarlinkServer``.
///
/// Requests are handled one after another, in order; while one is running, later ones wait, at most
/// ``ServerLimits/maxPending``. Nothing is read while the client does not read its answers. Nothing here blocks.
///
/// | phase | reads | handles requests | left when |
/// |---|---|---|---|
/// | open | yes | yes | input ends: halfClosed; a limit or garbage: ending; a failed send: broken |
/// | halfClosed: the client sends nothing more but may read | no | those that came | all are answered: closed |
/// | ending: the last message is an error | and discards | no | it is sent and input ends, or a second later: closed |
/// | broken: it cannot be reached, its call does not know yet | no | no | the next round of the loop: closed |
/// | closed | no | no | |
///
/// A hang-up (nobody is left who could read) closes it at once while a call is running; otherwise what was sent before
/// is handled first, as a `oneway` call deserves.
public final class ServerConnection {
    enum Phase {
        case open
        case halfClosed
        case ending
        case broken
        case closed
    }

    public let peer: PeerCredentials
    /// Different for every connection of a server.
    public let number: UInt64

    /// What the program that handed it over called it; nil for one that was accepted here.
    public internal(set) var tag: String?
    /// What the program that keeps it calls it.
    public var keptID: String?
    /// Somebody else holds it too, and is told what comes from the client.
    public var isKept = false
    public let descriptor: Int32
    weak var server: VarlinkServer?
    let limits: ServerLimits
    var phase = Phase.open
    var source: EventSource?
    /// What the loop watches for.
    var interest: IOEvents = .readable
    /// The client sends nothing more.
    var hasInputEnded = false
    var inbox = Inbox() {
        didSet {
            server?.heldMemory += inbox.memory - countedMemory
            countedMemory = inbox.memory
        }
    }
    /// What ``inbox`` has in the server's sum.
    private var countedMemory = 0
    var outbox = Outbox()
    private var current: CallState?
    private var isTakingTurn = false
    /// It is in the server's list of those that have more to do in the next round.
    var isScheduled = false

    /// Takes the descriptor over.
    init(
        _ descriptor: consuming FileDescriptor, peer: PeerCredentials, number: UInt64, server: VarlinkServer
    ) throws(SystemError) {
        self.peer = peer
        self.number = number
        self.server = server
        limits = server.limits
        self.descriptor = descriptor.release()
        // Without it the client only gets more old messages; no reason to refuse it.
        var sendBuffer = limits.sendBuffer
        setsockopt(self.descriptor, SOL_SOCKET, SO_SNDBUF, &sendBuffer, socklen_t(MemoryLayout<Int32>.size))
        source = try server.loop.watch(self.descriptor, for: .readable) { [unowned self] in handle($0) }
    }

    deinit {
        source = nil
        if phase != .closed { Glibc.close(descriptor) }
    }

    /// Something waits for this reader to read. What is sent now comes after it; better wait for ``Call/onDrained``.
    public var isBlocked: Bool { !outbox.isEmpty }

    /// So much waits for this reader that one message more would end the connection.
    public var isFull: Bool { outbox.count >= limits.maxWaitingMessages }

    /// Ends it in the next round of the loop.
    public func close() {
        if phase != .closed { breakOff() }
    }

    /// Handles some of the requests that have come, and leaves the rest for the next round.
    func takeTurn() {
        guard phase != .broken, let server else { return end() }
        isTakingTurn = true
        var budget = limits.requestsPerRound
        while budget > 0, isReadyForRequest, let result = nextRequest() {
            budget -= 1
            handle(result, server)
        }
        isTakingTurn = false
        if phase == .open || phase == .halfClosed {
            if let limitReached { refuse(limitReached.error(server.limitErrors.requestTooLarge), "\(limitReached)") }
            if isReadyForRequest && inbox.messageCount > 0 { server.schedule(self) }
        }
        settle()
    }

    private var isReadyForRequest: Bool {
        (phase == .open || phase == .halfClosed) && current == nil && outbox.isEmpty
    }

    private var limitReached: LimitReached? {
        if inbox.partCount > limits.maxRequest { return LimitReached("max-request", allowed: limits.maxRequest) }
        if current != nil && inbox.messageCount > limits.maxPending { return LimitReached("max-pending", allowed: limits.maxPending) }
        return nil
    }

    /// Everything is answered, or the last error said, and nothing can come.
    var isDone: Bool {
        hasInputEnded && current == nil && outbox.isEmpty && inbox.messageCount == 0
    }

    var isAnswering: Bool { current != nil }

    private func nextRequest() -> Result<Request, RequestError>? {
        inbox.withNextMessage { bytes in
            bytes.count > limits.maxRequest ? .failure(.tooLarge) : Request.parse(bytes)
        }
    }

    private func handle(_ result: Result<Request, RequestError>, _ server: VarlinkServer) {
        switch result {
        case .success(let request):
            let state = CallState(isOneway: request.isOneway)
            current = state
            server.dispatch(request, Call(request, self, state))
            if state.isOneway { finish(state) }
        case .failure(.tooLarge):
            let reached = LimitReached("max-request", allowed: limits.maxRequest)
            refuse(reached.error(server.limitErrors.requestTooLarge), "\(reached)")
        case .failure(.notVarlink(let reason)):
            refuse(.invalidParameter("message"), reason)
        case .failure(.invalidMember(let member, let isOneway)):
            if !isOneway { transmit(EncodedReply(.invalidParameter(member)).bytes) }
        }
    }

    // MARK: Answers

    func reply(to state: CallState, _ reply: EncodedReply) {
        if state.isOver { return }
        if !state.isOneway { transmit(reply.bytes) }
        if !reply.continues { finish(state) }
    }

    private func finish(_ state: CallState) {
        state.finish()
        guard current === state else { return }
        current = nil
        let hasMore = inbox.messageCount > 0 || phase == .halfClosed
        if hasMore && !isTakingTurn { server?.schedule(self) }
    }

    /// Sends an error as the last message and closes. From the loop only.
    private func refuse(_ error: CallError, _ reason: String) {
        server?.onRefusal(peer, reason)
        transmit(EncodedReply(error).bytes)
        guard phase == .open || phase == .halfClosed else { return }
        phase = .ending
        inbox.removeAll()
        server?.endSoon(self)
        if outbox.isEmpty { shutdown(descriptor, Int32(SHUT_WR)) }
        abandonCall()
    }

    /// Refuses it for what it makes the program hold. From the loop only.
    func cutOff(_ reached: LimitReached) {
        guard let server else { return }
        refuse(reached.error(server.limitErrors.requestTooLarge), "\(reached)")
        inbox.removeAll()
        settle()
    }

    func drained() {
        current?.onDrained?()
    }

    // MARK: The end

    /// It cannot be reached: ends it in the next round, so that nobody is called back from inside a reply.
    func breakOff() {
        phase = .broken
        server?.schedule(self)
    }

    /// Closes it now and tells the running call. From the loop only.
    ///
    /// - Parameter goesOnElsewhere: whoever else holds the descriptor shall have it open.
    func end(goesOnElsewhere: Bool = false) {
        if phase == .closed { return }
        phase = .closed
        // Before the descriptor is closed, even from its own handler: as somebody else may hold it too, the kernel would go on
        // reporting about it.
        source?.cancel()
        source = nil
        // Somebody who holds it too, and is slow to let go, does not leave the client waiting.
        if !goesOnElsewhere { shutdown(descriptor, Int32(SHUT_RDWR)) }
        Glibc.close(descriptor)
        inbox.removeAll()
        outbox.removeAll()
        server?.forget(self)
        abandonCall()
    }

    private func abandonCall() {
        let state = current
        current = nil
        state?.abandon()
    }
}
