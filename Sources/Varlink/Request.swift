import JSON

/// One request as it came: `{"method":..., "parameters":{...}, "more":..., "oneway":..., "upgrade":...}`.
struct Request: Equatable {
    /// With its interface.
    var method: String
    var parameters: JSONObject
    var wantsMore: Bool
    var isOneway: Bool
    var wantsUpgrade: Bool

    /// The part before the last dot.
    var interface: Substring { method[..<(method.lastIndex(of: ".") ?? method.startIndex)] }
    /// The part after the last dot.
    var member: Substring { method[(method.lastIndex(of: ".").map(method.index(after:)) ?? method.startIndex)...] }
}

/// Why a message is no request.
enum RequestError: Error, Equatable {
    /// Not even an object of JSON: whoever sent it does not speak this protocol.
    case notVarlink(String)
    case tooLarge
    /// A member has the wrong type or is missing.
    case invalidMember(String, isOneway: Bool)
}

extension Request {
    static func parse(_ bytes: UnsafeRawBufferPointer) -> Result<Request, RequestError> {
        switch JSONValue.parse(bytes) {
        case .failure(let error): .failure(.notVarlink("not JSON: \(error)"))
        case .success(.object(let message)): parse(message)
        case .success(let value): .failure(.notVarlink("expected an object, found \(value.typeName)"))
        }
    }

    private static func parse(_ message: JSONObject) -> Result<Request, RequestError> {
        let isOneway = message["oneway"] == .bool(true)
        func invalid(_ member: String) -> Result<Request, RequestError> {
            .failure(.invalidMember(member, isOneway: isOneway))
        }
        guard let method = message["method"]?.string, isQualified(method) else { return invalid("method") }
        var request = Request(method: method, parameters: [:], wantsMore: false, isOneway: false, wantsUpgrade: false)
        switch message["parameters"] {
        case nil, .null?: break
        case .object(let parameters)?: request.parameters = parameters
        case _?: return invalid("parameters")
        }
        guard read(message["more"], into: &request.wantsMore) else { return invalid("more") }
        guard read(message["oneway"], into: &request.isOneway) else { return invalid("oneway") }
        guard read(message["upgrade"], into: &request.wantsUpgrade) else { return invalid("upgrade") }
        // Many replies and none at once.
        if request.wantsMore && request.isOneway { return .failure(.invalidMember("more", isOneway: false)) }
        return .success(request)
    }

    /// An interface, a dot, a method.
    private static func isQualified(_ method: String) -> Bool {
        guard let dot = method.lastIndex(of: ".") else { return false }
        return dot != method.startIndex && method.index(after: dot) != method.endIndex
    }

    /// A flag that is absent or null stays as it is.
    private static func read(_ value: JSONValue?, into flag: inout Bool) -> Bool {
        switch value {
        case nil, .null?: return true
        case .bool(let value)?:
            flag = value
            return true
        case _?: return false
        }
    }
}
