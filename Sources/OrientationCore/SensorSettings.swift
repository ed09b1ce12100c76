/// What people can set about the sensor; section Sensor of the configuration.
public struct SensorSettings: Equatable, Sendable {
    /// Which accelerometer: a sensor name (`accel_3d`), a sysfs name (`iio:device0`), a sysfs path, a udev `ID_PATH`
    /// or a label; nil leaves the choice to the daemon.
    public var device: String?
    /// Overrides every other source of a mount matrix.
    public var matrix: MountMatrix?
    public var sign: SignRule = .auto
    public var face: FaceRule = .auto
    /// `display` or `base`: overrides what the system says about where the sensor sits; nil believes the system.
    public var location: SensorLocation?
    /// Hz asked of the sensor while somebody holds it.
    public var rate: Double = 25

    public init() {}

    public static let rateRange = 1.0...1000.0
}

/// Which part of the machine a sensor is fixed to.
public enum SensorLocation: String, CaseIterable, Sendable {
    case display
    case base
    case camera
}
