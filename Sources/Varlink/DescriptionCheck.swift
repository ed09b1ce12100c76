import JSON

/// Where a value is not what its type says.
public struct Mismatch: Equatable, Sendable, CustomStringConvertible {
    /// `state.gravity.x`, `sensors[2].name`; empty for the value itself.
    public var path: String
    /// What was expected and what was found, for people.
    public var reason: String

    public var description: String { path.isEmpty ? reason : "\(path): \(reason)" }
}

extension InterfaceDescription {
    /// Compares a value with a type of this interface: the first thing wrong, or nil.
    ///
    /// A structure with a member that the type does not have is wrong too. An `int` is a JSON integer; a `float` is any number.
    public func mismatch(of value: JSONValue, with type: ValueType) -> Mismatch? {
        mismatch(of: value, with: type, at: "")
    }

    /// Compares the parameters of a call.
    public func mismatch(ofParameters parameters: JSONObject, method: String) -> Mismatch? {
        guard let method = methods[method] else { return Mismatch(path: "", reason: "no method \(method)") }
        return mismatch(of: .object(parameters), with: .structure(method.parameters))
    }

    /// Compares the parameters of a reply.
    public func mismatch(ofReply parameters: JSONObject, method: String) -> Mismatch? {
        guard let method = methods[method] else { return Mismatch(path: "", reason: "no method \(method)") }
        return mismatch(of: .object(parameters), with: .structure(method.replies))
    }

    /// Compares the parameters of an error.
    ///
    /// - Parameter error: its name without the interface.
    public func mismatch(ofError parameters: JSONObject, error: String) -> Mismatch? {
        guard let fields = errors[error] else { return Mismatch(path: "", reason: "no error \(error)") }
        return mismatch(of: .object(parameters), with: .structure(fields))
    }

    private func mismatch(of value: JSONValue, with type: ValueType, at path: String) -> Mismatch? {
        func expected(_ what: String) -> Mismatch { Mismatch(path: path, reason: "expected \(what), found \(value.typeName)") }
        switch type {
        case .anything: return nil
        case .bool: return value.bool == nil ? expected("bool") : nil
        case .int: return value.integer == nil ? expected("int") : nil
        case .float: return value.double == nil ? expected("float") : nil
        case .string: return value.string == nil ? expected("string") : nil
        case .foreign: return value.object == nil ? expected("object") : nil
        case .optional(let inner): return value.isNull ? nil : mismatch(of: value, with: inner, at: path)
        case .enumeration(let words):
            guard let word = value.string else { return expected("one of \(words.joined(separator: ", "))") }
            if words.contains(word) { return nil }
            return Mismatch(path: path, reason: "expected one of \(words.joined(separator: ", ")), found \"\(word)\"")
        case .named(let name):
            guard let type = types[name] else { return Mismatch(path: path, reason: "no type \(name)") }
            return mismatch(of: value, with: type, at: path)
        case .array(let element):
            guard let values = value.array else { return expected("array") }
            for (index, value) in values.enumerated() {
                if let found = mismatch(of: value, with: element, at: "\(path)[\(index)]") { return found }
            }
            return nil
        case .map(let element):
            guard let object = value.object else { return expected("object") }
            for member in object.members {
                if let found = mismatch(of: member.value, with: element, at: "\(path)[\"\(member.key)\"]") { return found }
            }
            return nil
        case .structure(let fields):
            guard let object = value.object else { return expected("object") }
            return mismatch(of: object, with: fields, at: path)
        }
    }

    private func mismatch(of object: JSONObject, with fields: [Field], at path: String) -> Mismatch? {
        func inside(_ name: String) -> String { path.isEmpty ? name : "\(path).\(name)" }
        for member in object.members where !fields.contains(where: { $0.name == member.key }) {
            return Mismatch(path: inside(member.key), reason: "unknown")
        }
        for field in fields {
            if let value = object[field.name] {
                if let found = mismatch(of: value, with: field.type, at: inside(field.name)) { return found }
            } else if !isOptional(field.type) {
                return Mismatch(path: inside(field.name), reason: "missing")
            }
        }
        return nil
    }

    private func isOptional(_ type: ValueType) -> Bool {
        if case .optional = type { true } else { false }
    }
}
