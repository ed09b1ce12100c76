import Glibc
import OrientationCore
import Posix

/// Writes a recording row by row; times count from its first row.
public struct TraceWriter: ~Copyable {
    private let file: FileDescriptor
    private let name: String
    private var bytes: [UInt8]
    private var start: Timestamp?
    private var last = Timestamp(nanoseconds: .min)
    /// Rows so far.
    public private(set) var rows = 0
    /// Of these, the rows that the system has taken.
    public private(set) var safeRows = 0
    /// Bytes that the system has taken.
    private var safeBytes = 0
    /// Where in the file this recording begins; -1 for what has no places, such as a pipe.
    private let origin: Int
    /// Samples that no recording may hold, and so were left out: not finite, or from before the one before.
    public private(set) var refused = 0

    /// A system call for every so many bytes.
    private static let blockSize = 64 * 1024

    /// - Parameter file: written from its present place on.
    /// - Parameter name: for messages.
    public init(to file: consuming FileDescriptor, named name: String, header: TraceHeader) {
        origin = lseek(file.number, 0, SEEK_CUR)
        self.file = file
        self.name = name
        bytes = TraceText.header(header)
    }

    /// Makes the file at `path`, or empties it.
    public init(path: String, header: TraceHeader) throws(SystemError) {
        let file = try FileDescriptor.open(path, O_WRONLY | O_CREAT | O_TRUNC)
        self.init(to: file, named: path, header: header)
    }

    public mutating func write(_ sample: RawSample) throws(SystemError) {
        guard sample.value.isFinite, sample.timestamp >= last else {
            refused += 1
            return
        }
        let start = self.start ?? sample.timestamp
        self.start = start
        last = sample.timestamp
        TraceText.append(sample, since: start, to: &bytes)
        rows += 1
        if bytes.count >= Self.blockSize { try flush() }
    }

    /// Hands over to the system what has gathered. Not called by itself at the end: an error could be told to nobody.
    ///
    /// What cannot be written whole is taken out of the file again, so that it ends with a whole row and can be read.
    public mutating func flush() throws(SystemError) {
        do throws(SystemError) {
            try writeAll(bytes, to: file.number, named: name)
        } catch {
            if origin >= 0 { _ = ftruncate(file.number, origin + safeBytes) }
            throw error
        }
        safeBytes += bytes.count
        safeRows = rows
        bytes.removeAll(keepingCapacity: true)
    }
}
