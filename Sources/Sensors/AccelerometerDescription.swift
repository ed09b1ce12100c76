import OrientationCore

/// What the system says about one accelerometer: the facts from which ``SensorChoice`` and the rules decide.
struct AccelerometerDescription: Equatable, Sendable {
    /// The driver's name: `accel_3d`, `lis3dh`; or that of an input device.
    var name: String
    /// `iio:device0`, `event5`; changes from boot to boot.
    var sysfsName: String
    /// `/sys/devices/...`, without links.
    var sysfsPath: String
    /// Of which subsystem: `iio` or `evdev`.
    var kind = SensorInfo.Kind.iio
    /// `/dev/input/event5`; nil for those that are not opened by their node.
    var node: String?
    /// udev `ID_PATH` of the device or of what it hangs on.
    var idPath: String?
    var label: String?
    /// udev `ACCEL_LOCATION`.
    var udevLocation: String?
    /// sysfs `location`.
    var sysfsLocation: String?
    /// It hangs under a HID device: a sensor hub, which reports gravity itself.
    var isHID = false
    /// `accel`, or `gravity` for a hub's gravity sensor.
    var channel = "accel"
    /// Texts that may be mount matrices, in order of precedence.
    var matrices: [MatrixRule.Source] = []
    /// Texts of the scale and offset attributes.
    var attributes: [String: String] = [:]
    /// udev has not finished with it.
    var isPending = false
    /// Why it cannot be read at all.
    var flaw: String?

    /// It gives gravity and not the reaction to it.
    var reportsGravity: Bool { isHID || name == "accel_3d" || name == "gravity" }

    /// The path of what it hangs on, which stays the same from boot to boot.
    var stablePath: Substring {
        sysfsPath.lastIndex(of: "/").map { sysfsPath[..<$0] } ?? Substring(sysfsPath)
    }

    /// What people can call it in the configuration.
    var names: [String] {
        [name, sysfsName, sysfsPath, idPath, label, node].compactMap { $0 }
            + [kind == .iio ? "/sys/bus/iio/devices/\(sysfsName)" : "/sys/class/input/\(sysfsName)"]
    }
}
