import CJansson

extension JSONValue {
    /// Nesting deeper than this is refused by default. Real messages have five levels; jansson alone would take 2,048,
    /// each a stack frame.
    public static let maximumDepth = 32

    /// Reads one JSON value; white space may surround it, nothing else.
    public init(parsing bytes: [UInt8], maximumDepth: Int = JSONValue.maximumDepth) throws(JSONError) {
        self = try bytes.withUnsafeBytes { JSONValue.parse($0, maximumDepth: maximumDepth) }.get()
    }

    /// Reads one JSON value.
    public init(parsing text: String, maximumDepth: Int = JSONValue.maximumDepth) throws(JSONError) {
        try self.init(parsing: Array(text.utf8), maximumDepth: maximumDepth)
    }

    /// Reads one JSON value out of bytes that the caller keeps: no copy is made of them.
    public static func parse(
        _ bytes: UnsafeRawBufferPointer, maximumDepth: Int = JSONValue.maximumDepth
    ) -> Result<JSONValue, JSONError> {
        if let error = tooDeep(bytes, maximumDepth) { return .failure(error) }
        var error = json_error_t()
        let flags = Int(JSON_REJECT_DUPLICATES | JSON_DECODE_ANY)
        guard let start = bytes.baseAddress?.assumingMemoryBound(to: CChar.self) else {
            return .failure(JSONError(kind: .syntax, offset: 0, line: 1, column: 0, reason: "nothing there"))
        }
        guard let tree = json_loadb(start, bytes.count, flags, &error) else {
            return .failure(JSONError(error))
        }
        defer { json_decref(tree) }
        return .success(JSONValue(tree))
    }

    /// Finds nesting beyond the limit before anything is built: brackets outside strings.
    private static func tooDeep(_ bytes: UnsafeRawBufferPointer, _ maximumDepth: Int) -> JSONError? {
        var depth = 0
        var line = 1
        var lineStart = 0
        var isInString = false
        var isEscaped = false
        for (offset, byte) in bytes.enumerated() {
            if isEscaped {
                isEscaped = false
                continue
            }
            switch byte {
            case UInt8(ascii: "\\") where isInString:
                isEscaped = true
            case UInt8(ascii: "\""):
                isInString.toggle()
            case UInt8(ascii: "["), UInt8(ascii: "{"):
                guard !isInString else { continue }
                depth += 1
                guard depth > maximumDepth else { continue }
                return JSONError(
                    kind: .tooDeep, offset: offset, line: line, column: offset - lineStart + 1,
                    reason: "nested more than \(maximumDepth) levels deep")
            case UInt8(ascii: "]"), UInt8(ascii: "}"):
                if !isInString { depth -= 1 }
            case UInt8(ascii: "\n"):
                line += 1
                lineStart = offset + 1
            case _:
                continue
            }
        }
        return nil
    }

    /// Copies a tree of jansson; its depth is known to be small.
    private init(_ tree: UnsafeMutablePointer<json_t>) {
        switch tree.pointee.type {
        case JSON_OBJECT:
            var members: [JSONObject.Member] = []
            members.reserveCapacity(json_object_size(tree))
            var iterator = json_object_iter(tree)
            while let position = iterator {
                if let key = json_object_iter_key(position), let value = json_object_iter_value(position) {
                    members.append(JSONObject.Member(key: String(cString: key), value: JSONValue(value)))
                }
                iterator = json_object_iter_next(tree, position)
            }
            self = .object(JSONObject(distinct: members))
        case JSON_ARRAY:
            self = .array((0..<json_array_size(tree)).compactMap { json_array_get(tree, $0).map { JSONValue($0) } })
        case JSON_STRING:
            let bytes = UnsafeRawBufferPointer(start: json_string_value(tree), count: json_string_length(tree))
            self = .string(String(decoding: bytes, as: UTF8.self))
        case JSON_INTEGER:
            self = .integer(Int64(json_integer_value(tree)))
        case JSON_REAL:
            self = .real(json_real_value(tree))
        case JSON_TRUE:
            self = .bool(true)
        case JSON_FALSE:
            self = .bool(false)
        case _:
            self = .null
        }
    }
}

extension JSONError {
    fileprivate init(_ error: json_error_t) {
        var error = error
        let kind: Kind =
            switch json_error_code(&error) {
            case json_error_invalid_utf8: .invalidUTF8
            case json_error_duplicate_key: .duplicateKey
            case json_error_numeric_overflow: .numberOutOfRange
            case json_error_null_character, json_error_null_byte_in_key: .zeroCharacter
            case json_error_stack_overflow: .tooDeep
            case json_error_out_of_memory: .outOfMemory
            case _: .syntax
            }
        let reason = withUnsafeBytes(of: error.text) { text in
            String(decoding: text.prefix { $0 != 0 }, as: UTF8.self)
        }
        self.init(
            kind: kind, offset: Int(error.position), line: max(1, Int(error.line)), column: max(0, Int(error.column)),
            reason: reason)
    }
}
