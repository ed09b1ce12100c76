import CSystemd
import Glibc

/// A device of the kernel as sd-device shows it. Borrowed: valid while the enumerator or event it came from is.
struct Device {
    private let raw: OpaquePointer

    init(_ raw: OpaquePointer) {
        self.raw = raw
    }

    /// `/sys/devices/...`
    var path: String? { text { sd_device_get_syspath(raw, $0) } }
    /// `iio:device0`
    var name: String? { text { sd_device_get_sysname(raw, $0) } }
    /// `/dev/input/event5`
    var node: String? { text { sd_device_get_devname(raw, $0) } }
    var subsystem: String? { text { sd_device_get_subsystem(raw, $0) } }
    /// What has happened to it, if this comes from an event.
    var action: String? {
        var action = SD_DEVICE_ADD
        guard sd_device_get_action(raw, &action) >= 0 else { return nil }
        return switch action {
        case SD_DEVICE_ADD: "add"
        case SD_DEVICE_REMOVE: "remove"
        case SD_DEVICE_CHANGE: "change"
        default: "other"
        }
    }
    /// udev has seen it to the end. For a device without a node udev may have nothing to note down, and then never says so;
    /// such a device counts as ready, and if udev has something to add, its event comes.
    var isInitialized: Bool {
        var number: dev_t = 0
        return sd_device_get_is_initialized(raw) > 0 || sd_device_get_devnum(raw, &number) < 0
    }

    /// A property of the udev database.
    func property(_ name: String) -> String? {
        text { sd_device_get_property_value(raw, name, $0) }
    }

    /// A property of the device, or else of the nearest of those it hangs on.
    func inherited(_ name: String) -> String? {
        property(name) ?? parent.flatMap { $0.inherited(name) }
    }

    /// A sysfs attribute without its newline. Empty ones count as none.
    func attribute(_ name: String) -> String? {
        guard let text = text({ sd_device_get_sysattr_value(raw, name, $0) }), !text.isEmpty else { return nil }
        return text
    }

    /// The file is there; reading it might ask the hardware.
    func hasFile(_ name: String) -> Bool {
        path.map { access("\($0)/\(name)", F_OK) == 0 } ?? false
    }

    func isBelow(subsystem: String) -> Bool {
        var parent: OpaquePointer?
        return sd_device_get_parent_with_subsystem_devtype(raw, subsystem, nil, &parent) >= 0
    }

    /// What the hardware database knows a sensor by, best first: as udev's 60-sensor.rules ask.
    func sensorModalias(label: String?) -> [String] {
        guard let bus = ["usb", "i2c", "platform"].lazy.compactMap({ self.ancestor(subsystem: $0)?.attribute("modalias") }).first
        else { return [] }
        let board = Self.boardModalias ?? ""
        let plain = "sensor:modalias:\(bus):\(board)"
        guard let label else { return [plain] }
        return ["sensor:\(label):modalias:\(bus):\(board)", plain]
    }

    private static var boardModalias: String? {
        var device: OpaquePointer?
        guard sd_device_new_from_syspath(&device, "/sys/class/dmi/id") >= 0, let device else { return nil }
        defer { sd_device_unref(device) }
        return Device(device).attribute("modalias")
    }

    /// What it hangs on.
    var parent: Device? {
        var parent: OpaquePointer?
        return sd_device_get_parent(raw, &parent) >= 0 ? parent.map(Device.init) : nil
    }

    private func ancestor(subsystem: String) -> Device? {
        var parent: OpaquePointer?
        guard sd_device_get_parent_with_subsystem_devtype(raw, subsystem, nil, &parent) >= 0 else { return nil }
        return parent.map(Device.init)
    }

    private func text(_ get: (UnsafeMutablePointer<UnsafePointer<CChar>?>) -> Int32) -> String? {
        var value: UnsafePointer<CChar>?
        guard get(&value) >= 0, let value else { return nil }
        return String(cString: value)
    }
}
