import OrientationCore

/// How well a sequence of changes agrees with what is known of a recording. Adds up over recordings and replays.
public struct Score: Sendable {
    /// Seconds in rows of the truth, from ``grace`` after their start.
    public private(set) var labelled = 0.0
    /// Those of them in which the orientation was the right one.
    public private(set) var right = 0.0
    /// Changes of the device's orientation in that time.
    public private(set) var changesInside = 0
    /// Rows that count.
    public private(set) var rows = 0
    /// Rows in which the right orientation never held.
    public private(set) var neverReached = 0
    /// Seconds from each row's start to the right orientation, 0 where it held already.
    public private(set) var latencies: [Double] = []
    /// Seconds that no row covers, or of which nothing can be said.
    public private(set) var unlabelled = 0.0
    /// Changes of the device's orientation in that time.
    public private(set) var changesUnlabelled = 0

    /// Seconds allowed after a row starts.
    public static let grace = 0.5

    public init() {}

    /// The device's orientation from a moment on.
    public struct Change: Equatable, Sendable {
        public let timestamp: Timestamp
        public let device: DeviceOrientation

        public init(timestamp: Timestamp, device: DeviceOrientation) {
            self.timestamp = timestamp
            self.device = device
        }
    }

    /// Adds one replay.
    ///
    /// - Parameter changes: in the order of time; before the first the orientation is unknown.
    /// - Parameter clear: rows whose largest tilt in degrees is unknown or more than this do not count; nil counts all.
    public mutating func add(
        _ changes: [Change], of recording: ScoringRecording, distortion: Distortion = Distortion(), clear: Double? = nil
    ) {
        let spans = Self.spans(changes)
        var covered = 0.0
        var changesCovered = 0
        for (row, tilt) in zip(recording.truth.rows, recording.tilts) {
            guard let expected = row.expected else { continue }
            covered += (row.end - row.start).seconds
            changesCovered += spans.count { $0.start >= row.start && $0.start < row.end }
            if let clear, tilt ?? .infinity > clear { continue }
            add(row, expected: distortion.name(of: expected), spans: spans)
        }
        if let first = recording.trace.samples.first, let last = recording.trace.samples.last {
            unlabelled += max(0, (last.timestamp - first.timestamp).seconds - covered)
            changesUnlabelled += spans.count { $0.device != nil } - changesCovered
        }
    }

    public static func + (left: Score, right: Score) -> Score {
        var sum = left
        sum.labelled += right.labelled
        sum.right += right.right
        sum.changesInside += right.changesInside
        sum.rows += right.rows
        sum.neverReached += right.neverReached
        sum.latencies += right.latencies
        sum.unlabelled += right.unlabelled
        sum.changesUnlabelled += right.changesUnlabelled
        return sum
    }

    /// Share of the labelled time, 0 to 1; nil if none is labelled.
    public var share: Double? { labelled > 0 ? right / labelled : nil }

    /// Changes a minute where there is no truth; nil if there is truth everywhere.
    public var changesAMinute: Double? { unlabelled > 0 ? Double(changesUnlabelled) * 60 / unlabelled : nil }

    /// The latency in seconds that the given share of the rows does not exceed (0.5 is the median, 1 the worst).
    public func latency(atShare share: Double) -> Double? {
        guard !latencies.isEmpty else { return nil }
        let place = (share * Double(latencies.count)).rounded(.up)
        return latencies.sorted()[min(latencies.count, max(1, Int(place))) - 1]
    }

    private struct Span {
        let start: Timestamp
        let end: Timestamp
        /// nil before the first change.
        let device: DeviceOrientation?
    }

    private static func spans(_ changes: [Change]) -> [Span] {
        var spans = [Span(start: Timestamp(nanoseconds: .min), end: changes.first?.timestamp ?? Timestamp(nanoseconds: .max), device: nil)]
        for change in changes where change.device != (spans.last?.device ?? .unknown) {
            if let last = spans.popLast() { spans.append(Span(start: last.start, end: change.timestamp, device: last.device)) }
            spans.append(Span(start: change.timestamp, end: Timestamp(nanoseconds: .max), device: change.device))
        }
        return spans
    }

    private mutating func add(_ row: TruthRow, expected: DeviceOrientation, spans: [Span]) {
        rows += 1
        let counted = row.start + .milliseconds(Int64(Self.grace * 1000))
        if row.end > counted { labelled += (row.end - counted).seconds }
        var reached: Timestamp?
        for span in spans {
            if span.start > counted && span.start < row.end { changesInside += 1 }
            guard span.device == expected else { continue }
            let (start, end) = (max(span.start, counted), min(span.end, row.end))
            if start < end { right += (end - start).seconds }
            if reached == nil && span.end > row.start && span.start < row.end { reached = max(span.start, row.start) }
        }
        if let reached {
            latencies.append((reached - row.start).seconds)
        } else {
            neverReached += 1
        }
    }
}
