import OrientationCore

/// When a polled sensor is read next: seldom while it lies still, often while it moves.
///
/// Reading costs bus traffic and a wake-up; noticing that a motion has begun needs few readings, following it needs many.
struct PollingCadence: Sendable {
    /// While moving: what the settings ask for.
    let moving: Interval
    /// While still. A turn is noticed after half of this on average, which leaves most of the quarter of a second that
    /// a polled chip may take for settling.
    let still: Interval
    /// Counts by which a reading must differ from the resting one to be motion.
    let threshold: Double

    private var rest: Vector3?
    private var lastMotion: Timestamp?

    /// Two readings in a row this far apart, in m/s^2, are motion: 4 degrees of turn, and several times the noise of a
    /// cheap chip.
    static let motion = 0.07 * Calibration.standardGravity
    /// The device stays in motion for this long after the last one, so that the end of a turn is seen in full.
    static let lingering = Interval.milliseconds(1000)

    /// - Parameters:
    ///   - rate: Hz while moving.
    ///   - scale: m/s^2 per count.
    init(rate: Double, scale: Vector3) {
        moving = Interval(nanoseconds: Int64(1e9 / max(rate, 1)))
        still = max(moving, .milliseconds(200))
        let finest = min(scale.x.magnitude, scale.y.magnitude, scale.z.magnitude)
        // At least one and a half counts: a coarse chip flickers between two.
        threshold = max(1.5, finest > 0 ? Self.motion / finest : 1.5)
    }

    /// Takes a reading in and says how long to wait for the next.
    mutating func pause(after value: Vector3, at time: Timestamp) -> Interval {
        guard let rest else {
            self.rest = value
            lastMotion = time
            return moving
        }
        let change = value - rest
        if max(change.x.magnitude, change.y.magnitude, change.z.magnitude) >= threshold {
            self.rest = value
            lastMotion = time
        }
        if let lastMotion, time - lastMotion < Self.lingering { return moving }
        return still
    }
}
