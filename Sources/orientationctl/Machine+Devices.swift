import Glibc
import OrientationCore
import Posix

/// A running process.
struct MachineProcess {
    let id: String
    /// As the kernel has it: at most 15 bytes.
    let name: String
}

extension Machine {
    var processes: [MachineProcess] {
        names(in: "/proc").filter { $0.allSatisfy(\.isNumber) }.compactMap { id in
            text("/proc/\(id)/comm").map { MachineProcess(id: id, name: $0) }
        }
    }

    /// Whether a process has a file open; false where that may not be seen.
    func holds(_ process: MachineProcess, _ path: String) -> Bool {
        names(in: "/proc/\(process.id)/fd").contains { link("/proc/\(process.id)/fd/\($0)") == path }
    }

    private func link(_ path: String) -> String? {
        var buffer = [CChar](repeating: 0, count: 4096)
        let count = readlink(root + path, &buffer, buffer.count)
        return count > 0 ? String(decoding: buffer[..<count].map { UInt8(bitPattern: $0) }, as: UTF8.self) : nil
    }

    /// What udev has noted about a device.
    func udevProperty(_ name: String, of sensor: String) -> String? {
        guard let number = text("\(Self.sensors)/\(sensor)/dev") else { return nil }
        return text("/run/udev/data/c\(number)")?.split(separator: "\n").first { $0.hasPrefix("E:\(name)=") }
            .map { String($0.dropFirst(name.count + 3)) }
    }

    /// Where the system says that a sensor sits; nil if it does not.
    func location(of sensor: String) -> String? {
        udevProperty("ACCEL_LOCATION", of: sensor) ?? text("\(Self.sensors)/\(sensor)/label") ?? text("\(Self.sensors)/\(sensor)/location")
    }
}
