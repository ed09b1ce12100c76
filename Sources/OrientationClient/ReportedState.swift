import JSON
import OrientationCore

/// A state as the daemon reports it: the type `State` of the interface file. Members that later versions add do not disturb.
public struct ReportedState: Equatable, Sendable {
    /// Counts the announced changes, from 1; goes on where a restart keeps its subscribers.
    public var sequence: Int64
    /// When the decision fell, on `CLOCK_BOOTTIME`; in a replay the recording's own time.
    public var timestamp: Timestamp
    public var device: DeviceOrientation
    /// The last orientation with an edge down; stays while the device lies flat.
    public var edge: DeviceOrientation
    /// What the device would be if it had to be landscape.
    public var landscape: DeviceOrientation
    /// What the content does, for this subscriber.
    public var interface: InterfaceOrientation
    public var reason: ChangeReason
    /// In g, in the frame of the panel.
    public var gravity: Vector3?
    /// States that this reader was too slow to get since the one before.
    public var missed: Int

    /// - Parameter parameters: of a reply to `Get` or `Monitor`; nil if they hold no state that this version understands.
    public init?(reply parameters: JSONObject) {
        guard let state = parameters["state"]?.object,
            let sequence = state["sequence"]?.integer, let time = state["timestamp"]?.integer,
            let device = state["device"]?.string.flatMap({ DeviceOrientation(name: $0) }),
            let edge = state["edge"]?.string.flatMap({ DeviceOrientation(name: $0) }),
            let landscape = state["landscape"]?.string.flatMap({ DeviceOrientation(name: $0) }),
            let interface = state["interface"]?.string.flatMap({ InterfaceOrientation(name: $0) }),
            let reason = state["reason"]?.string.flatMap({ ChangeReason(rawValue: $0) })
        else { return nil }
        self.sequence = sequence
        timestamp = Timestamp(nanoseconds: time)
        (self.device, self.edge, self.landscape, self.interface, self.reason) = (device, edge, landscape, interface, reason)
        missed = state["missed"]?.integer.flatMap { Int(exactly: $0) } ?? 0
        if let axes = state["gravity"]?.object, let x = axes["x"]?.double, let y = axes["y"]?.double, let z = axes["z"]?.double {
            gravity = Vector3(x, y, z)
        }
    }
}
