import SeededRandom
import Testing
import Traces

/// Every way a recording can be broken has its place and its words.
@Suite struct MalformedTraceTests {
    static let good = "# unit: m/s^2\n# convention: proper\nt_ns,x,y,z\n0,0.1,9.8,0.2\n"

    private func complaint(_ text: String) -> String? {
        do throws(TraceError) {
            _ = try Trace(parsing: text, file: "a.csv")
            return nil
        } catch {
            return "\(error)"
        }
    }

    @Test func theGoodOneReads() throws {
        #expect(complaint(Self.good) == nil)
        #expect(complaint(Self.good.split(separator: "\n").map { $0 + "\r\n" }.joined()) == nil)
    }

    static let rows: [(String, String)] = [
        ("20,abc,2,3\n", "5:4: expected a number, found 'abc'"),
        ("20,nan,2,3\n", "5:4: expected a number, found 'nan'"),
        ("20,1,-inf,3\n", "5:6: expected a number, found '-inf'"),
        ("20,1,2,1e400\n", "5:8: expected a number within the range of a double, found '1e400'"),
        ("20,1,2\n", "5:7: expected ',', found the end of the line"),
        ("20,1,2,\n", "5:8: expected a number, found the end of the line"),
        ("20,,2,3\n", "5:4: expected a number, found ','"),
        ("20,1,2,3,4\n", "5:9: expected the end of the line, found ','"),
        ("20,1,2,3 \n", "5:9: expected the end of the line, found ' '"),
        ("20,1,2,3x\n", "5:9: expected the end of the line, found 'x'"),
        ("20, 1,2,3\n", "5:4: expected a number, found ' 1'"),
        ("20,1\r,2,3\n", "5:5: expected ',', found a carriage return"),
        ("20,1e,2,3\n", "5:6: expected the digits of the exponent, found ','"),
        ("2.5,1,2,3\n", "5:2: expected ',', found '.5'"),
        ("-5,1,2,3\n", "5:1: expected a time in whole nanoseconds, found '-5'"),
        ("99999999999999999999,1,2,3\n", "5:1: expected a time below 2^63 nanoseconds, found '99999999999999999999'"),
        ("\n", "5:1: expected a time in whole nanoseconds, found the end of the line"),
        ("# note: x\n", "5:1: expected a time in whole nanoseconds, found '# note: x'"),
        ("20,1,2,3\n19,1,2,3\n", "6:1: expected a time of at least 20 (times never go back), found '19'"),
        ("20,1,é,3\n", "5:6: expected a number, found 'é'"),
        ("20,1,\u{1b}[31m,3\n", "5:6: expected a number, found '\\u{1B}[31m'"),
        ("20,1,2", "5:7: expected ',', found the end of the file"),
        ("20,1,2,", "5:8: expected a number, found the end of the file"),
        ("20,1,2,3.", "5:10: expected the end of the line, found the end of the file"),
        ("2", "5:2: expected ',', found the end of the file"),
    ]

    @Test(arguments: rows) func badRow(text: String, expected: String) {
        #expect(complaint(Self.good + text) == "a.csv:" + expected)
    }

    static let headers: [(String, String)] = [
        ("", "1:1: expected '# key: value' or 't_ns,x,y,z', found the end of the file"),
        ("# unit: g\n", "2:1: expected '# key: value' or 't_ns,x,y,z', found the end of the file"),
        ("# unit: g", "1:10: expected the end of the line, found the end of the file"),
        ("t_ns,x,y,z\n0,1,2,3\n", "1:1: expected the key 'unit' before the rows, found none"),
        ("# unit: g\nt_ns,x,y,z\n0,1,2,3\n", "2:1: expected the key 'convention' before the rows, found none"),
        ("# unit: raw\n# convention: proper\nt_ns,x,y,z\n", "3:1: expected the key 'scale' before the rows, found none"),
        ("# unit: G\n# convention: proper\nt_ns,x,y,z\n", "1:9: expected one of m/s^2, g, mg, raw, found 'G'"),
        ("# unit: g\n# convention: up\nt_ns,x,y,z\n", "2:15: expected one of proper, gravity, found 'up'"),
        ("# unit:\n# convention: up\nt_ns,x,y,z\n", "1:8: expected one of m/s^2, g, mg, raw, found nothing"),
        ("# unit: g\n# unit: g\n", "2:3: expected no second 'unit' after line 1, found 'unit: g'"),
        ("# unit: g\nt,x,y,z\n", "2:1: expected '# key: value' or 't_ns,x,y,z', found 't,x,y,z'"),
        ("# unit: g\n\n", "2:1: expected '# key: value' or 't_ns,x,y,z', found an empty line"),
        ("# hello\n", "1:3: expected 'key: value' after '#', found 'hello'"),
        ("# unit: g\n# convention: gravity\nt_ns,x,y,z\n", "4:1: expected at least one row t_ns,x,y,z, found the end of the file"),
        ("# unit: raw\n# scale: a\n# convention: proper\nt_ns,x,y,z\n", "2:10: expected a number, found 'a'"),
        ("# unit: raw\n# scale: 1 2\n# convention: proper\nt_ns,x,y,z\n", "2:10: expected one number or three, found '1 2'"),
        ("# unit: raw\n# scale: 0\n# convention: proper\nt_ns,x,y,z\n", "2:10: expected a scale other than 0, found '0'"),
        ("# unit: raw\n# scale: 1\n# offset: 1,2,x\n# convention: proper\nt_ns,x,y,z\n", "3:15: expected a number, found 'x'"),
        ("# unit: g\n# scale: 2\n# convention: proper\nt_ns,x,y,z\n", "2:10: expected no scale with the unit g, only with raw, found '2'"),
        ("# unit: g\n# rate_hz: fast\n# convention: proper\nt_ns,x,y,z\n", "2:12: expected a rate in Hz above 0, found 'fast'"),
        (
            "# unit: g\n# convention: proper\n# mount_matrix: 1,0,0;0,1,0;0,0,0\nt_ns,x,y,z\n",
            "3:17: expected a mount matrix x1,y1,z1;x2,y2,z2;x3,y3,z3, found one that row 3 is all zero"
        ),
    ]

