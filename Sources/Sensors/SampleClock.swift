import OrientationCore

/// Turns the kernel's sample times into `CLOCK_BOOTTIME`, or makes them up from the time of arrival.
struct SampleClock: Equatable, Sendable {
    /// The clock of the kernel's timestamps; attribute `current_timestamp_clock`.
    enum Base: Equatable, Sendable {
        case boottime
        case monotonic
        /// A clock that can be set, or none at all: not to be believed.
        case arrival
    }

    var base: Base
    /// What is expected between two samples.
    var period: Interval
    private var last: Timestamp?

    /// A kernel time this far from the time of arrival is of another clock, or garbage: a buffer is read at once, so
    /// only a stopped program sees old samples.
    static let credible = Interval.seconds(10)

    init(base: Base, period: Interval) {
        self.base = base
        self.period = period
    }

    /// The times of the samples of one read, oldest first. They never go back, within a batch or from one to the next.
    ///
    /// - Parameters:
    ///   - kernelTimes: one for each sample, nil where the scan has none.
    ///   - now: the time of arrival on `CLOCK_BOOTTIME`.
    ///   - suspended: how far `CLOCK_BOOTTIME` is ahead of `CLOCK_MONOTONIC` now.
    mutating func times(for kernelTimes: [Int64?], now: Timestamp, suspended: Interval) -> [Timestamp] {
        var times: [Timestamp] = []
        times.reserveCapacity(kernelTimes.count)
        let count = kernelTimes.count
        // Samples that arrive together were taken one after another, but not before the last one known.
        let room = last.map { max(Interval(nanoseconds: 0), now - $0) } ?? Interval(nanoseconds: .max)
        let step = count > 0 ? min(period.nanoseconds, room.nanoseconds / Int64(count)) : 0
        for (index, kernelTime) in kernelTimes.enumerated() {
            let arrival = now + Interval(nanoseconds: -step * Int64(count - 1 - index))
            var time = kernelTime.flatMap { convert($0, suspended: suspended) } ?? arrival
            if time > now || now - time > Self.credible { time = arrival }
            if let last, time < last { time = last }
            last = time
            times.append(time)
        }
        return times
    }

    private func convert(_ nanoseconds: Int64, suspended: Interval) -> Timestamp? {
        switch base {
        case .boottime: Timestamp(nanoseconds: nanoseconds)
        case .monotonic: Timestamp(nanoseconds: nanoseconds) + suspended
        case .arrival: nil
        }
    }
}
