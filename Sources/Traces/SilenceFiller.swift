import OrientationCore

/// Writes out what a sensor says by its silence.
///
/// A sensor hub that reports only changes sends nothing while nothing moves. A recording has no word for that, and a
/// hole in one means that the sensor failed; so the last sample is repeated in the hole, often enough to count as a
/// stream.
public struct SilenceFiller: Sendable {
    /// A shorter hole than this is none.
    public static let longestHole = Interval.seconds(1)
    /// Shorter than what a decision holds a sample for.
    public static let step = Interval.milliseconds(200)

    private var last: RawSample?
    private var wasSilent = false

    /// Whether the sensor is silent now while nothing moves.
    public var isSilent = false {
        didSet { if isSilent { wasSilent = true } }
    }

    public init() {}

    /// Hands over the samples to write when `sample` has come: the repeated ones, and it.
    public mutating func take(_ sample: RawSample, _ write: (RawSample) throws -> Void) rethrows {
        try fill(until: sample.timestamp, write)
        last = sample
        wasSilent = isSilent
        try write(sample)
    }

    /// Hands over the repeated samples when nothing has come until `time`.
    public mutating func fill(until time: Timestamp, _ write: (RawSample) throws -> Void) rethrows {
        guard wasSilent, var next = last, time - next.timestamp > Self.longestHole else { return }
        next.timestamp = next.timestamp + Self.step
        while next.timestamp < time {
            try write(next)
            last = next
            next.timestamp = next.timestamp + Self.step
        }
    }
}
