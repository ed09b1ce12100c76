/// Why a change was announced.
public enum ChangeReason: String, CaseIterable, Sendable {
    /// The first decided reading since the device became known.
    case firstReading
    /// From one edge to another.
    case rolled
    /// From lying flat to an edge.
    case pickedUp
    /// From an edge to lying flat.
    case laidFlat
    /// From one flat side to the other.
    case turnedOver
    /// Only `landscape` differs.
    case sideChanged
    /// No usable sample for too long.
    case stalled
    /// The sensor went away.
    case sensorLost
    /// The first decided reading after `stalled` or `sensorLost`.
    case sensorBack
    /// Nobody holds the sensor any more.
    case released
    /// A recording came to its end.
    case ended
}
