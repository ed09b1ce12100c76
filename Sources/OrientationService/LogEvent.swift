import OrientationCore

/// Happenings that the journal knows by number, so that people find them whatever the words of the line are.
/// `systemd/orientationd.catalog` explains each.
public enum LogEvent: Equatable, Sendable {
    case sensorFound(name: String, id: String)
    case sensorLost(name: String, id: String)
    case orientationChanged(OrientationState)

    /// `MESSAGE_ID`; made once with `systemd-id128 new`, never to be changed.
    public var id: String {
        switch self {
        case .sensorFound: "8f3b1c52d4ee4b6d9a0e7f21c5d86a10"
        case .sensorLost: "c0a95e6f37814d2c8be4f1736d2094b7"
        case .orientationChanged: "5d2e94b8a1f04c73b6d80c9fe3714a2e"
        }
    }

    /// What can be searched for, besides the text.
    public var fields: [(name: String, value: String)] {
        switch self {
        case .sensorFound(let name, let id), .sensorLost(let name, let id):
            [("ORIENTATION_SENSOR", name), ("ORIENTATION_SENSOR_ID", id)]
        case .orientationChanged(let state):
            [
                ("ORIENTATION_DEVICE", state.device.name), ("ORIENTATION_EDGE", state.edge.name),
                ("ORIENTATION_LANDSCAPE", state.landscape.name), ("ORIENTATION_REASON", state.reason.rawValue),
            ]
        }
    }
}
