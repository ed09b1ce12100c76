import JSON

/// What one server bears from its clients. Beyond a limit a client gets a named error and is closed.
public struct ServerLimits: Equatable, Sendable {
    /// Open at once, all users together.
    public var maxConnections = 4096
    /// Open at once for one user; root is exempt, since it can do worse anyway.
    public var maxConnectionsPerUser = 64
    /// Bytes of one request without its terminating zero.
    public var maxRequest = 64 * 1024
    /// Requests that may wait on a connection behind a call that is still running.
    public var maxPending = 64
    /// Bytes that all connections together may make the program hold of requests that are not complete or have to wait. Far
    /// below what the program may have, since it ends where memory does; those who hold the most are cut off.
    public var maxHeldMemory = 16 << 20
    /// Requests of one connection that are handled before others have their turn.
    public var requestsPerRound = 16
    /// Messages that may wait for a reader that does not read, beside the one that is partly written. The service is
    /// expected to look at ``ServerConnection/isBlocked``; one that does not costs its reader the connection, not the
    /// machine its memory.
    public var maxWaitingMessages = 16

    /// Bytes of kernel memory for what a client has not read yet (`SO_SNDBUF`; the kernel doubles it, and counts about
    /// 800 bytes beside each message). Small on purpose: a reader that stops finds a handful of old messages in it when
    /// it reads again, then the newest, and not some hundreds of old ones.
    public var sendBuffer: Int32 = 4608

    public init() {}
}

/// The names of the errors that a server sends when a limit is passed; a service has its own, described in its interface.
/// Both have the parameters of ``LimitReached``: `(limit: string, allowed: int)`.
public struct LimitErrorNames: Equatable, Sendable {
    public var tooManyConnections: String
    /// Also for too many waiting requests (``ServerLimits/maxPending``), and for too much memory in all, which is called
    /// `memory` (``ServerLimits/maxHeldMemory``).
    public var requestTooLarge: String

    public init(tooManyConnections: String, requestTooLarge: String) {
        self.tooManyConnections = tooManyConnections
        self.requestTooLarge = requestTooLarge
    }
}

/// Which limit a client has passed, under the name that an administrator sets it by.
struct LimitReached: Equatable, CustomStringConvertible {
    var limit: String
    var allowed: Int

    init(_ limit: String, allowed: Int) {
        self.limit = limit
        self.allowed = allowed
    }

    /// As it is sent to the client, under the service's name for it.
    func error(_ name: String) -> CallError {
        CallError(name, ["limit": .string(limit), "allowed": .integer(Int64(allowed))])
    }

    var description: String { "more than \(limit) = \(allowed)" }
}
