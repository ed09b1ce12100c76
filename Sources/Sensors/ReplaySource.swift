import EventLoop
import OrientationCore
import Posix
import Traces

/// Plays a recording as if it were a sensor. Samples keep the recording's own times.
///
/// | speed | a sample comes | deadlines | pause |
/// |---|---|---|---|
/// | scaled | when its time has come since the start | by timer | ignored, time does not wait |
/// | maximal | in each round of the loop, a bounded number | with the samples only | at once |
public final class ReplaySource: SensorSource {
    public let info: SensorInfo
    public let calibration: Calibration

    private let loop: EventLoop
    private let tape: ReplayTape
    private let speed: ReplaySpeed
    private var run: Run?

    /// Bounds how long signals and sockets wait for the samples of one round: some tens of microseconds.
    private static let samplesPerRound = 1024

    /// One playing, from `start` to `stop` or to the end.
    private final class Run {
        let handler: (SensorEvent) -> Void
        /// When the first sample is due, on the loop's clock.
        let start: Timestamp
        var position = ReplayTape.Position()
        var isPaused = false
        /// Calls for more samples: a timer at a scaled speed, else a call in each round.
        var source: EventSource?

        init(start: Timestamp, handler: @escaping (SensorEvent) -> Void) {
            self.start = start
            self.handler = handler
        }
    }

    /// Reads the file and checks all of it.
    ///
    /// - Parameter repeats: begins again at the end; times go on rising.
    public init(path: String, speed: ReplaySpeed = .real, repeats: Bool = false, loop: EventLoop) throws(SensorError) {
        let trace: Trace
        do {
            trace = try Trace(reading: path)
        } catch {
            throw SensorError("\(error)")
        }
        self.loop = loop
        self.speed = speed
        tape = ReplayTape(samples: trace.samples, repeats: repeats)
        calibration = trace.header.calibration
        info = Self.info(path: path, header: trace.header, speed: speed)
    }

    private static func info(path: String, header: TraceHeader, speed: ReplaySpeed) -> SensorInfo {
        var info = SensorInfo(name: path.split(separator: "/").last.map(String.init) ?? path, id: path, kind: .replay)
        info.locationSource = "recordings are taken for the screen"
        info.matrix = "\(header.mountMatrix) from the recording; \(header.convention.rawValue) sign"
        info.access = "recording at \(speed)"
        info.rate = header.rate
        return info
    }

    public func start(_ handler: @escaping (SensorEvent) -> Void) throws(SensorError) {
        guard run == nil else { return }
        let run = Run(start: loop.now, handler: handler)
        do throws(SystemError) {
            switch speed {
            case .times:
                run.source = try loop.timer { [weak self] in self?.deliver() }
                run.source?.fire(at: run.start)
            case .maximal:
                run.source = try loop.later(priority: .idle) { [weak self] in self?.deliver() }
            }
        } catch {
            throw SensorError("\(error)")
        }
        self.run = run
    }

    public func stop() {
        run?.source?.cancel()
        run = nil
    }

    public func pause() {
        guard speed == .maximal, let run else { return }
        run.isPaused = true
        run.source?.isEnabled = false
    }

    public func resume() {
        guard speed == .maximal, let run else { return }
        run.isPaused = false
        run.source?.isEnabled = true
    }

    public var waitsForReaders: Bool { speed == .maximal }

    public func loopTime(of time: Timestamp) -> Timestamp? {
        guard let run else { return nil }
        return due(time, in: run)
    }

    /// When a moment of the recording comes on the loop's clock; nil if it only comes with the samples.
    private func due(_ time: Timestamp, in run: Run) -> Timestamp? {
        switch speed {
        case .maximal: nil
        case .times(let factor): run.start + tape.elapsed(at: time).divided(by: factor)
        }
    }

    private func deliver() {
        guard let run else { return }
        let now = loop.now
        for _ in 0..<Self.samplesPerRound {
            guard let sample = tape.sample(at: run.position) else {
                stop()
                run.handler(.ended)
                return
            }
            if let due = due(sample.timestamp, in: run), due > now {
                run.source?.fire(at: due)
                return
            }
            run.position = tape.position(after: run.position)
            run.handler(.sample(sample))
            // What the handler did decides: it may have stopped or paused this playing, or begun another.
            if self.run !== run || run.isPaused { return }
        }
        switch speed {
        case .times: run.source?.fire(at: now)
        case .maximal: run.source?.isEnabled = true
        }
    }
}

extension Interval {
    /// The span at a speed, saturating.
    fileprivate func divided(by factor: Double) -> Interval {
        let quotient = Double(nanoseconds) / factor
        return Interval(nanoseconds: Int64(exactly: quotient.rounded()) ?? (quotient < 0 ? .min : .max))
    }
}
