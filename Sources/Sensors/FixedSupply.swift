import OrientationCore

/// A supply of the one source that was asked for: a recording or standard input. It never changes.
public final class FixedSupply: SensorSupply {
    public let current: SensorSource?
    public var onChange: () -> Void = {}

    public init(_ source: SensorSource) {
        current = source
    }

    public var candidates: [SensorCandidate] {
        current.map { [SensorCandidate(info: $0.info, isUsed: true, reason: "asked for with --source")] } ?? []
    }

    /// A recording says itself how it is to be read.
    public func apply(_ settings: SensorSettings) {}
}
