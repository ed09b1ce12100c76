import EventLoop
import Glibc
import OrientationCore
import Posix
import Traces

/// A recording that comes through a descriptor as it is made: header first, then rows, taken as they come.
///
/// Nothing is read while nobody holds the sensor, so that what was written meanwhile waits in the pipe. A bad row is
/// reported and left out; a bad header is the end, since the rows mean nothing without it.
///
/// The header comes long after ``calibration`` was asked for. So the samples that come out of here are calibrated
/// already: m/s^2 in the panel's frame, pointing where things fall.
public final class StandardInputSource: SensorSource {
    public let calibration = Calibration()

    private let loop: EventLoop
    private let descriptor: Int32
    private var reader: TraceReader
    private var header: Calibration?
    /// Rows that were read and not yet delivered, because the handler stopped the source in the middle of a piece.
    private var waiting: [RawSample] = []
    private var nextWaiting = 0
    /// What ``info`` said last to the handler: whether there was a header, how many rows were left out.
    private var told = (hasHeader: false, skipped: 0)
    private var over: Over?
    private var run: Run?
    /// The last sample's time, and when it came.
    private var last: (time: Timestamp, arrival: Timestamp)?

    /// What a further `start` finds.
    private enum Over {
        case ended
        case broken(String)
    }

    private final class Run {
        let handler: (SensorEvent) -> Void
        var sources: [EventSource] = []

        init(_ handler: @escaping (SensorEvent) -> Void) {
            self.handler = handler
        }
    }

    /// About a hundred rows: what is handled in one round of the loop.
    private static let pieceSize = 4096

    /// - Parameter descriptor: stays open and keeps its flags; it may be shared with other programs.
    /// - Parameter warn: told about each bad row.
    public init(descriptor: Int32 = STDIN_FILENO, loop: EventLoop, warn: @escaping (String) -> Void = { _ in }) {
        self.loop = loop
        self.descriptor = descriptor
        reader = TraceReader(file: "standard input", badRows: .areSkipped { warn("\($0); row left out") })
    }

    public var info: SensorInfo {
        var info = SensorInfo(name: "standard input", id: "-", kind: .standardInput)
        info.locationSource = "recordings are taken for the screen"
        info.access = "rows as they come"
        info.matrix = reader.header.map { "\($0.mountMatrix) from the header; \($0.convention.rawValue) sign" } ?? ""
        info.rate = reader.header?.rate
        if reader.skipped > 0 { info.warnings.append("\(reader.skipped) bad rows were left out") }
        return info
    }

    public func start(_ handler: @escaping (SensorEvent) -> Void) throws(SensorError) {
        guard run == nil else { return }
        let run = Run(handler)
        do throws(SystemError) {
            if over != nil || nextWaiting < waiting.count {
                run.sources.append(try loop.later { [weak self] in self?.deliver() })
            }
            if over == nil { run.sources.append(try watch()) }
        } catch {
            throw SensorError("cannot read standard input: \(error.reason)")
        }
        self.run = run
    }

    public func stop() {
        run?.sources.forEach { $0.cancel() }
        run = nil
    }

    /// Silence counts as time only once it is as long as the core's patience: before, a slow or bursty writer decides.
    public func loopTime(of time: Timestamp) -> Timestamp? {
        last.map { $0.arrival + max(time - $0.time, OrientationPipeline.patience) }
    }

    public func pause() {}
    public func resume() {}

    /// Regular files and /dev/null cannot be waited for (EPERM): they are always ready, so each round reads a piece.
    private func watch() throws(SystemError) -> EventSource {
        do throws(SystemError) {
            return try loop.watch(descriptor, for: .readable) { [weak self] _ in self?.read() }
        } catch  where error.code == EPERM {
            let source = try loop.later(priority: .idle) { [weak self] in self?.read() }
            source.isEnabled = true
            return source
        }
    }

    private func read() {
        deliver()
        guard run != nil else { return }
        var piece = [UInt8](repeating: 0, count: Self.pieceSize)
        let count = Glibc.read(descriptor, &piece, piece.count)
        if count < 0 {
            if errno != EINTR && errno != EAGAIN { end(.broken("cannot read standard input: \(errorText(errno))")) }
            return
        }
        do throws(TraceError) {
            if count == 0 {
                try reader.finish()
            } else {
                try take(piece[..<count])
            }
        } catch {
            // With a header only a last row that is cut off, or none at all, can be wrong: nothing is left to be read.
            end(reader.header == nil ? .broken("\(error)") : .ended)
            return
        }
        if count == 0 { over = .ended }
        deliver()
    }

    private func take(_ piece: ArraySlice<UInt8>) throws(TraceError) {
        waiting.removeAll(keepingCapacity: true)
        nextWaiting = 0
        try piece.withTypedBuffer { (piece) throws(TraceError) in
            try reader.feed(UnsafeRawBufferPointer(piece), onHeader: { header = $0.calibration }) { waiting.append($0) }
        }
    }

    /// Hands over what was read, then what became of the input if it is over.
    private func deliver() {
        guard let run else { return }
        let news = (hasHeader: reader.header != nil, skipped: reader.skipped)
        if news != told {
            told = news
            run.handler(.infoChanged)
        }
        while self.run === run, nextWaiting < waiting.count, let header {
            let sample = waiting[nextWaiting]
            nextWaiting += 1
            last = (sample.timestamp, loop.now)
            run.handler(.sample(RawSample(timestamp: sample.timestamp, value: header.acceleration(of: sample))))
        }
        if self.run === run, let over { end(over) }
    }

    private func end(_ reason: Over) {
        over = reason
        guard let run else { return }
        stop()
        switch reason {
        case .ended: run.handler(.ended)
        case .broken(let text): run.handler(.lost(.sensorLost, text))
        }
    }
}

extension Calibration {
    /// ``gravity(of:)`` in m/s^2, rounded in the same places. Three equal raw axes are no reading but a broken sensor, and
    /// stay equal so that the core can tell.
    fileprivate func acceleration(of sample: RawSample) -> Vector3 {
        if sample.value.x == sample.value.y, sample.value.y == sample.value.z { return sample.value }
        let raw = sample.value + offset
        return matrix * Vector3(raw.x * scale.x, raw.y * scale.y, raw.z * scale.z)
    }
}
