import CInput
import CSystemd
import Glibc
import OrientationCore
import Posix

/// Finds the accelerometers among the input devices through sd-device, without opening any: that would power them.
enum InputScan {
    /// What sets an accelerometer of the screen apart from a game controller's.
    struct Facts: Equatable, Sendable {
        var sysfsPath: String
        /// The device that the input devices of one piece of hardware share; nil for one that hangs on nothing.
        var hardware: String?
        /// The kernel's name for the connection; devices of user space say with it what belongs together.
        var connection: String?
        var isJoystick: Bool
    }

    /// - Parameter named: a node that counts as an accelerometer whatever the system says about it, because somebody named it.
    static func accelerometers(named: String?) -> [AccelerometerDescription] {
        // Most machines have none, and then nothing else about their input devices needs to be found out.
        guard hasThreeAxes() else { return [] }
        let hasUdev = DeviceScan.hasUdev
        let devices = DeviceScan.devices(in: Self.devices, named: "event") { device in
            Self.facts(of: device).map { (facts: $0, description: describe(device, hasUdev: hasUdev, named: named)) }
        }
        let all = devices.map { $0.facts }
        return devices.compactMap { device in
            guard var description = device.description else { return nil }
            if description.node != named, belongsToJoystick(device.facts, among: all) {
                description.flaw = "belongs to a game controller"
            }
            return description
        }
    }

    private static let devices = "/sys/class/input"

    /// Any input device has x, y and z.
    private static func hasThreeAxes() -> Bool {
        directoryNames(devices).contains { name in
            guard name.hasPrefix("event"), let axes = try? readFile("\(devices)/\(name)/device/capabilities/abs", limit: 4096) else {
                return false
            }
            return hasThreeAxes(String(decoding: axes, as: UTF8.self))
        }
    }

    private static func hasThreeAxes(_ axes: String) -> Bool {
        [ABS_X, ABS_Y, ABS_Z].allSatisfy { InputBits.contains(Int($0), in: axes) }
    }

    /// Another input device of the same hardware is a joystick or gamepad.
    static func belongsToJoystick(_ sensor: Facts, among devices: [Facts]) -> Bool {
        devices.contains { other in
            guard other.isJoystick else { return false }
            if other.sysfsPath == sensor.sysfsPath { return true }
            if let hardware = sensor.hardware { return other.hardware == hardware }
            return sensor.connection != nil && other.connection == sensor.connection
        }
    }

    private static func facts(of device: Device) -> Facts? {
        guard let path = device.path, let input = device.parent else { return nil }
        let keys = input.attribute("capabilities/key") ?? ""
        let buttons = Int(BTN_JOYSTICK)..<Int(BTN_DIGI)
        return Facts(
            sysfsPath: path, hardware: input.parent?.path, connection: input.attribute("phys"),
            isJoystick: device.property("ID_INPUT_JOYSTICK") == "1" || buttons.contains { InputBits.contains($0, in: keys) })
    }

    private static func describe(_ device: Device, hasUdev: Bool, named: String?) -> AccelerometerDescription? {
        guard let path = device.path, let sysfsName = device.name, let node = device.node, let input = device.parent else { return nil }
        guard hasThreeAxes(input.attribute("capabilities/abs") ?? "") else { return nil }
        let isTagged =
            device.property("ID_INPUT_ACCELEROMETER") == "1"
            || InputBits.contains(Int(INPUT_PROP_ACCELEROMETER), in: input.attribute("properties") ?? "")
        guard isTagged || node == named else { return nil }
        var description = AccelerometerDescription(name: input.attribute("name") ?? sysfsName, sysfsName: sysfsName, sysfsPath: path)
        description.kind = .evdev
        description.node = node
        description.udevLocation = device.property("ACCEL_LOCATION")
        description.idPath = device.inherited("ID_PATH")
        description.isPending = hasUdev && !device.isInitialized
        description.attributes["in_accel_scale"] = "\(InputSensor.scale)"
        if let text = device.property("ACCEL_MOUNT_MATRIX") {
            description.matrices = [MatrixRule.Source(name: "udev ACCEL_MOUNT_MATRIX", text: text)]
        }
        return description
    }
}

/// A set of numbers as the input subsystem writes it to sysfs: hexadecimal words, the highest first, without leading zeros.
enum InputBits {
    static func contains(_ number: Int, in text: some StringProtocol) -> Bool {
        let words = Substring(text).split { $0 == " " || $0 == "\n" }
        let (word, bit) = number.quotientAndRemainder(dividingBy: UInt.bitWidth)
        guard number >= 0, word < words.count, let bits = UInt(words[words.count - 1 - word], radix: 16) else { return false }
        return bits >> UInt(bit) & 1 == 1
    }
}
