import OrientationCore

/// The samples of a recording in the order in which they play: once, or over and over with times that go on rising.
struct ReplayTape {
    private let samples: [RawSample]
    private let repeats: Bool
    private let first: Timestamp
    /// From the first sample to the first one of the next lap: the recording and one mean interval.
    private let lapLength: Interval

    /// Where a playing is.
    struct Position: Equatable {
        var index = 0
        /// Added to the times of this lap.
        var shift = Interval(nanoseconds: 0)
    }

    init(samples: [RawSample], repeats: Bool) {
        self.samples = samples
        self.repeats = repeats && !samples.isEmpty
        first = samples.first?.timestamp ?? Timestamp(nanoseconds: 0)
        let length = (samples.last?.timestamp ?? first) - first
        let mean = length.nanoseconds / Int64(max(1, samples.count - 1))
        // A recording of one moment still moves on: 1 ms is faster than any screen sensor.
        lapLength = Interval(nanoseconds: length.nanoseconds &+ max(mean, 1_000_000))
    }

    /// nil behind the end.
    func sample(at position: Position) -> RawSample? {
        guard position.index < samples.count else { return nil }
        var sample = samples[position.index]
        sample.timestamp = sample.timestamp + position.shift
        return sample
    }

    func position(after position: Position) -> Position {
        let next = position.index + 1
        guard repeats, next == samples.count else { return Position(index: next, shift: position.shift) }
        let (shift, overflow) = position.shift.nanoseconds.addingReportingOverflow(lapLength.nanoseconds)
        return Position(index: 0, shift: Interval(nanoseconds: overflow ? .max : shift))
    }

    /// From the first sample of the first lap to `time`.
    func elapsed(at time: Timestamp) -> Interval {
        time - first
    }
}
