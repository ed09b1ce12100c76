import Glibc
import Posix

/// The two switches of a convertible, made with uinput (linux/uinput.h): tablet form and lid. Plugged in as long as this
/// value lives.
public final class VirtualSwitches {
    public enum Switch: UInt16, Sendable {
        case lid = 0
        case tabletMode = 1
    }

    private let file: FileDescriptor
    public static let path = "/dev/uinput"
    /// `EV_SW`
    private static let eventType: UInt16 = 5

    public init(name: String = "orientationctl switches") throws(SystemError) {
        let file = try FileDescriptor.open(Self.path, O_WRONLY | O_NONBLOCK)
        let number = file.number
        try checkErrno("make switches") { ioctl(number, Self.request(1, 100, size: 4), CInt(Self.eventType)) }
        for code in [Switch.lid, .tabletMode] {
            try checkErrno("make switches") { ioctl(number, Self.request(1, 109, size: 4), CInt(code.rawValue)) }
        }
        // struct uinput_setup: bus, vendor, product, version of 16 bits; a name of 80 bytes; a count of 32 bits.
        var setup = [UInt8](repeating: 0, count: 92)
        setup[0] = 0x06  // BUS_VIRTUAL
        for (index, byte) in name.utf8.prefix(79).enumerated() { setup[8 + index] = byte }
        try checkErrno("make switches") { ioctl(number, Self.request(1, 3, size: 92), &setup) }
        try checkErrno("plug switches in") { ioctl(number, Self.request(0, 1, size: 0), CInt(0)) }
        self.file = file
    }

    public func set(_ which: Switch, _ isOn: Bool) throws(SystemError) {
        try send(Self.eventType, which.rawValue, isOn ? 1 : 0)
        // EV_SYN, SYN_REPORT: the end of what belongs together.
        try send(0, 0, 0)
    }

    private func send(_ type: UInt16, _ code: UInt16, _ value: Int32) throws(SystemError) {
        var event = [UInt8](repeating: 0, count: MemoryLayout<timeval>.size + 8)
        let start = MemoryLayout<timeval>.size
        event.withUnsafeMutableBytes { buffer in
            buffer.storeBytes(of: type, toByteOffset: start, as: UInt16.self)
            buffer.storeBytes(of: code, toByteOffset: start + 2, as: UInt16.self)
            buffer.storeBytes(of: value, toByteOffset: start + 4, as: Int32.self)
        }
        try writeAll(event, to: file.number, named: "a switch")
    }

    /// `_IOC`: direction (1 = write), type `U`, number, size.
    private static func request(_ direction: UInt, _ number: UInt, size: UInt) -> UInt {
        direction << 30 | size << 16 | UInt(UInt8(ascii: "U")) << 8 | number
    }
}
