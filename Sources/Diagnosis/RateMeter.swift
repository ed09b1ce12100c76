import OrientationCore

/// How fast samples come at the moment, and how evenly.
public struct RateMeter: Sendable {
    /// Seconds between the last samples.
    private var gaps: [Double] = []
    private var last: Timestamp?

    /// Enough for a steady figure, few enough to follow a change of the rate.
    private static let most = 64

    public init() {}

    public mutating func take(_ time: Timestamp) {
        if let last, time > last {
            gaps.append((time - last).seconds)
            if gaps.count > Self.most { gaps.removeFirst() }
        } else if let last, time < last {
            // A recording that begins again.
            gaps = []
        }
        last = time
    }

    /// Hz; nil before there are a few.
    public var rate: Double? { mean.map { 1 / $0 } }

    /// In ms: how far gaps are from their mean, root of the mean square.
    public var jitter: Double? {
        mean.map { mean in
            (gaps.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / Double(gaps.count)).squareRoot() * 1000
        }
    }

    private var mean: Double? {
        let sum = gaps.reduce(0, +)
        return gaps.count >= 4 && sum > 0 ? sum / Double(gaps.count) : nil
    }
}
