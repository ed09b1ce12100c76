import Glibc
import OrientationCore
import Posix

/// A recording in a file, gone through without keeping it: a file of any size needs the memory of one block.
public struct TraceFile {
    /// `-` is standard input.
    public let path: String
    /// Whether bad rows are left out and counted instead of ending the reading.
    public let isLenient: Bool

    public init(path: String, isLenient: Bool = false) {
        self.path = path
        self.isLenient = isLenient
    }

    /// For messages.
    public var name: String { path == "-" ? "standard input" : path }

    /// What is known of a recording after its last row.
    public struct Summary: Sendable {
        public let header: TraceHeader
        /// Good rows.
        public let rows: Int
        /// Bad rows that were left out.
        public let skipped: Int
        /// What was wrong with the first of them.
        public let firstSkipped: TraceError?
    }

    /// Small enough to stay in the second-level cache between the kernel's copy and the parser.
    private static let blockSize = 256 * 1024

    /// Hands over all rows in turn.
    ///
    /// - Parameter onHeader: called once, before the first row.
    /// - Parameter afterBlock: called when the rows of one block have been handed over, to write what has gathered.
    /// - Throws: ``TraceError`` about what is in the file, `SystemError` about the file, and what `afterBlock` throws.
    @discardableResult
    public func forEachRow(
        onHeader: (TraceHeader) -> Void = { _ in }, afterBlock: () throws -> Void = {}, _ row: (RawSample) -> Void
    ) throws -> Summary {
        let file = FileDescriptor(owning: try number())
        var reader = TraceReader(file: name, badRows: isLenient ? .areSkipped() : .areErrors)
        let block = UnsafeMutableRawBufferPointer.allocate(byteCount: Self.blockSize, alignment: 1)
        defer { block.deallocate() }
        while true {
            let number = file.number
            let count = try checkErrno("read \(name)") { read(number, block.baseAddress, block.count) }
            if count == 0 { break }
            try reader.feed(UnsafeRawBufferPointer(rebasing: block[..<count]), onHeader: onHeader, row: row)
            try afterBlock()
        }
        let header = try reader.finish()
        return Summary(header: header, rows: reader.rows, skipped: reader.skipped, firstSkipped: reader.firstSkipped)
    }

    /// Of the file, opened.
    private func number() throws(SystemError) -> Int32 {
        if path == "-" { return try checkErrno("read \(name)") { fcntl(STDIN_FILENO, F_DUPFD_CLOEXEC, 0) } }
        return try FileDescriptor.open(path, O_RDONLY).release()
    }
}
