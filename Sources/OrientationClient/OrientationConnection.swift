import JSON
import OrientationCore
import Varlink

/// A connection to orientationd, for programs in Swift.
///
/// ```swift
/// let connection = try OrientationConnection()
/// for state in try connection.follow() { print(try state.get().device.name) }
/// ```
public final class OrientationConnection {
    static let interface = "org.orientationd"
    private let client: VarlinkClient

    /// - Parameter path: of the daemon's socket; the user's own daemon if it is there, else the system's.
    public init(path: String = SocketPath.forClient) throws(ClientError) {
        client = try VarlinkClient(path: path)
    }

    /// The present state.
    ///
    /// - Parameter patience: holds the sensor until the first decided reading, at most so long; nil takes what is known.
    public func state(waitingFor patience: Interval? = nil) throws(ClientError) -> ReportedState {
        let parameters: JSONObject = patience.map { ["wait": .integer($0.nanoseconds / 1_000_000)] } ?? [:]
        let limit = Interval(nanoseconds: Interval.seconds(10).nanoseconds + max(0, patience?.nanoseconds ?? 0))
        return try Self.state(in: try client.call("\(Self.interface).Get", parameters, timeout: limit))
    }

    /// Holds the sensor and follows the state: the present one first, then each change, until this connection goes. Nothing
    /// else may be asked of it meanwhile.
    public func follow() throws(ClientError) -> FollowedStates {
        try client.send("\(Self.interface).Monitor", [:], .more)
        return FollowedStates(client)
    }

    /// To be watched for reading by an event loop while it follows; see ``FollowedStates/received()``.
    public var descriptor: Int32 { client.descriptor }

    static func state(in parameters: JSONObject) throws(ClientError) -> ReportedState {
        guard let state = ReportedState(reply: parameters) else { throw .invalidReply("no state that this version understands") }
        return state
    }
}

/// The states of one subscription. Ends when the daemon ends it; an error is the last element.
public struct FollowedStates: Sequence, IteratorProtocol {
    private let client: VarlinkClient
    private var isOver = false

    init(_ client: VarlinkClient) {
        self.client = client
    }

    /// Waits for the next one.
    public mutating func next() -> Result<ReportedState, ClientError>? {
        if isOver { return nil }
        do throws(ClientError) {
            return .success(try take(try client.nextReply(timeout: nil)))
        } catch {
            isOver = true
            return .failure(error)
        }
    }

    /// What has come, without waiting; nil if nothing has.
    public mutating func received() throws(ClientError) -> ReportedState? {
        if isOver { return nil }
        guard let reply = try client.received() else { return nil }
        return try take(reply)
    }

    private mutating func take(_ reply: Reply) throws(ClientError) -> ReportedState {
        if let error = reply.error { throw .failed(error) }
        if !reply.continues { isOver = true }
        return try OrientationConnection.state(in: reply.parameters)
    }
}
