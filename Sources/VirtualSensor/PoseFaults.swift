/// What is wrong with a simulated sensor's readings: what the field has seen, on demand.
public struct PoseFaults: Equatable, Sendable {
    /// In mg: no axis reads more, as a chip at the end of its range.
    public var saturation: Int16?
    /// Every so manieth report is garbage: 32 g on all axes.
    public var garbageEvery: Int?
    private var reports = 0

    public init() {}

    /// As the sensor reports it.
    public mutating func reported(_ pose: Pose) -> Pose {
        reports += 1
        if let garbageEvery, reports % garbageEvery == 0 { return Pose(.max, .min, .max - 1) }
        guard let saturation else { return pose }
        func clipped(_ value: Int16) -> Int16 { min(max(value, -saturation), saturation) }
        return Pose(clipped(pose.x), clipped(pose.y), clipped(pose.z))
    }
}

/// A thing that happens to a simulated sensor some time after it was plugged in: `stall@5`.
public struct TimedFault: Equatable, Sendable {
    public let command: SimulationCommand
    public let after: Double

    /// The words and what they do.
    private static let kinds: [(word: String, command: SimulationCommand)] = [
        ("stall", .mute), ("resume", .unmute), ("unplug", .unplug), ("plug", .plug),
    ]

    public static var words: [String] { kinds.map(\.word) }

    /// Reads `KIND@SECONDS`; nil for anything else.
    public init?(_ text: String) {
        let parts = text.split(separator: "@", omittingEmptySubsequences: false)
        guard parts.count == 2, let kind = Self.kinds.first(where: { $0.word == parts[0] }), let seconds = Double(parts[1]),
            (0...86_400).contains(seconds)
        else { return nil }
        command = kind.command
        after = seconds
    }
}
