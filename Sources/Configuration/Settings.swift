import OrientationCore

/// All that people can set, with the defaults that hold where nothing is said. ``SettingKey`` has the names and ranges.
public struct Settings: Equatable, Sendable {
    public var sensor = SensorSettings()
    public var orientation = OrientationSettings()
    public var interface = InterfaceSettings()
    public var socket = SocketSettings()
    /// Where to stand in for iio-sensor-proxy.
    public var bus = Bus.no
    /// How long a daemon that its socket started stays without clients; nil is for ever.
    public var idleExit: Interval? = .seconds(30)

    public init() {}

    public enum Bus: String, CaseIterable, Sendable {
        case no
        case system
        case session
    }
}

/// Section Socket.
public struct SocketSettings: Equatable, Sendable {
    /// nil is the usual place: `/run/orientationd/org.orientationd`, or below `XDG_RUNTIME_DIR` for a user.
    public var path: String?
    /// Permission bits. Everybody may look; what needs rights is decided for each call.
    public var mode: UInt32 = 0o666
    /// Who besides root may control.
    public var group = "orientation"
    public var maxConnections = 4096
    /// Of one user; root is exempt.
    public var maxConnectionsPerUser = 64
    /// Bytes of one request.
    public var maxRequest = 64 * 1024
    /// Requests of one connection that wait for their replies.
    public var maxPending = 64

    public init() {}
}
