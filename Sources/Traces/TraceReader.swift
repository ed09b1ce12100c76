import OrientationCore
import Posix

/// Reads a recording that comes in pieces: from a file in blocks, from a pipe as it arrives.
///
/// ```
/// header --(t_ns,x,y,z)--> rows --finish--> over
/// ```
///
/// Strict unless told otherwise: the first row that is not as it should be ends the reading with an error. Faults of
/// the header always do, since without it the rows mean nothing.
public struct TraceReader {
    /// What the recording says about itself, once the names of the columns have been read.
    public private(set) var header: TraceHeader?
    /// Good rows so far.
    public private(set) var rows = 0
    /// Bad rows that were left out so far.
    public private(set) var skipped = 0
    /// What was wrong with the first of them.
    public private(set) var firstSkipped: TraceError?

    private let file: String
    private let badRows: BadRows
    private var headerParser: HeaderParser
    private var splitter = LineSplitter()
    /// Lines that are done.
    private var line = 0
    private var last = Int64.min

    /// What to do about a row that cannot be read.
    public enum BadRows {
        case areErrors
        /// They are counted and reported and the reading goes on.
        case areSkipped(report: (TraceError) -> Void = { _ in })
    }

    /// - Parameter file: the name for messages.
    public init(file: String, badRows: BadRows = .areErrors) {
        self.file = file
        self.badRows = badRows
        headerParser = HeaderParser(file: file)
    }

    /// Takes the next piece in and hands over the rows that it completes. Allocates nothing per row.
    ///
    /// - Parameter onHeader: called once, before the first row.
    public mutating func feed(
        _ bytes: UnsafeRawBufferPointer, onHeader: (TraceHeader) -> Void = { _ in }, row: (RawSample) -> Void
    ) throws(TraceError) {
        var splitter = self.splitter
        self.splitter = LineSplitter()
        defer { self.splitter = splitter }
        try splitter.feed(bytes) { (lines) throws(TraceError) in
            try read(lines, isCut: false, onHeader: onHeader, row: row)
        }
        if splitter.isTooLong {
            throw TraceError(
                file: file, line: line + 1, column: LineSplitter.longestLine + 1, expected: Expectation.shortLine.text,
                found: "a longer one")
        }
    }

    /// The recording is over: nothing may be left half read.
    ///
    /// A last line without its newline counts as cut off, even if it has all four numbers: what is left of `9.81` may be
    /// `9.8`, and nobody can tell. Every writer of this form ends each row with a newline.
    @discardableResult
    public mutating func finish() throws(TraceError) -> TraceHeader {
        if let rest = splitter.takePending() {
            try rest.withTypedBuffer { (line) throws(TraceError) in
                try read(line, isCut: true, onHeader: { _ in }, row: { _ in })
            }
        }
        guard let header else { throw headerParser.cut(line: line + 1) }
        if rows == 0, skipped == 0 {
            throw TraceError(
                file: file, line: line + 1, column: 1, expected: "at least one row \(HeaderParser.columns)", found: Found.endOfFile)
        }
        return header
    }

    /// - Parameter lines: whole lines; the last byte is a newline.
    /// - Parameter isCut: it is one line, and that newline did not come from the file.
    private mutating func read(
        _ lines: UnsafeBufferPointer<UInt8>, isCut: Bool, onHeader: (TraceHeader) -> Void, row: (RawSample) -> Void
    ) throws(TraceError) {
        guard let start = lines.baseAddress else { return }
        let end = start + lines.count
        var cursor = RowCursor(position: start)
        while header == nil, cursor.position < end {
            let text = String(decoding: cursor.restOfLine(), as: UTF8.self)
            if isCut {
                throw TraceError(
                    file: file, line: line + 1, column: text.unicodeScalars.count + 1, expected: Expectation.lineEnd.text,
                    found: Found.endOfFile)
            }
            line += 1
            header = try headerParser.header(after: text, line: line)
            if let header { onHeader(header) }
            cursor.skipLine()
        }
        while cursor.position < end {
            let beginning = cursor.position
            line += 1
            do throws(RowFlaw) {
                let sample = try cursor.sample()
                if sample.timestamp.nanoseconds < last {
                    throw RowFlaw(expected: .timeNotBefore(last), place: beginning)
                }
                if isCut { throw RowFlaw(expected: .lineEnd, place: cursor.position - 1) }
                last = sample.timestamp.nanoseconds
                rows += 1
                row(sample)
            } catch {
                try leaveOut(error.described(file: file, line: line, beginning: beginning, isCut: isCut))
                cursor.position = beginning
                cursor.skipLine()
            }
        }
    }

    private mutating func leaveOut(_ flaw: TraceError) throws(TraceError) {
        switch badRows {
        case .areErrors: throw flaw
        case .areSkipped(let report):
            skipped += 1
            if firstSkipped == nil { firstSkipped = flaw }
            report(flaw)
        }
    }
}

extension RowFlaw {
    /// In words, while the bytes of the row are still there.
    ///
    /// - Parameter isCut: the newline of this row did not come from the file.
    func described(file: String, line: Int, beginning: UnsafePointer<UInt8>, isCut: Bool) -> TraceError {
        let before = UnsafeBufferPointer(start: beginning, count: place - beginning)
        // Bytes 10xxxxxx go on with a character of UTF-8.
        let column = before.reduce(1) { $1 & 0xc0 == 0x80 ? $0 : $0 + 1 }
        var cursor = RowCursor(position: place)
        let rest = cursor.restOfLine()
        let found = rest.isEmpty && isCut ? Found.endOfFile : Found.text(rest)
        return TraceError(file: file, line: line, column: column, expected: expected.text, found: found)
    }
}
