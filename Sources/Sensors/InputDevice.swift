import CInput
import Glibc
import OrientationCore
import Posix

/// An open event device of the input subsystem. The only place that talks to evdev.
final class InputDevice: Sendable {
    let path: String
    /// Readable when there are events.
    let descriptor: Int32
    /// Counts to 1 g on each axis.
    let unitsPerG: Vector3
    /// What had to be assumed.
    let notes: [String]
    /// Events carry `CLOCK_BOOTTIME`.
    let hasKernelTime: Bool

    /// Opening starts the device, which takes some drivers tens of milliseconds (usbhid waits 50).
    init(path: String) throws(SystemError) {
        self.path = path
        let file = try FileDescriptor.open(path, O_RDONLY | O_NONBLOCK)
        var units: [Double] = []
        var notes: [String] = []
        for (name, axis) in zip(["x", "y", "z"], [ABS_X, ABS_Y, ABS_Z]) {
            let information = try Self.axis(axis, of: file.number, path)
            if information.resolution > 0 {
                units.append(Double(information.resolution))
            } else {
                // Old drivers say how far the axis goes instead, and such chips start in their finest range, 2 g.
                let range = Double(max(information.maximum.magnitude, information.minimum.magnitude))
                units.append(range > 0 ? range / 2 : 1)
                notes.append("the device gives no resolution for \(name): a range of 2 g is assumed")
            }
        }
        unitsPerG = Vector3(units[0], units[1], units[2])
        self.notes = notes
        var clock = CLOCK_BOOTTIME
        hasKernelTime = ioctl(file.number, input_request_clock(), &clock) == 0
        Self.wantOnlyAxes(file.number)
        descriptor = file.release()
    }

    deinit {
        close(descriptor)
    }

    /// The present state of the axes, in counts.
    func state() throws(SystemError) -> Vector3 {
        Vector3(
            Double(try Self.axis(ABS_X, of: descriptor, path).value), Double(try Self.axis(ABS_Y, of: descriptor, path).value),
            Double(try Self.axis(ABS_Z, of: descriptor, path).value))
    }

    /// Takes up to `limit` events that are there, without waiting; none if there are none.
    func events(limit: Int = 64) throws(SystemError) -> [InputEvent] {
        let size = MemoryLayout<input_event>.stride
        var events = [input_event](repeating: input_event(), count: limit)
        let count = events.withUnsafeMutableBytes { read(descriptor, $0.baseAddress, $0.count) }
        if count < 0 {
            if errno == EAGAIN || errno == EINTR { return [] }
            throw SystemError.last("read \(path)")
        }
        return events.prefix(count / size).map { event in
            withUnsafePointer(to: event) {
                InputEvent(
                    type: Int32(event.type), code: Int32(event.code), value: event.value,
                    time: Timestamp(nanoseconds: input_event_nanoseconds($0)))
            }
        }
    }

    private static func axis(_ axis: Int32, of descriptor: Int32, _ path: String) throws(SystemError) -> input_absinfo {
        var information = input_absinfo()
        try checkErrno("ask \(path) for its axes") { ioctl(descriptor, input_request_axis(UInt32(axis)), &information) }
        return information
    }

    /// Has the kernel keep everything else to itself, a gyroscope's axes first of all, so that it wakes nobody. A kernel that
    /// cannot (before 4.4) sends it all, and it is ignored here.
    private static func wantOnlyAxes(_ descriptor: Int32) {
        setMask(descriptor, of: EV_SYN, [EV_SYN, EV_ABS])
        setMask(descriptor, of: EV_ABS, [ABS_X, ABS_Y, ABS_Z])
        setMask(descriptor, of: EV_MSC, [])
    }

    /// For the type `EV_SYN`, the codes are the types that pass.
    private static func setMask(_ descriptor: Int32, of type: Int32, _ codes: [Int32]) {
        var bits = [UInt8](repeating: 0, count: 8)
        for code in codes { bits[Int(code) / 8] |= 1 << UInt8(code % 8) }
        bits.withUnsafeMutableBytes { bytes in
            var mask = input_mask(
                type: UInt32(type), codes_size: UInt32(bytes.count), codes_ptr: UInt64(UInt(bitPattern: bytes.baseAddress)))
            _ = ioctl(descriptor, input_request_mask(), &mask)
        }
    }
}
