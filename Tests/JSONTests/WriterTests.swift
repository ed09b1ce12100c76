import Foundation
import JSON
import Testing

@Suite struct WriterTests {
    @Test func everyRealReadsBackAsItself() throws {
        var generator = SystemRandomNumberGenerator()
        let special: [Double] = [
            0, -0.0, 0.1, 1 / 3, 1e21, 1e-7, 123456789012345680, .leastNonzeroMagnitude, .greatestFiniteMagnitude, .pi, -9.80665,
        ]
        let random = (0..<2000).map { _ in Double(bitPattern: UInt64.random(in: 0 ... .max, using: &generator)) }
        for value in special + random where value.isFinite {
            let text = JSONValue.real(value).text
            #expect(try JSONValue(parsing: text) == .real(value), "\(text)")
        }
    }

    @Test func realsAreShort() {
        #expect(JSONValue.real(0.1).text == "0.1")
        #expect(JSONValue.real(-0.9999).text == "-0.9999")
        #expect(JSONValue.real(2).text == "2.0")
    }

    @Test func whatIsNoNumberBecomesNull() {
        #expect(JSONValue.array([.real(.nan), .real(.infinity), .real(-.infinity)]).text == "[null,null,null]")
    }

    /// Another program's parser agrees, for every character that could need an escape.
    @Test func stringsAreEscapedAsJSONDemands() throws {
        let text = String(String.UnicodeScalarView((1..<0x100).compactMap { Unicode.Scalar($0) })) + "\u{2028}\u{1f600}\u{10ffff}"
        let bytes = JSONValue.array([.string(text)]).encoded()
        #expect(bytes.allSatisfy { $0 >= 0x20 })
        #expect(try JSONValue(parsing: bytes) == [.string(text)])
        #expect(try JSONSerialization.jsonObject(with: Data(bytes)) as? [String] == [text])
    }

    @Test func aZeroNeverAppearsInTheBytes() {
        #expect(JSONValue.string("a\u{0}b").text == "\"a\\u0000b\"")
    }

    @Test(.enabled(if: commaLocale != nil, "no locale with a decimal comma is installed"))
    func decimalPointsStayInEveryLocale() throws {
        // For this thread alone.
        let locale = try #require(newlocale(numericMask, commaLocale, nil))
        let before = uselocale(locale)
        defer {
            uselocale(before)
            freelocale(locale)
        }
        try #require(localeconv().pointee.decimal_point.pointee == CChar(UInt8(ascii: ",")))
        #expect(JSONValue.real(1.5).text == "1.5")
        #expect(try JSONValue(parsing: "1.5") == .real(1.5))
        #expect(throws: JSONError.self) { try JSONValue(parsing: "1,5") }
    }
}

/// A locale of this machine that writes 1,5.
private let commaLocale: String? = ["de_DE.UTF-8", "fr_FR.UTF-8", "nl_NL.UTF-8", "es_ES.UTF-8"].first { name in
    guard let locale = newlocale(numericMask, name, nil) else { return false }
    freelocale(locale)
    return true
}

/// `LC_NUMERIC_MASK`, a macro that is not imported.
private let numericMask: Int32 = 1 << LC_NUMERIC
