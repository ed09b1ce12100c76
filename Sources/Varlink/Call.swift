import JSON

/// One call of a client, in the hands of its handler: answered now or later, once, or many times if the client asked
/// for `more`.
///
/// The next request of the same connection waits until this one is over: by a reply that does not continue, by a
/// failure, or by the end of the connection. A call that nobody keeps and nobody answered is answered with
/// `MethodNotImplemented`, so that its client does not wait for ever.
public final class Call {
    /// With its interface.
    public let method: String
    /// Of the types that the interface's description demands, none missing and none unknown.
    public let parameters: JSONObject
    /// The client takes many replies.
    public let wantsMore: Bool
    /// The client takes no reply; all replies are dropped here.
    public let isOneway: Bool
    public let connection: ServerConnection
    let state: CallState

    init(_ request: Request, _ connection: ServerConnection, _ state: CallState) {
        method = request.method
        parameters = request.parameters
        wantsMore = request.wantsMore
        isOneway = request.isOneway
        self.connection = connection
        self.state = state
    }

    deinit {
        if !state.isOver { connection.reply(to: state, EncodedReply(.methodNotImplemented(method))) }
    }

    /// Who calls.
    public var peer: PeerCredentials { connection.peer }

    /// True once it was answered for good or its connection ended.
    public var isOver: Bool { state.isOver }

    /// Called once, from the loop and never from inside a reply, when the connection ends before the call does.
    public var onEnd: (() -> Void)? {
        get { state.onEnd }
        set { state.onEnd = newValue }
    }

    /// Called from the loop when the reader has taken everything, after ``ServerConnection/isBlocked`` was true: the
    /// moment to send the newest state instead of all that came between.
    public var onDrained: (() -> Void)? {
        get { state.onDrained }
        set { state.onDrained = newValue }
    }

    /// Answers. Nothing happens when the call is over already.
    ///
    /// - Parameter continues: more replies follow. For a call that did not ask for `more` that is answered with
    ///   `ExpectedMore` instead.
    public func reply(_ parameters: JSONObject = [:], continues: Bool = false) {
        if state.isOver { return }
        reply(EncodedReply(parameters, continues: continues))
    }

    /// Answers with bytes that were encoded before, perhaps for many calls.
    public func reply(_ reply: EncodedReply) {
        if reply.continues && !wantsMore && !isOneway { return fail(.expectedMore) }
        connection.reply(to: state, reply)
    }

    /// Answers with an error, which ends the call.
    public func fail(_ error: CallError) {
        if state.isOver { return }
        connection.reply(to: state, EncodedReply(error))
    }

    /// Answers with an error, which ends the call.
    public func fail(_ name: String, _ parameters: JSONObject = [:]) {
        fail(CallError(name, parameters))
    }

    /// Throws `ExpectedMore` unless the client takes many replies.
    public func requireMore() throws(CallError) {
        if !wantsMore { throw .expectedMore }
    }
}

/// What a connection remembers of the call it is answering.
final class CallState {
    let isOneway: Bool
    private(set) var isOver = false
    var onEnd: (() -> Void)?
    var onDrained: (() -> Void)?

    init(isOneway: Bool) {
        self.isOneway = isOneway
    }

    /// Marks it answered; drops what the handler left here, and with that the circle of references.
    func finish() {
        isOver = true
        onEnd = nil
        onDrained = nil
    }

    /// The connection has gone.
    func abandon() {
        let tell = onEnd
        finish()
        tell?()
    }
}
