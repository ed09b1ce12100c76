import Glibc
import OrientationCore
import Posix

/// A running kernel buffer: made and closed on the worker's thread, read on the loop's.
final class KernelBuffer: @unchecked Sendable {
    /// Readable when there are scans.
    let descriptor: Int32
    let layout: ScanLayout
    private let device: KernelDevice
    /// For one read.
    private let space: UnsafeMutableRawBufferPointer
    private var isClosed = false

    /// Scans that may wait in the kernel: 2.5 s at 25 Hz, which outlives any pause of the program that is worth following.
    static let queue = 64

    /// Switches the buffer on with x, y, z and the timestamp, and nothing else.
    ///
    /// - Parameter scans: how many have to be there before the descriptor becomes readable (the kernel's watermark), and
    ///   what one read takes at most. 1 for a sensor that may fall silent.
    init(of device: KernelDevice, scans: Int) throws {
        self.device = device
        // First: nobody else has the buffer then, so that it may be switched off, as a program that crashed left it.
        descriptor = try FileDescriptor.open(device.node, O_RDONLY | O_NONBLOCK).release()
        do {
            layout = try Self.switchOn(device, scans)
        } catch {
            try? device.setAttribute("enable", of: .buffer, to: "0")
            Glibc.close(descriptor)
            throw error
        }
        space = .allocate(byteCount: layout.byteCount * scans, alignment: 8)
    }

    deinit {
        close()
        space.deallocate()
    }

    private static func switchOn(_ device: KernelDevice, _ scans: Int) throws -> ScanLayout {
        try device.setAttribute("enable", of: .buffer, to: "0")
        let layout = try device.enableAxes()
        // Not every kind of buffer lets its size be chosen.
        try? device.setAttribute("length", of: .buffer, to: "\(max(4 * scans, queue))")
        try? device.setAttribute("watermark", of: .buffer, to: "\(scans)")
        try device.setAttribute("enable", of: .buffer, to: "1")
        return layout
    }

    /// Switches the buffer off; nobody may read it afterwards. Idempotent.
    func close() {
        guard !isClosed else { return }
        isClosed = true
        try? device.setAttribute("enable", of: .buffer, to: "0")
        Glibc.close(descriptor)
    }

    /// Takes what is there, without waiting.
    ///
    /// - Returns: the scans in order; none if there was nothing to read.
    func read() throws(SystemError) -> [(value: Vector3, kernelTime: Int64?)] {
        let count = Glibc.read(descriptor, space.baseAddress, space.count)
        if count < 0 {
            if errno == EAGAIN || errno == EINTR { return [] }
            throw SystemError.last("read the buffer of \(device.id)")
        }
        var scans: [(value: Vector3, kernelTime: Int64?)] = []
        var offset = 0
        while offset + layout.byteCount <= count {
            let scan = UnsafeRawBufferPointer(rebasing: space[offset..<(offset + layout.byteCount)])
            if let value = layout.value(of: scan) { scans.append((value, layout.kernelTime(of: scan))) }
            offset += layout.byteCount
        }
        return scans
    }
}
