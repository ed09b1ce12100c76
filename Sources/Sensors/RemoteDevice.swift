import CIIO
import Glibc
import OrientationCore
import Posix

/// A sensor of another machine, through libiio, which knows how to talk to it. The only place, with its description, that calls libiio.
final class RemoteDevice: SensorDevice, @unchecked Sendable {
    /// Milliseconds that a connection may be silent.
    private static let timeout: UInt32 = 3000

    let iio: od_iio
    let device: OpaquePointer
    /// x, y, z.
    let axes: [OpaquePointer]
    private let context: OpaquePointer

    /// - Parameters:
    ///   - uri: a libiio URI.
    ///   - name: `iio:device0`, or the device's name, or nil for the first accelerometer.
    ///   - channel: `accel` or `gravity`.
    init(uri: String, name: String?, channel: String = "accel") throws(SensorError) {
        let iio = try IIOLibrary.load()
        guard let context = iio.create_context_from_uri(uri) else {
            throw SensorError("no sensors of \(uri): \(errorText(errno))")
        }
        var found: (device: OpaquePointer, axes: [OpaquePointer])?
        for index in 0..<iio.context_get_devices_count(context) where found == nil {
            guard let device = iio.context_get_device(context, index) else { continue }
            let axes = ["x", "y", "z"].compactMap { iio.device_find_channel(device, "\(channel)_\($0)", false) }
            let names = [iio.device_get_id(device), iio.device_get_name(device)].compactMap { Self.text($0) }
            if axes.count == 3, name.map({ names.contains($0) }) ?? true { found = (device, axes) }
        }
        guard let found else {
            iio.context_destroy(context)
            throw SensorError("\(uri) has no accelerometer\(name.map { " \($0)" } ?? "")")
        }
        _ = iio.context_set_timeout(context, Self.timeout)
        self.iio = iio
        self.context = context
        device = found.device
        axes = found.axes
    }

    deinit {
        iio.context_destroy(context)
    }

    /// The driver's name.
    var name: String { Self.text(iio.device_get_name(device)) ?? id }
    var id: String { Self.text(iio.device_get_id(device)) ?? "" }

    func readAxis(_ index: Int) throws(SystemError) -> Double {
        let text = try readText("read \(id)") { iio.channel_attr_read(axes[index], "raw", $0, $1) }
        guard let value = AttributeText.number(text) else { throw SystemError("read \(id)", code: EBADMSG) }
        return value
    }

    func attribute(_ name: String, of place: AttributePlace) throws(SystemError) -> String? {
        switch place {
        case .device where iio.device_find_attr(device, name) != nil:
            return try readText("read \(name) of \(id)") { iio.device_attr_read(device, name, $0, $1) }
        case .axes where iio.channel_find_attr(axes[0], name) != nil:
            return try readText("read \(name) of \(id)") { iio.channel_attr_read(axes[0], name, $0, $1) }
        case .device, .axes, .buffer: return nil
        }
    }

    func setAttribute(_ name: String, of place: AttributePlace, to text: String) throws(SystemError) {
        let result =
            switch place {
            case .device: iio.device_attr_write(device, name, text)
            case .axes: iio.channel_attr_write(axes[0], name, text)
            case .buffer: -Int(ENOENT)
            }
        try check("set \(name) of \(id) to \(text)", Int32(clamping: result))
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
