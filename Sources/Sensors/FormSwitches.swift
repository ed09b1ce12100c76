import CSystemd
import EventLoop
import Glibc
import Posix

/// The switches of a convertible: is it in tablet form, is its lid closed. Read through evdev, from every input device
/// that has one; they come and go like other devices.
public final class FormSwitches {
    /// Nil where the machine has no such switch, or none that may be read.
    public struct Form: Equatable, Sendable {
        public var isTablet: Bool?
        public var isLidClosed: Bool?
    }

    private let loop: EventLoop
    private let onChange: (Form) -> Void
    private let onTrouble: (String) -> Void
    private var monitor: DeviceMonitor?
    private var devices: [String: SwitchDevice] = [:]
    public private(set) var form = Form()

    /// - Parameter onChange: gets the form whenever it changes, also from inside this call.
    /// - Parameter onTrouble: gets a line when a switch is there and cannot be read.
    public init(
        loop: EventLoop, onTrouble: @escaping (String) -> Void, onChange: @escaping (Form) -> Void
    ) throws(SystemError) {
        self.loop = loop
        self.onChange = onChange
        self.onTrouble = onTrouble
        monitor = try DeviceMonitor(loop: loop, subsystems: ["input"]) { [unowned self] _ in look() }
        look()
    }

    /// Takes what is new, drops what is gone.
    private func look() {
        do {
            var present: Set<String> = []
            for (path, node) in try Self.find() {
                present.insert(path)
                if devices[path] == nil {
                    do {
                        devices[path] = try SwitchDevice(node: node, loop: loop) { [unowned self] in tell() }
                    } catch {
                        onTrouble("a switch for tablet form or lid is not read: \(error)")
                    }
                }
            }
            devices = devices.filter { present.contains($0.key) }
        } catch {
            onTrouble("\(error)")
        }
        tell()
    }

    private func tell() {
        let states = devices.values.map(\.form)
        func any(_ values: [Bool?]) -> Bool? {
            let known = values.compactMap { $0 }
            return known.isEmpty ? nil : known.contains(true)
        }
        let now = Form(isTablet: any(states.map(\.isTablet)), isLidClosed: any(states.map(\.isLidClosed)))
        guard now != form else { return }
        form = now
        onChange(now)
    }

    /// The event devices with one of the switches: sysfs path and device node.
    private static func find() throws(SystemError) -> [(path: String, node: String)] {
        var enumerator: OpaquePointer?
        try check("enumerate input devices", sd_device_enumerator_new(&enumerator))
        guard let enumerator else { return [] }
        defer { sd_device_enumerator_unref(enumerator) }
        try check("enumerate input devices", sd_device_enumerator_allow_uninitialized(enumerator))
        try check("enumerate input devices", sd_device_enumerator_add_match_subsystem(enumerator, "input", 1))
        try check("enumerate input devices", sd_device_enumerator_add_match_sysname(enumerator, "event*"))
        var found: [(String, String)] = []
        var device = sd_device_enumerator_get_device_first(enumerator)
        while let present = device {
            let entry = Device(present)
            if let path = entry.path, let node = entry.property("DEVNAME"), SwitchDevice.hasSwitch(path) { found.append((path, node)) }
            device = sd_device_enumerator_get_device_next(enumerator)
        }
        return found
    }
}
