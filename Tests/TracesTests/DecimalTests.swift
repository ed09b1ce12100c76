import Foundation
import SeededRandom
import Testing

@testable import Traces

/// The measure is `strtod`, bit for bit.
@Suite struct DecimalTests {
    private func read(_ text: String) -> Double? {
        Array((text + "\n").utf8).withUnsafeBufferPointer { bytes in
            guard let start = bytes.baseAddress else { return nil }
            var cursor = RowCursor(position: start)
            guard let value = try? cursor.number(), (try? cursor.lineEnd()) != nil else { return nil }
            return value
        }
    }

    private func expectAsStrtod(_ text: String) {
        #expect(read(text)?.bitPattern == strtod(text, nil).bitPattern, "\(text)")
    }

    @Test func randomNumbersOfEveryLength() {
        var random = SeededGenerator(seed: 1)
        for _ in 0..<200_000 {
            let whole = random.digits(upTo: 12)
            let fraction = random.digits(upTo: 22)
            let sign = ["", "-", "+"][Int(random.next() % 3)]
            let exponent = random.next() % 4 == 0 ? "e\(Int(random.next() % 700) - 350)" : ""
            let text = sign + (whole.isEmpty && fraction.isEmpty ? "0" : whole) + (fraction.isEmpty ? "" : "." + fraction) + exponent
            let expected = strtod(text, nil)
            guard expected.isFinite else {
                #expect(read(text) == nil, "\(text)")
                continue
            }
            guard read(text)?.bitPattern == expected.bitPattern else {
                Issue.record("\(text) read as \(String(describing: read(text))), strtod says \(expected)")
                return
            }
        }
    }

    @Test func theShortestTextOfAnyDouble() {
        var random = SeededGenerator(seed: 2)
        for _ in 0..<100_000 {
            let value = Double(bitPattern: random.next())
            guard value.isFinite else { continue }
            guard read("\(value)")?.bitPattern == value.bitPattern else {
                Issue.record("\(value) read as \(String(describing: read("\(value)")))")
                return
            }
        }
    }

    /// Halfway between two doubles, and one digit to either side: where a second rounding would show.
    @Test(arguments: [
        "9007199254740993", "9007199254740992.5", "9007199254740993.0000000001", "18446744073709551615", "18446744073709551616",
        "9999999999999999999", "0.9999999999999999999", "1.8446744073709551615", "0.5000000000000000278", "0.1000000000000000055",
        "10.332114257812501", "1e22", "1e23", "9007199254740993e-1", "1.7976931348623157e308", "4.9e-324", "2.4703282292062327e-324",
        "0", "-0", "-0.0", "0e400", "5.", ".5", "00000000000000000000000001.5",
    ])
    func hardCases(text: String) {
        expectAsStrtod(text)
    }

    @Test(arguments: ["", "-", ".", "nan", "inf", "-inf", "0x10", "1e", "1e+", "e5", "1,5", " 1", "1 ", "1e309", "--1", "1.2.3"])
    func whatIsNoNumber(text: String) {
        #expect(read(text) == nil)
    }

    @Test func divisionRoundsOnceForEveryScale() {
        var random = SeededGenerator(seed: 3)
        for _ in 0..<100_000 {
            let mantissa = random.next() >> (random.next() % 60)
            let scale = Int(random.next() % 20)
            let text = "\(mantissa)e-\(scale)"
            guard let value = Decimal.double(mantissa: mantissa, exponent: -scale), value == strtod(text, nil) else {
                Issue.record("\(text)")
                return
            }
        }
    }
}

extension SeededGenerator {
    mutating func digits(upTo count: UInt64) -> String {
        String((0..<(next() % (count + 1))).map { _ in Character("\(next() % 10)") })
    }
}
