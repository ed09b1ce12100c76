extension JSONValue {
    /// The value as compact JSON, members in their order.
    ///
    /// Written here and not by jansson, because that would build a tree for each message, and prints reals with up to 17
    /// digits. Reals are the shortest decimals that read back as the same double, with a point whatever the locale; a
    /// real that is not finite becomes `null`, so that a reply can never fail for a number.
    public func encoded() -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.append(json: self)
        return bytes
    }

    /// The same as text.
    public var text: String { String(decoding: encoded(), as: UTF8.self) }
}

extension [UInt8] {
    /// Appends a value as compact JSON.
    public mutating func append(json value: JSONValue) {
        switch value {
        case .null: append(contentsOf: "null".utf8)
        case .bool(let value): append(contentsOf: (value ? "true" : "false").utf8)
        case .integer(let value): append(contentsOf: value.description.utf8)
        case .real(let value): append(contentsOf: (value.isFinite ? value.description : "null").utf8)
        case .string(let value): append(json: value)
        case .object(let value): append(json: value)
        case .array(let values):
            append(UInt8(ascii: "["))
            var isFirst = true
            for value in values {
                if !isFirst { append(UInt8(ascii: ",")) }
                isFirst = false
                append(json: value)
            }
            append(UInt8(ascii: "]"))
        }
    }

    /// Appends an object as compact JSON.
    public mutating func append(json object: JSONObject) {
        append(UInt8(ascii: "{"))
        var isFirst = true
        for member in object.members {
            if !isFirst { append(UInt8(ascii: ",")) }
            isFirst = false
            append(json: member.key)
            append(UInt8(ascii: ":"))
            append(json: member.value)
        }
        append(UInt8(ascii: "}"))
    }

    /// Appends a string in quotes; only what JSON demands is escaped.
    public mutating func append(json string: String) {
        append(UInt8(ascii: "\""))
        for byte in string.utf8 {
            switch byte {
            case UInt8(ascii: "\""), UInt8(ascii: "\\"):
                append(UInt8(ascii: "\\"))
                append(byte)
            case UInt8(ascii: "\n"): append(contentsOf: "\\n".utf8)
            case UInt8(ascii: "\r"): append(contentsOf: "\\r".utf8)
            case UInt8(ascii: "\t"): append(contentsOf: "\\t".utf8)
            case 0..<0x20:
                append(contentsOf: "\\u00".utf8)
                append(hexDigit(byte >> 4))
                append(hexDigit(byte & 15))
            case _: append(byte)
            }
        }
        append(UInt8(ascii: "\""))
    }
}

private func hexDigit(_ value: UInt8) -> UInt8 {
    value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "a") + value - 10
}
