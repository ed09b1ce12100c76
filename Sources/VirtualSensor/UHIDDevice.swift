import EventLoop
import Glibc
import Posix

/// A HID device of ours in the kernel; plugged in as long as this object lives.
final class UHIDDevice {
    private let file: FileDescriptor
    private var source: EventSource?

    static let path = "/dev/uhid"

    /// Plugs it in.
    ///
    /// - Parameters:
    ///   - name: what the kernel calls the HID device.
    ///   - handler: gets each event, from the loop.
    init(name: String, loop: EventLoop, handler: @escaping (UHIDEvent) -> Void) throws(SimulationError) {
        do {
            file = try FileDescriptor.open(Self.path, O_RDWR | O_NONBLOCK)
        } catch {
            throw SimulationError(opening: error, path: Self.path)
        }
        do {
            try Self.write(.create(name: name), to: file.number)
            let number = file.number
            source = try loop.watch(number, for: .readable) { _ in
                if let event = Self.read(number) { handler(event) }
            }
        } catch {
            throw .failed(error)
        }
    }

    func send(_ message: UHIDMessage) throws(SystemError) {
        try Self.write(message, to: file.number)
    }

    private static func write(_ message: UHIDMessage, to number: Int32) throws(SystemError) {
        let bytes = message.bytes
        // One message is one write; the kernel takes it whole or not at all.
        try checkErrno("write to \(path)") { bytes.withUnsafeBytes { Glibc.write(number, $0.baseAddress, bytes.count) } }
    }

    private static func read(_ number: Int32) -> UHIDEvent? {
        withUnsafeTemporaryAllocation(of: UInt8.self, capacity: UHIDEvent.largest) { buffer in
            let count = Glibc.read(number, buffer.baseAddress, buffer.count)
            return count > 0 ? UHIDEvent(buffer[..<count]) : nil
        }
    }
}
