import CIIO
import Glibc
import Posix

/// Which channels somebody had enabled for the buffer. libiio switches them all off when it is done.
extension IIODevice {
    /// The enabled ones, by their files; only of this machine.
    var enabledScanElements: [String] {
        (0..<iio_device_get_channels_count(device)).compactMap { index in
            guard let channel = iio_device_get_channel(device, index), iio_channel_is_scan_element(channel),
                let name = Self.text(iio_channel_get_id(channel))
            else { return nil }
            let direction = iio_channel_is_output(channel) ? "out" : "in"
            let file = "/sys/bus/iio/devices/\(id)/scan_elements/\(direction)_\(name)_en"
            return (try? readFile(file, limit: 64)).flatMap { $0.first } == UInt8(ascii: "1") ? file : nil
        }
    }

    /// Enables them again. Trouble is nobody's loss: who wants them can do the same.
    func enableScanElements(_ files: [String]) {
        for file in files {
            guard let opened = try? FileDescriptor.open(file, O_WRONLY) else { continue }
            try? writeAll([UInt8(ascii: "1")], to: opened.number, named: file)
        }
    }
}