    @Test(arguments: headers) func badHeader(text: String, expected: String) {
        #expect(complaint(text) == "a.csv:" + expected)
    }

    @Test func lenientLeavesBadRowsOutAndCounts() throws {
        let text = Self.good + "5,x,2,3\n10,1,2,3\n9,1,2,3\n\n20,4,5,6\n30,1,2,3"
        let trace = try Trace(parsing: text, file: "a.csv", isLenient: true)
        #expect(trace.samples.map(\.timestamp.nanoseconds) == [0, 10, 20])
        #expect(trace.skipped == 4)
    }

    @Test func lenientStillNeedsAHeader() {
        #expect(throws: TraceError.self) { try Trace(parsing: "0,1,2,3\n", file: "a.csv", isLenient: true) }
    }

    @Test func aStreamWithoutLineEndsDoesNotFillTheMemory() {
        var reader = TraceReader(file: "a")
        let piece = [UInt8](repeating: UInt8(ascii: "#"), count: 40_000)
        #expect(throws: TraceError.self) {
            for _ in 0..<3 { try piece.withUnsafeBytes { try reader.feed($0) { _ in } } }
        }
    }

    /// Bytes changed, dropped and doubled at random: an error or a recording, the same whether it comes whole or in pieces.
    @Test func noiseIsAnErrorOrARecordingAndNothingElse() {
        var random = SeededGenerator(seed: 4)
        let alphabet = Array("0123456789,.-+eE#: \n\r\0x\u{e9}".utf8)
        let source = Array((Self.good + "20,1,2,3\n40,1e-3,2.25,-3\n").utf8)
        var read = 0
        for _ in 0..<3000 {
            var bytes = source
            for _ in 0...(random.next() % 3) {
                let place = Int(random.next() % UInt64(bytes.count))
                switch random.next() % 3 {
                case 0: bytes[place] = alphabet[Int(random.next() % UInt64(alphabet.count))]
                case 1: bytes.remove(at: place)
                case _: bytes.insert(bytes[place], at: Int(random.next() % UInt64(bytes.count)))
                }
            }
            let isLenient = random.next() % 2 == 0
            let whole = outcome(bytes, pieceSize: bytes.count, isLenient: isLenient)
            #expect(outcome(bytes, pieceSize: 7, isLenient: isLenient) == whole)
            if !whole.hasPrefix("a:") { read += 1 }
        }
        #expect(read > 100 && read < 2900)
    }

    private func outcome(_ bytes: [UInt8], pieceSize: Int, isLenient: Bool) -> String {
        var reader = TraceReader(file: "a", badRows: isLenient ? .areSkipped() : .areErrors)
        var text = ""
        do {
            for start in stride(from: 0, to: bytes.count, by: pieceSize) {
                try bytes[start..<min(start + pieceSize, bytes.count)].withUnsafeBytes { piece in
                    try reader.feed(piece) { text += "\($0)" }
                }
            }
            return "\(try reader.finish()) \(text) \(reader.skipped)"
        } catch {
            return "\(error)"
        }
    }

    @Test func aMissingFileIsNamed() {
        #expect { try Trace(reading: "/nowhere/a.csv") } throws: { "\($0)" == "cannot open /nowhere/a.csv: No such file or directory" }
    }
}
