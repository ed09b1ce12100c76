import Foundation
import OrientationCore
import Posix
import Testing
import Traces

@Suite struct TraceTests {
    private func trace(_ header: String, _ row: String) throws -> Trace {
        try Trace(parsing: "\(header)t_ns,x,y,z\n\(row)\n", file: "a.csv")
    }

    private func gravity(_ header: String, _ row: String) throws -> Vector3 {
        let trace = try trace(header, row)
        return trace.header.calibration.gravity(of: trace.samples[0])
    }

    private func expectClose(_ left: Vector3, _ right: Vector3, sourceLocation: SourceLocation = #_sourceLocation) {
        #expect((left - right).length < 1e-12, "\(left) is not \(right)", sourceLocation: sourceLocation)
    }

    @Test func everyUnitAndConventionGivesGravityFaceUp() throws {
        expectClose(try gravity("# unit: m/s^2\n# convention: proper\n", "0,0,0,9.80665"), Vector3(0, 0, -1))
        expectClose(try gravity("# unit: g\n# convention: proper\n", "0,0,0,1"), Vector3(0, 0, -1))
        expectClose(try gravity("# unit: mg\n# convention: gravity\n", "0,0,0,-1000"), Vector3(0, 0, -1))
        let raw = "# unit: raw\n# convention: gravity\n# scale: 0.00980665\n"
        expectClose(try gravity(raw + "# offset: 10 20 30\n", "0,-10,-20,-1030"), Vector3(0, 0, -1))
        expectClose(try gravity(raw + "# offset: 10, 20,30\n", "0,-10,-20,-1030"), Vector3(0, 0, -1))
        expectClose(try gravity(raw, "0,0,0,-1000"), Vector3(0, 0, -1))
    }

    @Test func scalePerAxis() throws {
        let header = "# unit: raw\n# convention: gravity\n# scale: 9.80665 19.6133 98.0665\n"
        expectClose(try gravity(header, "0,1,1,1"), Vector3(1, 2, 10))
    }

    @Test func theMatrixComesBeforeTheSign() throws {
        let turned = "# unit: g\n# mount_matrix: 0,1,0; -1,0,0; 0,0,1\n"
        expectClose(try gravity(turned + "# convention: proper\n", "0,1,2,3"), Vector3(-2, 1, -3))
        expectClose(try gravity(turned + "# convention: gravity\n", "0,1,2,3"), Vector3(2, -1, 3))
    }

    @Test func notesAreKeptInOrder() throws {
        let trace = try trace("# device: a: b\n# unit: g\n# note:x\n# convention: proper\n# rate_hz: 26\n", "0,1,2,3")
        #expect(trace.header.notes == [.init(key: "device", value: "a: b"), .init(key: "note", value: "x")])
        #expect(trace.header.note("device") == "a: b")
        #expect(trace.header.rate == 26)
    }

    @Test(arguments: [1, 2, 3, 7, 64, 1000]) func piecesOfAnySizeGiveTheSame(size: Int) throws {
        let rows = (0..<200).map { "\($0 * 1000),\($0).25,-\($0)e-2,9.8\n" }.joined()
        let text = "# unit: g\n# convention: proper\nt_ns,x,y,z\n" + rows
        let whole = try Trace(parsing: text, file: "a")
        var reader = TraceReader(file: "a")
        var samples: [RawSample] = []
        var headers = 0
        let bytes = Array(text.utf8)
        for start in stride(from: 0, to: bytes.count, by: size) {
            try bytes[start..<min(start + size, bytes.count)].withUnsafeBytes { piece in
                try reader.feed(piece, onHeader: { _ in headers += 1 }) { samples.append($0) }
            }
        }
        #expect(try reader.finish() == whole.header)
        #expect(samples == whole.samples)
        #expect(samples.count == 200)
        #expect(headers == 1)
    }

    @Test func theWriterCountsTimeFromItsFirstRow() throws {
        let path = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString).path
        defer { unlink(path) }
        var header = TraceHeader(unit: .raw, convention: .gravity)
        header.scale = Vector3(0.1, 0.25, 3)
        header.offset = Vector3(-1.5, 0, 7)
        header.mountMatrix = MountMatrix(x: Vector3(0, 1, 0), y: Vector3(-1, 0, 0), z: Vector3(0, 0, 1))
        header.rate = 12.5
        header.notes = [.init(key: "device", value: "two\nlines")]
        var writer = try TraceWriter(path: path, header: header)
        let values = [Vector3(1, -2, 3), Vector3(0.1, 1e-7, -0.0), Vector3(1.0 / 3, 1e300, 5)]
        for (index, value) in values.enumerated() {
            try writer.write(RawSample(timestamp: Timestamp(nanoseconds: 5_000 + Int64(index)), value: value))
        }
        try writer.write(RawSample(timestamp: Timestamp(nanoseconds: 4_000), value: values[0]))
        try writer.write(RawSample(timestamp: Timestamp(nanoseconds: 6_000), value: Vector3(.nan, 0, 0)))
        try writer.flush()
        #expect(writer.rows == 3)
        #expect(writer.refused == 2)
        let trace = try Trace(reading: path)
        header.notes = [.init(key: "device", value: "two lines")]
        #expect(trace.header == header)
        #expect(trace.samples.map(\.value) == values)
        #expect(trace.samples.map(\.timestamp.nanoseconds) == [0, 1, 2])
    }
}

@Suite struct TruthTests {
    @Test func rows() throws {
        let truth = try Truth(parsing: "start_ns,end_ns,expected\n0,5,portrait\r\n5,9,any\n", file: "t")
        #expect(
            truth.rows == [
                TruthRow(start: Timestamp(nanoseconds: 0), end: Timestamp(nanoseconds: 5), expected: .portrait),
                TruthRow(start: Timestamp(nanoseconds: 5), end: Timestamp(nanoseconds: 9), expected: nil),
            ])
        #expect(try Truth(parsing: "start_ns,end_ns,expected\n", file: "t").rows.isEmpty)
        #expect(Truth.path(besides: "a/b.csv") == "a/b.truth.csv")
    }

    @Test(arguments: [
        ("", "1:1: expected 'start_ns,end_ns,expected', found the end of the file"),
        ("a,b\n", "1:1: expected 'start_ns,end_ns,expected', found 'a,b'"),
        ("start_ns,end_ns,expected", "1:25: expected the end of the line, found the end of the file"),
        (
            "start_ns,end_ns,expected\n0,5,up\n",
            "2:5: expected one of portrait, portraitUpsideDown, landscapeLeft, landscapeRight, faceUp, "
                + "faceDown, unknown, any, found 'up'"
        ),
        ("start_ns,end_ns,expected\n0,5,any\n4,6,any\n", "3:1: expected a time of at least 5 (times never go back), found '4'"),
        ("start_ns,end_ns,expected\n7,5,any\n", "2:3: expected a time of at least 7 (times never go back), found '5'"),
        ("start_ns,end_ns,expected\n7\n", "2:2: expected ',', found the end of the line"),
        ("start_ns,end_ns,expected\n7,8", "2:4: expected ',', found the end of the file"),
        ("start_ns,end_ns,expected\n7,8,any", "2:8: expected the end of the line, found the end of the file"),
    ])
    func broken(text: String, expected: String) {
        #expect { try Truth(parsing: text, file: "t") } throws: { "\($0)" == "t:" + expected }
    }
}
