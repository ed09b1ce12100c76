/// A point in time: nanoseconds on the clock of the samples (`CLOCK_BOOTTIME` for sensors, the
/// trace's own time for recordings).
public struct Timestamp: Comparable, Hashable, Sendable {
    public var nanoseconds: Int64

    @inlinable
    public init(nanoseconds: Int64) {
        self.nanoseconds = nanoseconds
    }

    @inlinable
    public static func < (left: Timestamp, right: Timestamp) -> Bool {
        left.nanoseconds < right.nanoseconds
    }

    /// Saturates at the ends of the 64-bit range: a sample's time may be garbage, an overflow may not crash.
    @inlinable
    public static func + (time: Timestamp, interval: Interval) -> Timestamp {
        let (sum, overflow) = time.nanoseconds.addingReportingOverflow(interval.nanoseconds)
        return Timestamp(nanoseconds: overflow ? (interval.nanoseconds > 0 ? .max : .min) : sum)
    }

    /// The time from `right` to `left`, saturating like `+`.
    @inlinable
    public static func - (left: Timestamp, right: Timestamp) -> Interval {
        let (difference, overflow) = left.nanoseconds.subtractingReportingOverflow(right.nanoseconds)
        return Interval(nanoseconds: overflow ? (left > right ? .max : .min) : difference)
    }
}

/// A span of time in nanoseconds, possibly negative.
public struct Interval: Comparable, Hashable, Sendable {
    public var nanoseconds: Int64

    @inlinable
    public init(nanoseconds: Int64) {
        self.nanoseconds = nanoseconds
    }

    @inlinable
    public static func milliseconds(_ count: Int64) -> Interval {
        Interval(nanoseconds: count * 1_000_000)
    }

    @inlinable
    public static func seconds(_ count: Int64) -> Interval {
        Interval(nanoseconds: count * 1_000_000_000)
    }

    /// The same span in seconds.
    @inlinable
    public var seconds: Double { Double(nanoseconds) * 1e-9 }

    @inlinable
    public static func < (left: Interval, right: Interval) -> Bool {
        left.nanoseconds < right.nanoseconds
    }
}
