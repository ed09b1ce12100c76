import OrientationCore

/// A time in which the device did not move.
public struct StillStretch: Equatable, Sendable {
    public let start: Timestamp
    public let end: Timestamp
    /// Of its samples, in their unit.
    public let mean: Vector3
    public let count: Int
}

/// Finds the times in which a device is held still, in g or whatever unit the samples have.
///
/// Still is a second in which no axis spreads more than noise does, and whose halves agree: a slow turn spreads as little.
public struct StillDetector: Sendable {
    /// Long enough for the noise to average out, short enough to hold a tablet still.
    public static let span = Interval.seconds(1)
    /// In g, standard deviation of one axis: the noisiest screen sensors have 0.03 g, and a second tells that only roughly.
    private static let noise = 0.05
    /// In g, between the means of the two halves.
    private static let drift = 0.04
    /// In g, from the mean of the stretch so far: slower than ``drift`` sees, and turned all the same.
    private static let wander = 0.06
    /// A longer hole begins anew.
    private static let longestHole = Interval.seconds(1)

    private var window: [RawSample] = []
    private var open: (start: Timestamp, end: Timestamp, sum: Vector3, count: Int)?

    public init() {}

    /// The stretch that goes on now, if the device is still.
    public var current: StillStretch? {
        open.map { StillStretch(start: $0.start, end: $0.end, mean: $0.sum * (1 / Double($0.count)), count: $0.count) }
    }

    /// Takes the next sample.
    ///
    /// - Returns: the stretch that has just ended, if one has.
    public mutating func take(_ sample: RawSample) -> StillStretch? {
        var ended: StillStretch?
        if let last = window.last, sample.timestamp - last.timestamp > Self.longestHole || sample.timestamp < last.timestamp {
            ended = finish()
        }
        window.append(sample)
        while let first = window.first, sample.timestamp - first.timestamp > Self.span { window.removeFirst() }
        guard isStill else {
            let closed = current
            open = nil
            return ended ?? closed
        }
        if var stretch = open {
            stretch.end = sample.timestamp
            stretch.sum = stretch.sum + sample.value
            stretch.count += 1
            open = stretch
        } else if let first = window.first {
            open = (first.timestamp, sample.timestamp, Self.sum(window[...]), window.count)
        }
        return ended
    }

    /// Nothing more comes.
    public mutating func finish() -> StillStretch? {
        defer {
            window = []
            open = nil
        }
        return current
    }

    private var isStill: Bool {
        guard let first = window.first, let last = window.last, window.count >= 6,
            (last.timestamp - first.timestamp).nanoseconds * 10 >= Self.span.nanoseconds * 8
        else { return false }
        let mean = Self.sum(window[...]) * (1 / Double(window.count))
        var square = Vector3(0, 0, 0)
        for sample in window {
            let off = sample.value - mean
            square = square + Vector3(off.x * off.x, off.y * off.y, off.z * off.z)
        }
        let limit = Self.noise * Self.noise * Double(window.count)
        let middle = window.count / 2
        let halves = Self.sum(window[..<middle]) * (1 / Double(middle)) - Self.sum(window[middle...]) * (1 / Double(window.count - middle))
        let isNear = current.map { ($0.mean - mean).length <= Self.wander } ?? true
        return max(square.x, square.y, square.z) <= limit && halves.length <= Self.drift && isNear
    }

    private static func sum(_ samples: ArraySlice<RawSample>) -> Vector3 {
        samples.reduce(Vector3(0, 0, 0)) { $0 + $1.value }
    }
}
