import OrientationCore

/// Some seconds of a sensor in numbers.
public struct SampleStatistics: Sendable {
    public private(set) var count = 0
    /// Samples whose time is that of the one before, or earlier.
    public private(set) var equalTimes = 0
    public private(set) var backwardTimes = 0
    /// Samples with three exactly equal axes.
    public private(set) var equalAxes = 0
    private var first: RawSample?
    private var last: RawSample?
    /// Whether an axis has ever had another value than at first.
    private var hasMoved = (x: false, y: false, z: false)
    private var values: [Vector3] = []
    /// Seconds between samples.
    private var gaps: [Double] = []

    public init() {}

    /// - Parameter gravity: of the same sample, in g.
    public mutating func take(_ sample: RawSample, gravity: Vector3) {
        count += 1
        values.append(gravity)
        if sample.value.x == sample.value.y, sample.value.y == sample.value.z { equalAxes += 1 }
        if let first, let last {
            hasMoved.x = hasMoved.x || sample.value.x != first.value.x
            hasMoved.y = hasMoved.y || sample.value.y != first.value.y
            hasMoved.z = hasMoved.z || sample.value.z != first.value.z
            let gap = (sample.timestamp - last.timestamp).seconds
            gaps.append(gap)
            if gap == 0 { equalTimes += 1 }
            if gap < 0 { backwardTimes += 1 }
        } else {
            first = sample
        }
        last = sample
    }

    public var seconds: Double { first.flatMap { first in last.map { ($0.timestamp - first.timestamp).seconds } } ?? 0 }
    public var lastTime: Timestamp? { last?.timestamp }

    /// Hz, from the times.
    public var rate: Double? { count > 1 && seconds > 0 ? Double(count - 1) / seconds : nil }

    /// In ms: how far the gaps between samples are from their mean, root of the mean square.
    public var jitter: Double? {
        guard gaps.count > 1 else { return nil }
        let mean = gaps.reduce(0, +) / Double(gaps.count)
        return (gaps.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / Double(gaps.count)).squareRoot() * 1000
    }

    /// In ms.
    public var longestGap: Double? { gaps.max().map { $0 * 1000 } }

    public var mean: Vector3? { count > 0 ? values.reduce(Vector3(0, 0, 0), +) * (1 / Double(count)) : nil }

    /// In g, mean length.
    public var norm: Double? { count > 0 ? values.reduce(0) { $0 + $1.length } / Double(count) : nil }

    /// In g: standard deviation of the axis that moves most.
    public var restlessness: Double? {
        guard let mean else { return nil }
        var square = Vector3(0, 0, 0)
        for value in values {
            let off = value - mean
            square = square + Vector3(off.x * off.x, off.y * off.y, off.z * off.z)
        }
        return (max(square.x, square.y, square.z) / Double(count)).squareRoot()
    }

    /// Axes of the sensor that never changed although another one did, as `x`, `y z`.
    public var stuckAxes: [String] {
        guard count >= 10, hasMoved.x || hasMoved.y || hasMoved.z else { return [] }
        return [("x", hasMoved.x), ("y", hasMoved.y), ("z", hasMoved.z)].filter { !$0.1 }.map(\.0)
    }
}
