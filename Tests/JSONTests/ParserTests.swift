import JSON
import Testing

@Suite struct ParserTests {
    @Test func membersKeepTheirOrder() throws {
        let value = try JSONValue(parsing: "{\"z\":1,\"a\":[true,null,-2.5],\"m\":{\"x\":\"y\"}}")
        #expect(value.object?.members.map(\.key) == ["z", "a", "m"])
        #expect(value.text == "{\"z\":1,\"a\":[true,null,-2.5],\"m\":{\"x\":\"y\"}}")
    }

    @Test func anyValueMayStandAlone() throws {
        #expect(try JSONValue(parsing: " 5 ") == 5)
        #expect(try JSONValue(parsing: "null").isNull)
        #expect(try JSONValue(parsing: "\"\\u00e4\\ud83d\\ude00\"") == "\u{e4}\u{1f600}")
    }

    @Test func integersAndRealsDiffer() throws {
        #expect(try JSONValue(parsing: "9223372036854775807") == .integer(.max))
        #expect(try JSONValue(parsing: "-9223372036854775808") == .integer(.min))
        #expect(try JSONValue(parsing: "1.0") == .real(1))
        #expect(try JSONValue(parsing: "1").integer == 1)
        #expect(try JSONValue(parsing: "1").double == 1)
        #expect(try JSONValue(parsing: "1.0").integer == nil)
        #expect(try JSONValue(parsing: "1e-400") == .real(0))
    }

    /// A text, what is wrong with it, and the line it is on.
    @Test(arguments: [
        ("", JSONError.Kind.syntax, 1),
        ("   ", .syntax, 1),
        ("{\"a\":1", .syntax, 1),
        ("{\"a\":\n1,\n}", .syntax, 3),
        ("{} {}", .syntax, 1),
        ("[1,]", .syntax, 1),
        ("{'a':1}", .syntax, 1),
        ("NaN", .syntax, 1),
        ("01", .syntax, 1),
        ("\"\\x\"", .syntax, 1),
        ("{\"a\":1,\n\"a\":2}", .duplicateKey, 2),
        ("9223372036854775808", .numberOutOfRange, 1),
        ("-9223372036854775809", .numberOutOfRange, 1),
        ("[1,\n1e400]", .numberOutOfRange, 2),
        ("\"a\\u0000b\"", .zeroCharacter, 1),
        ("{\"a\\u0000b\":1}", .zeroCharacter, 1),
        ("\"\\ud800\"", .syntax, 1),
    ])
    func aBrokenTextIsAnErrorWithItsPlace(_ text: String, _ kind: JSONError.Kind, _ line: Int) {
        #expect { try JSONValue(parsing: text) } throws: { error in
            guard let error = error as? JSONError else { return false }
            #expect(error.kind == kind, "\(error)")
            #expect(error.line == line, "\(error)")
            #expect(!error.reason.isEmpty)
            return true
        }
    }

    @Test(arguments: [[0xff], [0xc3], [0xed, 0xa0, 0x80], [0xf5, 0x80, 0x80, 0x80], [0xc0, 0xaf]] as [[UInt8]])
    func bytesThatAreNoTextAreRefused(_ bytes: [UInt8]) {
        #expect { try JSONValue(parsing: [UInt8(ascii: "\"")] + bytes + [UInt8(ascii: "\"")]) } throws: {
            ($0 as? JSONError)?.kind == .invalidUTF8
        }
    }

    @Test func nestingEndsAtItsLimit() throws {
        let limit = JSONValue.maximumDepth
        func nested(_ depth: Int) -> String {
            String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
        }
        _ = try JSONValue(parsing: nested(limit))
        #expect { try JSONValue(parsing: "\n\n " + nested(limit + 1)) } throws: {
            let error = $0 as? JSONError
            return error?.kind == .tooDeep && error?.line == 3 && error?.column == limit + 2 && error?.offset == limit + 3
        }
        #expect(throws: JSONError.self) { try JSONValue(parsing: String(repeating: "[", count: 1_000_000)) }
    }

    @Test func bracketsInStringsDoNotNest() throws {
        let text = String(repeating: "[{\\\"", count: 100)
        #expect(try JSONValue(parsing: "\"\(text)\"").string?.count == 300)
    }

    @Test func nothingThatIsCutOffIsTaken() throws {
        let text = Array("{\"a\":[1,-2.5e3,\"\u{e4}\\n\",true,false,null,{\"b\":{}}]}".utf8)
        _ = try JSONValue(parsing: text)
        for length in 0..<text.count {
            #expect(throws: JSONError.self) { try JSONValue(parsing: Array(text[..<length])) }
        }
    }
}
