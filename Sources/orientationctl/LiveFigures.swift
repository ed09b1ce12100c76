import Diagnosis
import EventLoop
import JSON
import OrientationCore
import Varlink

/// What the live page shows besides the state: rate and jitter from the samples' times, thresholds, who else listens. All of
/// it is left out where this user may not see it.
final class LiveFigures {
    private(set) var figures = LivePage.Figures()
    private let daemon: Daemon
    /// A connection that brings every sample; nil without the rights.
    private var samples: Daemon?
    private var meter = RateMeter()
    private var sources: [EventSource] = []
    private var timer: EventSource?

    /// Who else listens changes seldom.
    private static let interval = Interval.seconds(1)

    /// - Parameter context: where the daemon is.
    init(_ context: CommandContext, loop: EventLoop, changed: @escaping () -> Void) throws {
        daemon = try Daemon(context)
        if let thresholds = try? daemon.call("Explain")["thresholds"] {
            figures.thresholds = Thresholds(
                rollHysteresis: thresholds["rollHysteresis"]?.double ?? 10, flatEnter: thresholds["flatEnter"]?.double ?? 60,
                flatLeave: thresholds["flatLeave"]?.double ?? 50)
            try followSamples(context, loop)
        }
        timer = try loop.timer { [unowned self] in
            count()
            timer?.fire(at: loop.now + Self.interval)
            changed()
        }
        timer?.fire(at: loop.now)
    }

    private func followSamples(_ context: CommandContext, _ loop: EventLoop) throws {
        let connection = try Daemon(context)
        guard (try? connection.client.send("\(Daemon.interface).Samples", [:], .more)) != nil else { return }
        samples = connection
        sources.append(try loop.watch(connection.client.descriptor, for: .readable) { [unowned self] _ in receive() })
    }

    private func receive() {
        guard let connection = samples else { return }
        do {
            while let reply = try connection.client.received() {
                for sample in reply.parameters["samples"]?.array ?? [] {
                    if let time = sample["timestamp"]?.integer { meter.take(Timestamp(nanoseconds: time)) }
                }
                if reply.error != nil || !reply.continues { return stop() }
            }
        } catch {
            stop()
        }
        (figures.rate, figures.jitter) = (meter.rate, meter.jitter)
    }

    /// The sensor went, or the daemon; the page itself says which.
    private func stop() {
        sources = []
        samples = nil
        meter = RateMeter()
        (figures.rate, figures.jitter) = (nil, nil)
    }

    private func count() {
        // A daemon that is gone is told by the connection that brings the states.
        let subscribers = (try? daemon.call("Status", timeout: .seconds(1)))?["subscribers"]?.integer
        figures.others = subscribers.map { max(0, Int($0) - (samples == nil ? 1 : 2)) }
    }
}
