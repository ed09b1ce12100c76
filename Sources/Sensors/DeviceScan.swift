import CSystemd
import Glibc
import OrientationCore
import Posix

/// Finds the accelerometers of this machine through sd-device.
enum DeviceScan {
    /// udev runs, so devices are ready only once it has tagged them, and it passes the kernel's events on.
    static var hasUdev: Bool { access("/run/udev/control", F_OK) == 0 }

    /// Every device of the subsystem `iio` that has x, y and z of an acceleration.
    static func accelerometers() throws(SystemError) -> [AccelerometerDescription] {
        let hardware = HardwareDatabase()
        let hasUdev = self.hasUdev
        return try devices(subsystem: "iio", names: "iio:device*") { describe($0, hasUdev: hasUdev, hardware: hardware) }
    }

    /// What `read` makes of each device of a subsystem, those left out for which it gives nil.
    static func devices<Description>(
        subsystem: String, names: String, _ read: (Device) -> Description?
    ) throws(SystemError) -> [Description] {
        var enumerator: OpaquePointer?
        try check("enumerate devices", sd_device_enumerator_new(&enumerator))
        guard let enumerator else { return [] }
        defer { sd_device_enumerator_unref(enumerator) }
        try check("enumerate devices", sd_device_enumerator_allow_uninitialized(enumerator))
        try check("enumerate devices", sd_device_enumerator_add_match_subsystem(enumerator, subsystem, 1))
        try check("enumerate devices", sd_device_enumerator_add_match_sysname(enumerator, names))
        var found: [Description] = []
        var device = sd_device_enumerator_get_device_first(enumerator)
        while let present = device {
            if let description = read(Device(present)) { found.append(description) }
            device = sd_device_enumerator_get_device_next(enumerator)
        }
        return found
    }

    private static func describe(_ device: Device, hasUdev: Bool, hardware: HardwareDatabase) -> AccelerometerDescription? {
        guard let path = device.path, let sysfsName = device.name else { return nil }
        let channels = ["accel", "gravity"].filter { channel in
            ["x", "y", "z"].allSatisfy { axis in
                device.hasFile("in_\(channel)_\(axis)_raw") || device.hasFile("scan_elements/in_\(channel)_\(axis)_en")
            }
        }
        guard let channel = channels.first else { return nil }
        let name = device.attribute("name") ?? sysfsName
        var description = AccelerometerDescription(name: name, sysfsName: sysfsName, sysfsPath: path)
        description.channel = channel
        description.label = device.attribute("label")
        description.sysfsLocation = device.attribute("location")
        description.udevLocation = device.property("ACCEL_LOCATION")
        description.idPath = device.inherited("ID_PATH")
        description.isHID = device.isBelow(subsystem: "hid")
        description.isPending = hasUdev && !device.isInitialized
        description.matrices = matrices(device, channel: channel, label: description.label, hardware: hardware)
        let names = ["scale", "offset"].flatMap { kind in
            ["in_\(channel)_x_\(kind)", "in_\(channel)_y_\(kind)", "in_\(channel)_z_\(kind)", "in_\(channel)_\(kind)", kind]
        }
        for name in names where device.hasFile(name) { description.attributes[name] = device.attribute(name) ?? "" }
        return description
    }

    private static func matrices(
        _ device: Device, channel: String, label: String?, hardware: HardwareDatabase
    ) -> [MatrixRule.Source] {
        var sources: [MatrixRule.Source] = []
        let property = "ACCEL_MOUNT_MATRIX"
        if let text = device.property(property) {
            sources.append(MatrixRule.Source(name: "udev \(property)", text: text))
        } else if let text = device.sensorModalias(label: label).lazy.compactMap({ hardware.value(property, for: $0) }).first {
            sources.append(MatrixRule.Source(name: "hardware database", text: text))
        }
        for name in ["mount_matrix", "in_\(channel)_mount_matrix", "in_mount_matrix"] {
            if let text = device.attribute(name) { sources.append(MatrixRule.Source(name: "sysfs \(name)", text: text)) }
        }
        return sources
    }
}
