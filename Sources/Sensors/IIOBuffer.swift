import CIIO
import Glibc
import OrientationCore
import Posix

/// A running kernel buffer: made and destroyed on the worker's thread, read on the loop's.
final class IIOBuffer: @unchecked Sendable {
    /// Readable when there are scans.
    let descriptor: Int32
    let layout: ScanLayout
    private let buffer: OpaquePointer
    private let device: IIODevice
    private var isClosed = false

    /// Scans that may wait in the kernel: 2.5 s at 25 Hz, which outlives any pause of the program that is worth following.
    static let queue = 64

    /// Switches the buffer on with x, y, z and the timestamp, and nothing else.
    ///
    /// - Parameter scans: how many have to be there before the descriptor becomes readable (libiio makes its block size the
    ///   kernel's watermark), and what one read takes at most. 1 for a sensor that may fall silent.
    init(of device: IIODevice, scans: Int) throws(SensorError) {
        self.device = device
        var channels: [ScanLayout.Channel] = []
        for index in 0..<iio_device_get_channels_count(device.device) {
            guard let channel = iio_device_get_channel(device.device, index), iio_channel_is_scan_element(channel) else { continue }
            let role: ScanLayout.Role? =
                switch channel {
                case device.axes[0]: .x
                case device.axes[1]: .y
                case device.axes[2]: .z
                case device.timestamp: .timestamp
                default: nil
                }
            guard let role else {
                iio_channel_disable(channel)
                continue
            }
            iio_channel_enable(channel)
            guard let format = iio_channel_get_data_format(channel)?.pointee else { continue }
            channels.append(
                ScanLayout.Channel(role: role, index: iio_channel_get_index(channel), format: ScanFormat(format)))
        }
        guard let layout = ScanLayout(channels) else { throw SensorError("\(device.id) has a buffer without x, y and z in it") }
        self.layout = layout
        // Without libiio's fast interface, which chips of this kind do not have, the kernel's queue is blocks times scans.
        _ = iio_device_set_kernel_buffers_count(device.device, UInt32(max(4, Self.queue / scans)))
        guard let buffer = iio_device_create_buffer(device.device, scans, false) else {
            throw SensorError("cannot switch on the buffer of \(device.id): \(errorText(errno))")
        }
        self.buffer = buffer
        descriptor = iio_buffer_get_poll_fd(buffer)
        guard descriptor >= 0, iio_buffer_set_blocking_mode(buffer, false) >= 0 else {
            throw SensorError("the buffer of \(device.id) cannot be waited for")
        }
    }

    deinit {
        close()
    }

    /// Switches the buffer off; nobody may read it afterwards. Idempotent.
    func close() {
        guard !isClosed else { return }
        isClosed = true
        iio_buffer_destroy(buffer)
    }

    /// Takes what is there, without waiting.
    ///
    /// - Returns: the scans in order; none if there was nothing to read.
    func read() throws(SystemError) -> [(value: Vector3, kernelTime: Int64?)] {
        let count = iio_buffer_refill(buffer)
        if count == -Int(EAGAIN) { return [] }
        try check("read the buffer of \(device.id)", Int32(clamping: count))
        guard let start = iio_buffer_start(buffer) else { return [] }
        let bytes = UnsafeRawBufferPointer(start: start, count: count)
        var scans: [(value: Vector3, kernelTime: Int64?)] = []
        var offset = 0
        while offset + layout.byteCount <= count {
            let scan = UnsafeRawBufferPointer(rebasing: bytes[offset..<(offset + layout.byteCount)])
            if let value = layout.value(of: scan) { scans.append((value, layout.kernelTime(of: scan))) }
            offset += layout.byteCount
        }
        return scans
    }
}

extension ScanFormat {
    init(_ format: iio_data_format) {
        self.init(
            isBigEndian: format.is_be, isSigned: format.is_signed, bits: Int(format.bits), storageBits: Int(format.length),
            repeats: max(1, Int(format.repeat)), shift: Int(format.shift))
    }
}
