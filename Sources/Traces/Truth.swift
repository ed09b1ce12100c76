import OrientationCore
import Posix

/// A stretch of a recording of which it is known how the device was held.
public struct TruthRow: Equatable, Sendable {
    public let start: Timestamp
    /// Not part of the stretch.
    public let end: Timestamp
    /// nil is `any`: nothing can be said, everything is right.
    public let expected: DeviceOrientation?

    public init(start: Timestamp, end: Timestamp, expected: DeviceOrientation?) {
        self.start = start
        self.end = end
        self.expected = expected
    }
}

/// The labels of a recording, `NAME.truth.csv` beside `NAME.csv`: `start_ns,end_ns,expected`, in the recording's time.
public struct Truth: Equatable, Sendable {
    /// In the order of time, none overlapping another. May be empty: nothing is labelled.
    public let rows: [TruthRow]

    public init(rows: [TruthRow]) {
        self.rows = rows
    }

    /// Where the labels of the recording at `path` are.
    public static func path(besides path: String) -> String {
        (path.hasSuffix(".csv") ? String(path.dropLast(4)) : path) + ".truth.csv"
    }

    /// Reads a whole file.
    ///
    /// - Throws: ``TraceError`` about what is in it, `SystemError` about the file.
    public init(reading path: String) throws {
        try self.init(bytes: readFile(path), file: path)
    }

    /// - Parameter file: the name for messages.
    public init(parsing text: some StringProtocol, file: String) throws(TraceError) {
        try self.init(bytes: Array(text.utf8), file: file)
    }

    private init(bytes: [UInt8], file: String) throws(TraceError) {
        // The cursor needs a newline at the end; whether it is the file's own decides what a cut line is told.
        let isCut = bytes.last != UInt8(ascii: "\n")
        let lines = isCut ? bytes + [UInt8(ascii: "\n")] : bytes
        rows = try lines.withTypedBuffer { (lines) throws(TraceError) in
            try Self.rows(lines, file: file, isCut: isCut)
        }
    }

    private static let columns = "start_ns,end_ns,expected"

    private static func rows(
        _ bytes: UnsafeBufferPointer<UInt8>, file: String, isCut: Bool
    ) throws(TraceError) -> [TruthRow] {
        guard let start = bytes.baseAddress else { return [] }
        let end = start + bytes.count
        var cursor = RowCursor(position: start)
        let first = String(decoding: cursor.restOfLine(), as: UTF8.self)
        guard first == columns, !(isCut && cursor.position == end - 1) else {
            let isMissing = first == columns
            throw TraceError(
                file: file, line: 1, column: isMissing ? columns.count + 1 : 1,
                expected: isMissing ? Expectation.lineEnd.text : "'\(columns)'",
                found: first.isEmpty || isMissing ? Found.endOfFile : Found.quoted(first))
        }
        cursor.skipLine()
        var rows: [TruthRow] = []
        var line = 1
        var last = Int64.min
        while cursor.position < end {
            line += 1
            let beginning = cursor.position
            do throws(RowFlaw) {
                let row = try cursor.truthRow(after: last)
                if isCut, cursor.position == end { throw RowFlaw(expected: .lineEnd, place: end - 1) }
                last = row.end.nanoseconds
                rows.append(row)
            } catch {
                throw error.described(file: file, line: line, beginning: beginning, isCut: isCut && isInLastLine(error.place, end))
            }
        }
        return rows
    }

    private static func isInLastLine(_ place: UnsafePointer<UInt8>, _ end: UnsafePointer<UInt8>) -> Bool {
        var cursor = RowCursor(position: place)
        cursor.skipLine()
        return cursor.position == end
    }
}

extension RowCursor {
    /// `start_ns,end_ns,expected`, which may not begin before `last` nor end before it begins.
    fileprivate mutating func truthRow(after last: Int64) throws(RowFlaw) -> TruthRow {
        let beginning = position
        let start = try nanoseconds()
        if start < last { throw RowFlaw(expected: .timeNotBefore(last), place: beginning) }
        try comma()
        let middle = position
        let end = try nanoseconds()
        if end < start { throw RowFlaw(expected: .timeNotBefore(start), place: middle) }
        try comma()
        let word = position
        let name = String(decoding: restOfLine(), as: UTF8.self)
        let expected = DeviceOrientation(name: name)
        if expected == nil, name != "any" { throw RowFlaw(expected: .orientation, place: word) }
        try lineEnd()
        return TruthRow(start: Timestamp(nanoseconds: start), end: Timestamp(nanoseconds: end), expected: expected)
    }
}
