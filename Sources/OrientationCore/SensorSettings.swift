/// What people can set about the sensor; section Sensor of the configuration.
public struct SensorSettings: Equatable, Sendable {
    /// Which accelerometer: a sensor name (`accel_3d`), a sysfs name (`iio:device0`), a sysfs path, a udev `ID_PATH`
    /// or a label; nil leaves the choice to the daemon.
    public var device: String?
    /// Overrides every other source of a mount matrix.
    public var matrix: MountMatrix?
    /// In g, added to each axis of the sensor; from `orientationctl calibrate`.
    public var offset = Vector3(0, 0, 0)
    /// Then each axis is multiplied by this.
    public var gain = Vector3(1, 1, 1)
    public var sign: SignRule = .auto
    public var face: FaceRule = .auto
    /// `display` or `base`: overrides what the system says about where the sensor sits; nil believes the system.
    public var location: SensorLocation?
    /// Hz asked of the sensor while somebody holds it.
    public var rate: Double = 25
    /// How samples are fetched from a kernel sensor.
    public var access: SensorAccess = .auto
    /// In g: while the device lies still, a sensor hub that can is asked to report only changes of more than this, so that
    /// nothing wakes up. 0 leaves the hub as it is.
    public var changeSensitivity: Double = 0.05

    public init() {}

    public static let rateRange = 1.0...1000.0
    /// A sensor that is further off is broken or has a wrong scale.
    public static let offsetRange = -1.0...1.0
    public static let gainRange = 0.5...2.0
    /// More than half a g would hide a turn.
    public static let changeSensitivityRange = 0.0...0.5
}

/// Which part of the machine a sensor is fixed to.
public enum SensorLocation: String, CaseIterable, Sendable {
    case display
    case base
    case camera
}

/// How samples are fetched from a kernel sensor: the key `access` of section Sensor.
public enum SensorAccess: String, CaseIterable, Sendable {
    /// The kernel's buffer where it delivers, else polling.
    case auto
    /// The buffer or nothing.
    case buffered
    /// Polling even where there is a buffer.
    case polled
}
