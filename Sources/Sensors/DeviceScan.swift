import CSystemd
import Glibc
import OrientationCore
import Posix

/// Finds the accelerometers of this machine through sd-device.
enum DeviceScan {
    /// udev runs, so devices are ready only once it has tagged them, and it passes the kernel's events on.
    static var hasUdev: Bool { access("/run/udev/control", F_OK) == 0 }

    /// Every device of the subsystem `iio` that has x, y and z of an acceleration.
    static func accelerometers() -> [AccelerometerDescription] {
        let hardware = HardwareDatabase()
        let hasUdev = self.hasUdev
        return devices(in: KernelDevice.devices, named: "iio:device") { describe($0, hasUdev: hasUdev, hardware: hardware) }
    }

    /// What `read` makes of each device in a directory of sysfs, those left out for which it gives nil.
    ///
    /// Not by sd-device's enumerator: that looks at all that a device hangs on, some hundred system calls each.
    ///
    /// - Parameter prefix: of the device's name, before its number.
    static func devices<Description>(
        in directory: String, named prefix: String, _ read: (Device) -> Description?
    ) -> [Description] {
        let names = directoryNames(directory).filter { $0.hasPrefix(prefix) }
        let inOrder = names.sorted { ($0.utf8.count, $0) < ($1.utf8.count, $1) }
        return inOrder.compactMap { name in
            var device: OpaquePointer?
            // One that has gone meanwhile is nothing.
            guard sd_device_new_from_syspath(&device, "\(directory)/\(name)") >= 0, let device else { return nil }
            defer { sd_device_unref(device) }
            return read(Device(device))
        }
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
