import JSON

/// One reply as a client gets it: `{"parameters":{...}, "continues":..., "error":...}`.
public struct Reply: Equatable, Sendable {
    public var parameters: JSONObject
    /// The name of an error, whose parameters those are.
    public var errorName: String?
    /// More replies to the same call follow.
    public var continues: Bool

    /// The error, if it is one.
    public var error: CallError? { errorName.map { CallError($0, parameters) } }

    static func parse(_ bytes: UnsafeRawBufferPointer) -> Result<Reply, ClientError> {
        switch JSONValue.parse(bytes) {
        case .failure(let error): .failure(.invalidReply("not JSON: \(error)"))
        case .success(.object(let message)): parse(message)
        case .success(let value): .failure(.invalidReply("expected an object, found \(value.typeName)"))
        }
    }

    private static func parse(_ message: JSONObject) -> Result<Reply, ClientError> {
        var reply = Reply(parameters: [:], errorName: nil, continues: false)
        switch message["parameters"] {
        case nil, .null?: break
        case .object(let parameters)?: reply.parameters = parameters
        case let value?: return .failure(.invalidReply("its parameters are not an object but \(value.typeName)"))
        }
        switch message["error"] {
        case nil, .null?: break
        case .string(let name)?: reply.errorName = name
        case let value?: return .failure(.invalidReply("its error is not a string but \(value.typeName)"))
        }
        switch message["continues"] {
        case nil, .null?: break
        case .bool(let continues)?: reply.continues = continues
        case let value?: return .failure(.invalidReply("its \"continues\" is not a bool but \(value.typeName)"))
        }
        return .success(reply)
    }
}
