import OrientationCore

/// How far a recording has been played: time that passes only while it runs.
public struct Stopwatch: Equatable, Sendable {
    private var collected = Interval(nanoseconds: 0)
    private var startedAt: Timestamp?

    public init() {}

    public var isRunning: Bool { startedAt != nil }

    public mutating func start(at time: Timestamp) {
        if startedAt == nil { startedAt = time }
    }

    public mutating func stop(at time: Timestamp) {
        collected = elapsed(at: time)
        startedAt = nil
    }

    public func elapsed(at time: Timestamp) -> Interval {
        guard let startedAt else { return collected }
        return Interval(nanoseconds: collected.nanoseconds + max(0, (time - startedAt).nanoseconds))
    }
}
