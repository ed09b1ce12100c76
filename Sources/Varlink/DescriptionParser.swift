/// Reads the grammar of interface descriptions by recursive descent: one method a rule.
struct DescriptionParser {
    /// Types nested deeper than this are refused; nobody can read them either.
    private static let maximumDepth = 32

    private var scanner: DescriptionScanner
    private var depth = 0

    init(_ text: String) {
        scanner = DescriptionScanner(text)
    }

    mutating func parse(into description: inout InterfaceDescription) throws(DescriptionError) {
        try expectWord("interface")
        description.name = try word("the name of the interface", isInterfaceName)
        while true {
            switch try scanner.next() {
            case .end: return try checkNames(description)
            case .word("type"): try parseType(into: &description)
            case .word("method"): try parseMethod(into: &description)
            case .word("error"): try parseError(into: &description)
            case let token: throw scanner.error("expected type, method or error, found \(token.words)")
            }
        }
    }

    // MARK: Members

    private mutating func parseType(into description: inout InterfaceDescription) throws(DescriptionError) {
        let name = try memberName(description)
        description.types[name] = try structureOrEnumeration()
    }

    private mutating func parseMethod(into description: inout InterfaceDescription) throws(DescriptionError) {
        let name = try memberName(description)
        let parameters = try fields()
        try expectSign("->")
        description.methods[name] = InterfaceDescription.Method(parameters: parameters, replies: try fields())
    }

    private mutating func parseError(into description: inout InterfaceDescription) throws(DescriptionError) {
        let name = try memberName(description)
        description.errors[name] = try fields()
    }

    private mutating func memberName(_ description: InterfaceDescription) throws(DescriptionError) -> String {
        let name = try word("a name that begins with a capital letter", isMemberName)
        if description.types[name] != nil || description.methods[name] != nil || description.errors[name] != nil {
            throw scanner.error("\(name) is described twice")
        }
        return name
    }

    // MARK: Types

    private mutating func fields() throws(DescriptionError) -> [InterfaceDescription.Field] {
        guard case .structure(let fields) = try structureOrEnumeration() else {
            throw scanner.error("expected fields with types, found words")
        }
        return fields
    }

    /// `(name: type, ...)` or `(word, ...)`; empty ones are structures.
    private mutating func structureOrEnumeration() throws(DescriptionError) -> InterfaceDescription.ValueType {
        try expectSign("(")
        var fields: [InterfaceDescription.Field] = []
        var words: [String] = []
        if scanner.take(")") { return .structure([]) }
        repeat {
            let name = try word("the name of a field", isFieldName)
            if words.contains(name) || fields.contains(where: { $0.name == name }) {
                throw scanner.error("\(name) is named twice")
            }
            if scanner.take(":") {
                fields.append(InterfaceDescription.Field(name: name, type: try type()))
            } else {
                words.append(name)
            }
        } while scanner.take(",")
        try expectSign(")")
        if !fields.isEmpty && !words.isEmpty { throw scanner.error("some of these fields have a type and some have none") }
        return words.isEmpty ? .structure(fields) : .enumeration(words)
    }

    private mutating func type() throws(DescriptionError) -> InterfaceDescription.ValueType {
        depth += 1
        defer { depth -= 1 }
        if depth > Self.maximumDepth { throw scanner.error("types nested more than \(Self.maximumDepth) deep") }
        if scanner.take("?") {
            let inner = try type()
            if case .optional = inner { throw scanner.error("\"??\" says no more than \"?\"") }
            return .optional(inner)
        }
        if scanner.take("[") {
            if scanner.take("]") { return .array(try type()) }
            try expectWord("string")
            try expectSign("]")
            return .map(try type())
        }
        if scanner.isNext("(") { return try structureOrEnumeration() }
        switch try word("a type", { _ in true }) {
        case "bool": return .bool
        case "int": return .int
        case "float": return .float
        case "string": return .string
        case "object": return .foreign
        case "any": return .anything
        case let name:
            guard isMemberName(name) else { throw scanner.error("\(name) is not a type") }
            return .named(name)
        }
    }

    // MARK: Tokens

    private mutating func expectSign(_ sign: String) throws(DescriptionError) {
        let token = try scanner.next()
        if token != .sign(sign) { throw scanner.error("expected \"\(sign)\", found \(token.words)") }
    }

    private mutating func expectWord(_ word: String) throws(DescriptionError) {
        let token = try scanner.next()
        if token != .word(word) { throw scanner.error("expected \"\(word)\", found \(token.words)") }
    }

    private mutating func word(_ what: String, _ isValid: (String) -> Bool) throws(DescriptionError) -> String {
        let token = try scanner.next()
        guard case .word(let text) = token, isValid(text) else {
            throw scanner.error("expected \(what), found \(token.words)")
        }
        return text
    }

    /// Every type that is named must be described.
    private func checkNames(_ description: InterfaceDescription) throws(DescriptionError) {
        let structures =
            Array(description.types.values)
            + description.methods.values.flatMap { [.structure($0.parameters), .structure($0.replies)] }
            + description.errors.values.map { .structure($0) }
        for name in structures.flatMap(\.namedTypes) where description.types[name] == nil {
            throw scanner.error("the type \(name) is used and not described")
        }
    }
}

extension InterfaceDescription.ValueType {
    /// The names of other types in it.
    fileprivate var namedTypes: [String] {
        switch self {
        case .bool, .int, .float, .string, .foreign, .anything, .enumeration: []
        case .structure(let fields): fields.flatMap(\.type.namedTypes)
        case .optional(let inner), .array(let inner), .map(let inner): inner.namedTypes
        case .named(let name): [name]
        }
    }
}

/// Two or more parts with dots between them, of letters, digits and inner hyphens; the first begins with a letter.
private func isInterfaceName(_ text: String) -> Bool {
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count >= 2, let first = text.utf8.first, isLetter(first) else { return false }
    return parts.allSatisfy { part in
        !part.isEmpty && !part.hasPrefix("-") && !part.hasSuffix("-")
            && part.utf8.allSatisfy { isLetter($0) || isDigit($0) || $0 == UInt8(ascii: "-") }
    }
}

/// A capital letter, then letters and digits.
private func isMemberName(_ text: String) -> Bool {
    guard let first = text.utf8.first, isLetter(first), first < UInt8(ascii: "a") else { return false }
    return text.utf8.allSatisfy { isLetter($0) || isDigit($0) }
}

/// A letter, then letters, digits and single underscores between them.
private func isFieldName(_ text: String) -> Bool {
    guard let first = text.utf8.first, isLetter(first) else { return false }
    var before = first
    for byte in text.utf8 {
        guard isLetter(byte) || isDigit(byte) || (byte == UInt8(ascii: "_") && before != byte) else { return false }
        before = byte
    }
    return before != UInt8(ascii: "_")
}

private func isLetter(_ byte: UInt8) -> Bool {
    UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte || UInt8(ascii: "A")...UInt8(ascii: "Z") ~= byte
}

private func isDigit(_ byte: UInt8) -> Bool {
    UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte
}
