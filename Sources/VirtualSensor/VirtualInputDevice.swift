import CInput
import Glibc
import Posix

/// An accelerometer of the input subsystem, or a joystick beside it, made through `/dev/uinput`; plugged in as long as this
/// object lives.
final class VirtualInputDevice {
    enum Kind {
        /// Three axes in mg, tagged as an accelerometer, first in this pose.
        case accelerometer(Pose)
        /// A stick and a button.
        case joystick
    }

    private let file: FileDescriptor

    static let path = "/dev/uinput"
    /// mg to 1 g: the resolution that the kernel tells those who ask.
    private static let resolution: Int32 = 1000
    /// mg: the range.
    private static let range: Int32 = 16_000

    /// - Parameters:
    ///   - name: what the kernel calls the device.
    ///   - connection: what the kernel says it hangs on; the same for what belongs together.
    init(_ kind: Kind, name: String, connection: String) throws(SimulationError) {
        do {
            file = try FileDescriptor.open(Self.path, O_WRONLY | O_NONBLOCK)
        } catch {
            throw SimulationError(opening: error, path: Self.path)
        }
        do {
            let number = file.number
            try checkErrno("set up an input device") {
                connection.withCString { ioctl(number, uinput_request_phys(), UnsafeMutablePointer(mutating: $0)) }
            }
            try Self.set(number, uinput_request_event_bit(), EV_ABS)
            switch kind {
            case .accelerometer(let pose):
                try Self.set(number, uinput_request_property_bit(), INPUT_PROP_ACCELEROMETER)
                for (axis, value) in [(ABS_X, pose.x), (ABS_Y, pose.y), (ABS_Z, pose.z)] {
                    try Self.setAxis(number, axis, value: Int32(value), range: Self.range, resolution: Self.resolution)
                }
            case .joystick:
                try Self.set(number, uinput_request_event_bit(), EV_KEY)
                try Self.set(number, uinput_request_key_bit(), BTN_TRIGGER)
                for axis in [ABS_X, ABS_Y] { try Self.setAxis(number, axis, value: 0, range: 127, resolution: 0) }
            }
            try Self.create(number, name: name)
        } catch {
            throw .failed(error)
        }
    }

    /// Moves the axes; the kernel passes on those that change.
    func move(to pose: Pose) throws(SystemError) {
        var events = [Self.event(EV_ABS, ABS_X, pose.x), Self.event(EV_ABS, ABS_Y, pose.y), Self.event(EV_ABS, ABS_Z, pose.z)]
        events.append(Self.event(EV_SYN, SYN_REPORT, 0))
        try checkErrno("write to \(Self.path)") {
            events.withUnsafeBytes { Glibc.write(file.number, $0.baseAddress, $0.count) }
        }
    }

    private static func event(_ type: Int32, _ code: Int32, _ value: Int16) -> input_event {
        var event = input_event()
        event.type = UInt16(type)
        event.code = UInt16(code)
        event.value = Int32(value)
        return event
    }

    private static func set(_ number: Int32, _ request: UInt, _ value: Int32) throws(SystemError) {
        try checkErrno("set up an input device") { ioctl(number, request, value) }
    }

    private static func setAxis(_ number: Int32, _ axis: Int32, value: Int32, range: Int32, resolution: Int32) throws(SystemError) {
        var setup = uinput_abs_setup()
        setup.code = UInt16(axis)
        setup.absinfo = input_absinfo(value: value, minimum: -range, maximum: range, fuzz: 0, flat: 0, resolution: resolution)
        try checkErrno("set up an axis") { ioctl(number, uinput_request_axis(), &setup) }
    }

    private static func create(_ number: Int32, name: String) throws(SystemError) {
        var setup = uinput_setup()
        setup.id = input_id(bustype: UInt16(BUS_VIRTUAL), vendor: 0, product: 0, version: 1)
        withUnsafeMutableBytes(of: &setup.name) { field in
            // The last byte stays zero.
            for (index, byte) in name.utf8.prefix(field.count - 1).enumerated() { field[index] = byte }
        }
        try checkErrno("name an input device") { ioctl(number, uinput_request_setup(), &setup) }
        try checkErrno("plug in an input device") { ioctl(number, uinput_request_create(), Int32(0)) }
    }
}
