/// What the kernel or udev says about a device.
struct DeviceEvent: Equatable, Sendable {
    /// `add`, `remove`, `change`, ...
    var action: String
    var subsystem: String
    /// `/sys/devices/...`
    var path: String

    /// `iio:device0`, `event5`
    var name: Substring { path.lastIndex(of: "/").map { path[path.index(after: $0)...] } ?? Substring(path) }

    init(action: String, subsystem: String, path: String) {
        self.action = action
        self.subsystem = subsystem
        self.path = path
    }

    /// Reads a message of the kernel: `ACTION@PATH`, then `KEY=VALUE` texts, each ended by a zero byte.
    /// nil for anything else, udev's own messages among them.
    init?(kernelMessage bytes: some Collection<UInt8>) {
        let texts = bytes.split(separator: 0).map { String(decoding: $0, as: UTF8.self) }
        guard let header = texts.first, header.contains("@") else { return nil }
        var values: [Substring: Substring] = [:]
        for text in texts.dropFirst() {
            guard let equals = text.firstIndex(of: "=") else { continue }
            values[text[..<equals]] = text[text.index(after: equals)...]
        }
        guard let action = values["ACTION"], let path = values["DEVPATH"], path.hasPrefix("/"), let subsystem = values["SUBSYSTEM"] else {
            return nil
        }
        self.init(action: String(action), subsystem: String(subsystem), path: "/sys\(path)")
    }
}
