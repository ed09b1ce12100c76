import EventLoop
import Glibc
import Posix

/// One input device with switches. Numbers are those of linux/input-event-codes.h.
final class SwitchDevice {
    private static let eventType: UInt16 = 5
    private static let lid: UInt16 = 0
    private static let tabletMode: UInt16 = 1
    private static let switches: UInt64 = 1 << lid | 1 << tabletMode

    private let file: FileDescriptor
    private var source: EventSource?
    private(set) var form = FormSwitches.Form()

    /// - Parameter onChange: called after ``form`` has changed, from the loop.
    init(node: String, loop: EventLoop, onChange: @escaping () -> Void) throws(SystemError) {
        file = try FileDescriptor.open(node, O_RDONLY | O_NONBLOCK)
        let number = file.number
        let has = try Self.bits(number, request: 0x20 + UInt(Self.eventType), "ask \(node) for its switches")
        let state = try Self.bits(number, request: 0x1b, "read the switches of \(node)")
        form.isTablet = has & 1 << Self.tabletMode == 0 ? nil : state & 1 << Self.tabletMode != 0
        form.isLidClosed = has & 1 << Self.lid == 0 ? nil : state & 1 << Self.lid != 0
        source = try loop.watch(number, for: .readable) { [unowned self] _ in
            let before = form
            receive(number)
            if form != before { onChange() }
        }
    }

    /// Whether the device at that sysfs path has one of the two; without opening it.
    static func hasSwitch(_ path: String) -> Bool {
        guard let text = try? readFile("\(path)/device/capabilities/sw", limit: 256) else { return false }
        // Words of 64 bits in hexadecimal, the highest first.
        let words = String(decoding: text, as: UTF8.self).split { $0 == " " || $0 == "\n" }
        return words.last.flatMap { UInt64($0, radix: 16) }.map { $0 & switches != 0 } ?? false
    }

    /// `EVIOCGBIT(EV_SW)` and `EVIOCGSW`: the first 64 bits of a bit field.
    private static func bits(_ descriptor: Int32, request: UInt, _ intent: String) throws(SystemError) -> UInt64 {
        var bits: UInt64 = 0
        let size = UInt(MemoryLayout<UInt64>.size)
        let code = 2 << 30 | size << 16 | UInt(UInt8(ascii: "E")) << 8 | request
        try checkErrno(intent) { ioctl(descriptor, code, &bits) }
        return bits
    }

    /// `struct input_event`: a time of two longs, then type, code, value.
    private func receive(_ descriptor: Int32) {
        let header = MemoryLayout<timeval>.size
        let size = header + 8
        var bytes = [UInt8](repeating: 0, count: 64 * size)
        let count = read(descriptor, &bytes, bytes.count)
        guard count > 0 else {
            // Gone; the monitor says so too.
            if count == 0 || (errno != EAGAIN && errno != EINTR) { source = nil }
            return
        }
        bytes.withUnsafeBytes { buffer in
            for start in stride(from: 0, through: count - size, by: size) {
                let type = buffer.loadUnaligned(fromByteOffset: start + header, as: UInt16.self)
                let code = buffer.loadUnaligned(fromByteOffset: start + header + 2, as: UInt16.self)
                let value = buffer.loadUnaligned(fromByteOffset: start + header + 4, as: Int32.self)
                guard type == Self.eventType else { continue }
                if code == Self.tabletMode { form.isTablet = value != 0 }
                if code == Self.lid { form.isLidClosed = value != 0 }
            }
        }
    }
}
