import Glibc
import OrientationCore
import Posix
import Traces

/// Writes what a ``SampleFollower`` brings into a recording.
final class Recorder {
    private let path: String
    private let overwrites: Bool
    private var recording: Recording?
    private let progress = Progress()
    private(set) var missed = 0
    /// The file was made here, and so may be taken away again.
    private var isNew = false

    /// - Parameter path: `-` is standard output.
    init(path: String, overwrites: Bool) {
        self.path = path
        self.overwrites = overwrites
    }

    /// For messages.
    var name: String { path == "-" ? "standard output" : path }

    var summary: String { recording?.summary ?? "no sample yet" }

    /// - Throws: what went wrong, and in the same line what the file holds all the same.
    func record(_ follower: SampleFollower) throws -> SampleFollower.End {
        do {
            let end = try follower.run(
                SampleFollower.Handlers(form: { try self.take($0) }, sample: { try self.take($0) }, message: { try self.flush(missed: $0) })
            )
            try recording?.finish()
            progress.clear()
            guard let recording, recording.safeRows > 0 else { throw CommandFailure.failed("no sample came: nothing recorded") }
            return end
        } catch {
            progress.clear()
            guard let recording else { throw error }
            if recording.safeRows == 0 {
                if isNew { unlink(path) }
                throw error
            }
            throw CommandFailure.failed("\(error); \(name) holds the \(recording.safeRows) samples before that and can be read")
        }
    }

    private func take(_ form: SampleForm) throws {
        if let recording { return try recording.takeNews(form) }
        let descriptor = try open()
        recording = Recording(owning: descriptor, path: name, form: form)
    }

    private func take(_ sample: RawSample) throws -> Bool {
        try recording?.take(sample)
        return true
    }

    private func flush(missed: Int) throws {
        self.missed += missed
        try recording?.flush()
        progress.show("recording: \(summary)")
    }

    /// A number and not its owner: what cannot be copied does not go well with what can fail in Swift 6.0.
    private func open() throws -> Int32 {
        if path == "-" { return try checkErrno("use standard output") { dup(STDOUT_FILENO) } }
        let number = Glibc.open(path, O_WRONLY | O_CREAT | O_CLOEXEC | O_EXCL, 0o644)
        isNew = number >= 0
        if isNew { return number }
        guard errno == EEXIST else { throw SystemError.last("open \(path)") }
        guard overwrites else { throw CommandFailure.failed("\(path) exists already; --force writes over it") }
        return try checkErrno("open \(path)") { Glibc.open(path, O_WRONLY | O_CLOEXEC | O_TRUNC) }
    }
}

/// A recording that is being written.
private final class Recording {
    private let form: SampleForm
    private var writer: TraceWriter
    private var filler = SilenceFiller()
    private var first: Timestamp?
    private var last = Timestamp(nanoseconds: 0)

    init(owning file: Int32, path: String, form: SampleForm) {
        self.form = form
        filler.isSilent = form.reportsOnlyChanges
        writer = TraceWriter(to: FileDescriptor(owning: file), named: path, header: form.header)
    }

    var safeRows: Int { writer.safeRows }

    var summary: String {
        let seconds = first.map { (last - $0).seconds } ?? 0
        return "\(writer.rows) samples, \(fixed(seconds, decimals: 1)) s"
    }

    /// The rate may change and the silence; what the numbers mean may not, since a recording says it once.
    func takeNews(_ news: SampleForm) throws {
        guard news.calibration == form.calibration else {
            throw CommandFailure.failed("the sensor or its matrix was changed")
        }
        filler.isSilent = news.reportsOnlyChanges
    }

    func take(_ sample: RawSample) throws {
        first = first ?? sample.timestamp
        last = max(last, sample.timestamp)
        try filler.take(sample) { try writer.write($0) }
    }

    func flush() throws { try writer.flush() }

    func finish() throws {
        try filler.fill(until: Timestamp(nanoseconds: clockNanoseconds(CLOCK_BOOTTIME))) { try writer.write($0) }
        try writer.flush()
    }
}
