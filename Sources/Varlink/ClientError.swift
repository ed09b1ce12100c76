import Posix

/// Why a client got no answer.
public enum ClientError: Error, Equatable, CustomStringConvertible {
    /// Nobody listens there; the reason is in the code.
    case cannotConnect(SystemError)
    /// The service answered with an error.
    case failed(CallError)
    case timedOut
    /// The service closed the connection, perhaps in the middle of a message.
    case disconnected
    case transport(SystemError)
    /// What came is not a reply of this protocol.
    case invalidReply(String)

    public var description: String {
        switch self {
        case .cannotConnect(let error), .transport(let error): error.description
        case .failed(let error): error.description
        case .timedOut: "no answer in time"
        case .disconnected: "the service closed the connection"
        case .invalidReply(let reason): "the service sent something that is no reply: \(reason)"
        }
    }
}
