import EventLoop
import Glibc
import JSON
import OrientationCore
import Posix
import Varlink

/// Follows every sample of the running sensor, until a time is over, somebody interrupts, or there are no more.
final class SampleFollower {
    /// Why it ended.
    enum End: Equatable {
        case timeIsOver
        case interrupted
        /// The handler has what it wanted.
        case enough
        /// By the daemon: `ended`, `sensorLost`, `stalled`.
        case noMore(String)
    }

    private let daemon: Daemon
    private let loop: EventLoop
    private let seconds: Double?
    private let patience: Double?
    private var sources: [EventSource] = []
    private var timer: EventSource?
    private var idle: EventSource?
    private var hasSample = false
    private var end: End?
    private var failure: (any Error)?

    /// What is done with what comes; anything thrown ends the following.
    struct Handlers {
        var form: (SampleForm) throws -> Void
        /// - Returns: whether to go on.
        var sample: (RawSample) throws -> Bool
        /// A message is done; so many samples were missed.
        var message: (_ missed: Int) throws -> Void = { _ in }
        /// Called five times a second, with the time on the clock of the samples; nil if time alone is no news.
        ///
        /// - Returns: whether to go on.
        var idle: ((_ now: Timestamp) throws -> Bool)?
    }

    private static let idleInterval = Interval.milliseconds(200)

    /// - Parameter seconds: counted from the first sample.
    /// - Parameter patience: seconds for the first sample to come; nil waits for ever.
    init(_ daemon: Daemon, seconds: Double?, patience: Double? = nil) throws {
        self.daemon = daemon
        self.seconds = seconds
        self.patience = patience
        loop = try EventLoop()
    }

    func run(_ handlers: Handlers) throws -> End {
        for signal in [SIGINT, SIGTERM, SIGHUP] {
            sources.append(try loop.onSignal(signal) { [unowned self] _ in finish(.interrupted) })
        }
        timer = try loop.timer { [unowned self] in finish(.timeIsOver) }
        let impatience = try loop.timer { [unowned self] in if !hasSample { finish(.timeIsOver) } }
        if let patience { impatience.fire(at: loop.now + Interval(nanoseconds: Int64(patience * 1e9))) }
        sources.append(impatience)
        if handlers.idle != nil {
            idle = try loop.timer { [unowned self] in idle(handlers) }
            idle?.fire(at: loop.now + Self.idleInterval)
        }
        do {
            try daemon.client.send("\(Daemon.interface).Samples", [:], .more)
        } catch {
            throw Daemon.failure(error)
        }
        sources.append(try loop.watch(daemon.client.descriptor, for: .readable) { [unowned self] _ in receive(handlers) })
        try loop.run()
        if let failure { throw failure }
        return end ?? .interrupted
    }

    private func idle(_ handlers: Handlers) {
        do {
            let now = Timestamp(nanoseconds: clockNanoseconds(CLOCK_BOOTTIME))
            if try handlers.idle?(now) == false { return finish(.enough) }
            idle?.fire(at: loop.now + Self.idleInterval)
        } catch {
            failure = error
            loop.exit()
        }
    }

    private func finish(_ end: End) {
        if self.end == nil { self.end = end }
        loop.exit()
    }

    private func receive(_ handlers: Handlers) {
        do {
            while end == nil, let reply = try daemon.client.received() {
                if let error = reply.error { throw ClientError.failed(error) }
                try take(reply, handlers)
            }
        } catch {
            failure = Daemon.streamFailure(error)
            loop.exit()
        }
    }

    private func take(_ reply: Reply, _ handlers: Handlers) throws {
        if let form = reply.parameters["form"], !form.isNull { try handlers.form(SampleForm(form)) }
        for value in reply.parameters["samples"]?.array ?? [] {
            guard let sample = RawSample(value) else { throw CommandFailure.otherLanguage }
            if !hasSample, let seconds { timer?.fire(at: loop.now + Interval(nanoseconds: Int64(seconds * 1e9))) }
            hasSample = true
            guard try handlers.sample(sample) else {
                finish(.enough)
                break
            }
        }
        try handlers.message(Int(reply.parameters["missed"]?.integer ?? 0))
        if !reply.continues { finish(.noMore(reply.parameters["end"]?.string ?? "ended")) }
    }
}
