import CIIO
import Glibc
import OrientationCore
import Posix

/// A sensor as libiio sees it. The only place, with ``IIOBuffer``, that calls libiio.
///
/// Every call may block. Not for two threads at once: the worker's thread uses it, and the loop's only what
/// ``IIOBuffer`` says.
final class IIODevice: @unchecked Sendable {
    /// Which of its attributes are meant.
    enum Place: Sendable {
        case device
        case buffer
        /// Shared by the axes, or that of the x axis.
        case axes
    }

    /// Milliseconds that a connection may be silent.
    private static let timeout: UInt32 = 3000

    let context: OpaquePointer
    let device: OpaquePointer
    /// x, y, z.
    let axes: [OpaquePointer]
    let timestamp: OpaquePointer?

    /// - Parameters:
    ///   - uri: a libiio URI; nil for this machine.
    ///   - name: `iio:device0`, or the device's name, or nil for the first accelerometer.
    ///   - channel: `accel` or `gravity`.
    init(uri: String?, name: String?, channel: String = "accel") throws(SensorError) {
        let place = uri ?? "this machine"
        guard let context = uri.map({ iio_create_context_from_uri($0) }) ?? iio_create_local_context() else {
            throw SensorError("no sensors of \(place): \(errorText(errno))")
        }
        func axis(_ device: OpaquePointer, _ axis: String) -> OpaquePointer? {
            iio_device_find_channel(device, "\(channel)_\(axis)", false)
        }
        var found: (OpaquePointer, [OpaquePointer])?
        for index in 0..<iio_context_get_devices_count(context) {
            guard let device = iio_context_get_device(context, index), let x = axis(device, "x"), let y = axis(device, "y"),
                let z = axis(device, "z")
            else { continue }
            let id = Self.text(iio_device_get_id(device))
            if name == nil || id == name || Self.text(iio_device_get_name(device)) == name {
                found = (device, [x, y, z])
                break
            }
        }
        guard let (device, axes) = found else {
            iio_context_destroy(context)
            throw SensorError("\(place) has no accelerometer\(name.map { " \($0)" } ?? "")")
        }
        if uri != nil { _ = iio_context_set_timeout(context, Self.timeout) }
        self.context = context
        self.device = device
        self.axes = axes
        timestamp = iio_device_find_channel(device, "timestamp", false)
    }

    deinit {
        iio_context_destroy(context)
    }

    /// The driver's name.
    var name: String { Self.text(iio_device_get_name(device)) ?? id }
    /// `iio:device0`
    var id: String { Self.text(iio_device_get_id(device)) ?? "" }

    // MARK: Values

    /// The axes in counts, one after another. Takes as long as the chip takes.
    func readAxes() throws(SystemError) -> Vector3 {
        Vector3(try readAxis(0), try readAxis(1), try readAxis(2))
    }

    /// The names of the files that ``readAxes()`` reads.
    var rawNames: [String] { axes.compactMap { Self.text(iio_channel_attr_get_filename($0, "raw")) } }

    /// One of them; 0 is x.
    func readAxis(_ index: Int) throws(SystemError) -> Double {
        let text = try readText("read \(id)") { iio_channel_attr_read(axes[index], "raw", $0, $1) }
        guard let value = AttributeText.number(text) else { throw SystemError("read \(id)", code: EBADMSG) }
        return value
    }

    // MARK: Attributes

    /// The text of an attribute, without its newline; nil if there is none.
    func attribute(_ name: String, of place: Place) throws(SystemError) -> String? {
        guard has(name, of: place) else { return nil }
        return try readText("read \(name) of \(id)") { buffer, size in
            switch place {
            case .device: iio_device_attr_read(device, name, buffer, size)
            case .buffer: iio_device_buffer_attr_read(device, name, buffer, size)
            case .axes: iio_channel_attr_read(axes[0], name, buffer, size)
            }
        }
    }

    func setAttribute(_ name: String, of place: Place, to text: String) throws(SystemError) {
        let result =
            switch place {
            case .device: iio_device_attr_write(device, name, text)
            case .buffer: iio_device_buffer_attr_write(device, name, text)
            case .axes: iio_channel_attr_write(axes[0], name, text)
            }
        try check("set \(name) of \(id) to \(text)", Int32(clamping: result))
    }

    private func has(_ name: String, of place: Place) -> Bool {
        switch place {
        case .device: iio_device_find_attr(device, name) != nil
        // libiio keeps some attributes of the buffer to itself, but reads and writes them.
        case .buffer: true
        case .axes: iio_channel_find_attr(axes[0], name) != nil
        }
    }

    func readText(
        _ intent: String, _ read: (UnsafeMutablePointer<CChar>, Int) -> Int
    ) throws(SystemError) -> String {
        let size = 4096
        let buffer = UnsafeMutablePointer<CChar>.allocate(capacity: size)
        defer { buffer.deallocate() }
        try check(intent, Int32(clamping: read(buffer, size)))
        buffer[size - 1] = 0
        return String(cString: buffer)
    }

    static func text(_ pointer: UnsafePointer<CChar>?) -> String? {
        pointer.map { String(cString: $0) }
    }
}
