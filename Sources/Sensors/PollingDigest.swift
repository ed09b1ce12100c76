import OrientationCore

/// Which of a polled sensor's readings the loop has to see, so that it need not wake up for each.
///
/// While it moves: all. While it lies still: one now and then, which shows that the sensor is alive. When a motion begins, the
/// last reading before it comes first, so that the time without readings was one at rest.
struct PollingDigest: Sendable {
    struct Reading: Equatable, Sendable {
        var value: Vector3
        var time: Timestamp
    }

    private var cadence: PollingCadence
    private var kept: Reading?
    private var last: Timestamp?

    /// Below the 5 s after which the core does not know any more (design.md section 3).
    static let longestSilence = Interval.seconds(4)

    init(_ cadence: PollingCadence) {
        self.cadence = cadence
    }

    /// - Returns: what to hand over, oldest first, and how long to wait for the next reading.
    mutating func take(_ value: Vector3, at time: Timestamp) -> (readings: [Reading], pause: Interval) {
        let pause = cadence.pause(after: value, at: time)
        let reading = Reading(value: value, time: time)
        let isDue = last.map { time + pause - $0 > Self.longestSilence } ?? true
        guard pause == cadence.moving || isDue else {
            kept = reading
            return ([], pause)
        }
        defer {
            kept = nil
            last = time
        }
        return ([kept, reading].compactMap { $0 }, pause)
    }
}
