import OrientationCore

public struct ConfigurationErrors: Error { public var list: [String] = [] }
public struct Settings {
    public enum Bus: String { case no, system, session }
    public struct Socket {
        public var path: String?; public var mode: UInt32 = 0o666; public var group = "orientation"; public var maxConnections = 4096;
        public var maxConnectionsPerUser = 64; public var maxRequest = 65536; public var maxPending = 64
    }
    public var sensor = SensorSettings()
    public var orientation = OrientationSettings()
    public var socket = Socket()
    public var bus = Bus.no
    public static func read(file: String) throws(ConfigurationErrors) -> Settings { Settings() }
    public static func readStandard() throws(ConfigurationErrors) -> Settings { Settings() }
}
