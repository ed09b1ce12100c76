import Glibc
import OrientationCore
import Posix

/// A device of this machine's industrial I/O, by its files in sysfs (kernel, Documentation/ABI/testing/sysfs-bus-iio).
///
/// Not through libiio: its view of this machine reads every attribute of every device, switches buffers off that others
/// have on, and brings libraries for networks, USB and XML, which together cost more memory than the rest of the daemon.
final class KernelDevice: SensorDevice, @unchecked Sendable {
    static let devices = "/sys/bus/iio/devices"

    let id: String
    /// Of the device in sysfs.
    let directory: String
    /// `accel`, or `gravity` for a hub's gravity sensor.
    let channel: String
    private var raw: RawAttributes?

    /// - Parameters:
    ///   - id: `iio:device0`
    ///   - parent: where the devices are.
    init(id: String, channel: String = "accel", in parent: String = KernelDevice.devices) throws(SystemError) {
        self.id = id
        self.channel = channel
        directory = "\(parent)/\(id)"
        guard access(directory, F_OK) == 0 else { throw SystemError("open \(id)", code: ENODEV) }
    }

    /// Where its samples come from.
    var node: String { "/dev/\(id)" }

    func hasFile(_ name: String) -> Bool {
        access("\(directory)/\(name)", F_OK) == 0
    }

    func attribute(_ name: String, of place: AttributePlace) throws(SystemError) -> String? {
        for file in files(name, of: place) where hasFile(file) { return try text(of: file) }
        return nil
    }

    func setAttribute(_ name: String, of place: AttributePlace, to text: String) throws(SystemError) {
        let candidates = files(name, of: place)
        try write(text, to: candidates.first { hasFile($0) } ?? candidates[0])
    }

    func readAxis(_ index: Int) throws(SystemError) -> Double {
        if let raw { return try raw.read(axis: index) }
        let attributes = try RawAttributes(id: id, directory: directory, names: ["x", "y", "z"].map { "in_\(channel)_\($0)_raw" })
        raw = attributes
        return try attributes.read(axis: index)
    }

    /// An attribute's text without its newline. The kernel gives all of it at once, at most a page.
    func text(of file: String) throws(SystemError) -> String {
        let opened = try FileDescriptor.open("\(directory)/\(file)", O_RDONLY)
        let number = opened.number
        var page = [UInt8](repeating: 0, count: 4096)
        let count = try checkErrno("read \(file) of \(id)") {
            page.withUnsafeMutableBytes { Glibc.read(number, $0.baseAddress, $0.count) }
        }
        let bytes = page[..<count]
        // Some of them end with a zero too.
        let end = bytes.lastIndex { $0 != UInt8(ascii: "\n") && $0 != 0 }
        return String(decoding: end.map { bytes[...$0] } ?? [], as: UTF8.self)
    }

    func write(_ text: String, to file: String) throws(SystemError) {
        let intent = "set \(file) of \(id) to \(text)"
        do throws(SystemError) {
            let opened = try FileDescriptor.open("\(directory)/\(file)", O_WRONLY)
            try writeAll(Array(text.utf8), to: opened.number, named: file)
        } catch {
            throw SystemError(intent, code: error.code)
        }
    }

    private func files(_ name: String, of place: AttributePlace) -> [String] {
        switch place {
        case .device: [name]
        case .buffer: ["buffer/\(name)"]
        case .axes: ["in_\(channel)_x_\(name)", "in_\(channel)_\(name)", "in_\(name)"]
        }
    }
}
