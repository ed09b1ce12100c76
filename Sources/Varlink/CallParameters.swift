import JSON

/// A Swift type that a parameter can be read as.
public protocol JSONReadable {
    /// nil if the value is not of this type.
    init?(json: JSONValue)
}

extension Bool: JSONReadable {
    public init?(json: JSONValue) {
        guard let value = json.bool else { return nil }
        self = value
    }
}

extension Int64: JSONReadable {
    public init?(json: JSONValue) {
        guard let value = json.integer else { return nil }
        self = value
    }
}

extension Int: JSONReadable {
    public init?(json: JSONValue) {
        guard let value = json.integer, let small = Int(exactly: value) else { return nil }
        self = small
    }
}

extension Double: JSONReadable {
    public init?(json: JSONValue) {
        guard let value = json.double else { return nil }
        self = value
    }
}

extension String: JSONReadable {
    public init?(json: JSONValue) {
        guard let value = json.string else { return nil }
        self = value
    }
}

extension JSONObject: JSONReadable {
    public init?(json: JSONValue) {
        guard let value = json.object else { return nil }
        self = value
    }
}

extension Array: JSONReadable where Element: JSONReadable {
    public init?(json: JSONValue) {
        guard let values = json.array else { return nil }
        let elements = values.compactMap { Element(json: $0) }
        guard elements.count == values.count else { return nil }
        self = elements
    }
}

extension JSONObject {
    /// Reads a member that must be there, as the type that the caller expects.
    ///
    /// - Throws: `InvalidParameter` with its name.
    public func required<Value: JSONReadable>(_ name: String) throws(CallError) -> Value {
        guard let value = self[name], let result = Value(json: value) else { throw .invalidParameter(name) }
        return result
    }

    /// Reads a member that may be absent or null.
    ///
    /// - Throws: `InvalidParameter` with its name if it is of another type.
    public func optional<Value: JSONReadable>(_ name: String) throws(CallError) -> Value? {
        guard let value = self[name], !value.isNull else { return nil }
        guard let result = Value(json: value) else { throw .invalidParameter(name) }
        return result
    }
}
