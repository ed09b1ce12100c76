import Glibc
import Posix

/// What the system says about this machine, below a root so that another one can be looked at.
struct Machine {
    /// Empty for this machine.
    let root: String

    /// - Parameter root: a directory that holds `sys`, `etc`, `proc`; nil is this machine.
    /// - Throws: a failure if there is no such directory, which must not be taken for a machine without sensors.
    init(root: String?) throws(CommandFailure) {
        if let root, access(root + "/.", F_OK) != 0 {
            throw .failed("\(SystemError("use --root \(root)", code: errno))")
        }
        self.root = root.map { $0.hasSuffix("/") ? String($0.dropLast()) : $0 } ?? ""
    }

    /// A small file's text without its end; nil if it cannot be read.
    func text(_ path: String) -> String? {
        guard let bytes = try? readFile(root + path, limit: 1 << 16) else { return nil }
        let text = String(decoding: bytes, as: UTF8.self)
        return text.last?.isNewline == true ? String(text.dropLast()) : text
    }

    func exists(_ path: String) -> Bool { access(root + path, F_OK) == 0 }

    /// Names in a directory, in order; empty if there is none.
    func names(in path: String) -> [String] {
        directoryNames(root + path).sorted()
    }

    /// A path with its links followed, still without the root; nil if there is none.
    func resolved(_ path: String) -> String? {
        guard let real = realpath(root + path, nil) else { return nil }
        defer { free(real) }
        let text = String(cString: real)
        guard !root.isEmpty, let top = realpath(root, nil) else { return text }
        defer { free(top) }
        return String(text.dropFirst(String(cString: top).count))
    }
}

extension Machine {
    static let sensors = "/sys/bus/iio/devices"

    /// The names of IIO devices that measure acceleration: `iio:device0`.
    var accelerometers: [String] {
        names(in: Self.sensors).filter { name in
            name.hasPrefix("iio:device") && names(in: "\(Self.sensors)/\(name)").contains { $0.hasPrefix("in_accel_") }
        }
    }

    /// The alias by which udev looks a sensor up in the hardware database: that of the first device above it that has one.
    func modalias(of sensor: String) -> String? {
        guard var path = resolved("\(Self.sensors)/\(sensor)") else { return nil }
        while path.count > 1 {
            if let alias = text(path + "/modalias"), !alias.isEmpty { return alias }
            guard let slash = path.lastIndex(of: "/") else { return nil }
            path = String(path[..<slash])
        }
        return nil
    }

    private var machineAlias: String? { text("/sys/class/dmi/id/modalias") ?? text("/sys/devices/virtual/dmi/id/modalias") }

    /// A field of the machine's own alias, such as `svn` (vendor) and `pn` (product).
    func machineField(_ key: String) -> String? {
        machineAlias?.split(separator: ":").dropFirst().first { $0.hasPrefix(key) && !$0.dropFirst(key.count).isEmpty }
            .map { String($0.dropFirst(key.count)) }
    }

    /// The pattern under which an entry of the hardware database is for this sensor in this model of machine, in the form of
    /// systemd's 60-sensor.hwdb.
    func databasePattern(of sensor: String) -> String? {
        guard let alias = modalias(of: sensor) else { return nil }
        let start = "sensor:modalias:\(Self.literal(alias))" + (alias.hasSuffix("*") ? "" : alias.hasSuffix(":") ? "*" : ":*")
        guard let vendor = machineField("svn"), let product = machineField("pn") else {
            // Machines without DMI are told apart by the device tree, which is in the alias.
            return start.hasSuffix("*") ? start : start + "*"
        }
        let head = "sensor:modalias:\(Self.literal(alias))"
        return head + (alias.hasSuffix(":") ? "" : ":") + "dmi:*svn\(Self.literal(vendor)):*pn\(Self.literal(product)):*"
    }

    /// Characters that mean something in a pattern stand for any one.
    private static func literal(_ text: String) -> String {
        String(text.map { "*?[]\\".contains($0) ? "?" : $0 })
    }
}
