/// An interface as its `.varlink` file describes it: https://varlink.org/Interface-Definition.
public struct InterfaceDescription: Equatable, Sendable {
    public struct Method: Equatable, Sendable {
        public var parameters: [Field]
        public var replies: [Field]
    }

    /// A named member of a structure.
    public struct Field: Equatable, Sendable {
        public var name: String
        public var type: ValueType
    }

    public indirect enum ValueType: Equatable, Sendable {
        case bool
        case int
        case float
        case string
        /// Any JSON object (`object`).
        case foreign
        /// Any JSON value (`any`).
        case anything
        case structure([Field])
        /// One of these words.
        case enumeration([String])
        /// May be absent or null.
        case optional(ValueType)
        case array(ValueType)
        /// An object with any keys.
        case map(ValueType)
        /// Another type of the same interface.
        case named(String)
    }

    /// `org.example.thing`.
    public var name = ""
    public var types: [String: ValueType] = [:]
    public var methods: [String: Method] = [:]
    /// Their names without the interface.
    public var errors: [String: [Field]] = [:]
    /// The text it was read from, as it is served.
    public let text: String

    /// Reads a description.
    public init(parsing text: String) throws(DescriptionError) {
        self.text = text
        var parser = DescriptionParser(text)
        try parser.parse(into: &self)
    }
}

/// What is wrong with a description, and where.
public struct DescriptionError: Error, Equatable, CustomStringConvertible {
    public let line: Int
    public let column: Int
    public let reason: String

    public var description: String { "line \(line), column \(column): \(reason)" }
}
