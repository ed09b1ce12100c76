import OrientationCore
import Traces

/// A way to decide how a device is held, to be scored on recordings beside the project's own.
protocol ComparedRule {
    static var name: String { get }
    /// Whether it tells the two flat poses from each other.
    static var knowsFaces: Bool { get }
    init()
    /// - Parameter gravity: in g, design.md section 1; at rest (0, -1, 0) is upright.
    /// - Returns: what the device is now held to be.
    mutating func orientation(for gravity: Vector3, at time: Timestamp) -> DeviceOrientation
}

extension ComparedRule {
    /// What the rule makes of a recording.
    static func changes(of recording: ScoringRecording, distortion: Distortion) -> [Score.Change] {
        var rule = Self()
        var last = DeviceOrientation.unknown
        return distortion.samples(of: recording.trace).compactMap { sample in
            let now = rule.orientation(for: sample.value, at: sample.timestamp)
            defer { last = now }
            return now == last ? nil : Score.Change(timestamp: sample.timestamp, device: now)
        }
    }
}
