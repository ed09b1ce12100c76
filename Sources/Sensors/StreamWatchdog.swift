import OrientationCore

/// Notices that samples have stopped coming, and says what to try.
///
///     state      | sample   | silence                                   | probe says
///     -----------+----------+-------------------------------------------+------------------------------------
///     unproven   | proven   | next way                                  | -
///     proven     | proven   | probe if that says anything, else rearm   | unchanged: asleep; differs: rearm
///     rearmed    | proven   | next way                                  | -
///     asleep     | asleep   | probe                                     | unchanged: asleep; differs: rearm
struct StreamWatchdog: Equatable, Sendable {
    enum Advice: Equatable, Sendable {
        /// Look again at this time.
        case wait(until: Timestamp)
        /// Read the raw values and tell ``probed(_:at:)``.
        case probe
        /// Switch it off and on again in the same way.
        case rearm
        /// This way does not work.
        case nextWay
    }

    private enum Phase: Equatable, Sendable {
        case unproven, proven, rearmed, asleep
    }

    /// Silence of this long is trouble.
    let limit: Interval
    /// Silence may mean that nothing moves, which a raw reading beside the stream can tell.
    let canProbe: Bool
    private var phase = Phase.unproven
    private var last: Timestamp

    /// How often a silent sensor is asked whether it is alive.
    static let probeInterval = Interval.seconds(30)

    init(limit: Interval, canProbe: Bool, now: Timestamp) {
        self.limit = limit
        self.canProbe = canProbe
        last = now
    }

    /// At least one sample has come since the way was taken.
    var isProven: Bool { phase != .unproven }
    var isAsleep: Bool { phase == .asleep }

    mutating func sample(at time: Timestamp) {
        if phase != .asleep { phase = .proven }
        last = time
    }

    /// The sensor was told to report only changes.
    mutating func fellAsleep(at time: Timestamp) {
        phase = .asleep
        last = time
    }

    /// The sensor was told to report everything again.
    mutating func wokeUp(at time: Timestamp) {
        phase = .proven
        last = time
    }

    mutating func check(at now: Timestamp) -> Advice {
        let due = last + (phase == .asleep ? Self.probeInterval : limit)
        if now < due { return .wait(until: due) }
        switch phase {
        case .unproven, .rearmed: return .nextWay
        case .asleep: return .probe
        case .proven:
            if canProbe { return .probe }
            return rearm(at: now)
        }
    }

    /// What a probe found: the same value as the last sample, another one, or nothing at all.
    mutating func probed(unchanged: Bool, at now: Timestamp) -> Advice {
        guard unchanged else { return rearm(at: now) }
        phase = .asleep
        last = now
        return .wait(until: now + Self.probeInterval)
    }

    private mutating func rearm(at now: Timestamp) -> Advice {
        phase = .rearmed
        last = now
        return .rearm
    }
}
