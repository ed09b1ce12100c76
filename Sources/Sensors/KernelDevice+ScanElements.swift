import Posix

/// What a buffer can hold, and which of it somebody had enabled.
extension KernelDevice {
    private static let folder = "scan_elements"

    /// All three axes can be read from a kernel buffer.
    var hasBuffer: Bool { ["x", "y", "z"].allSatisfy { hasFile("\(Self.folder)/in_\(channel)_\($0)_en") } }
    var hasTimestamp: Bool { hasFile("\(Self.folder)/in_timestamp_en") }

    /// Every channel of the buffer: `in_accel_x`.
    private var scanElements: [String] {
        directoryNames("\(directory)/\(Self.folder)").filter { $0.hasSuffix("_en") }.map { String($0.dropLast(3)) }
    }

    /// Those that are enabled.
    var enabledScanElements: Set<String> {
        Set(scanElements.filter { (try? text(of: "\(Self.folder)/\($0)_en")) == "1" })
    }

    /// Enables these and no others.
    func enableScanElements(_ wanted: Set<String>) throws(SystemError) {
        for element in scanElements {
            let file = "\(Self.folder)/\(element)_en"
            let isWanted = wanted.contains(element)
            // Some cannot be switched, and are as they should be.
            if (try? text(of: file)) == (isWanted ? "1" : "0") { continue }
            try write(isWanted ? "1" : "0", to: file)
        }
    }

    /// Enables x, y, z and the timestamp where there is one, and nothing else.
    ///
    /// - Returns: how a scan lies in memory then.
    func enableAxes() throws -> ScanLayout {
        let roles: [(name: String, role: ScanLayout.Role)] = [
            ("in_\(channel)_x", .x), ("in_\(channel)_y", .y), ("in_\(channel)_z", .z), ("in_timestamp", .timestamp),
        ]
        try enableScanElements(Set(roles.map(\.name)))
        // As they are now: some drivers enable more than they were told.
        var channels: [ScanLayout.Channel] = []
        for element in enabledScanElements {
            guard let index = (try? text(of: "\(Self.folder)/\(element)_index")).flatMap({ Int($0) }),
                let type = try? text(of: "\(Self.folder)/\(element)_type"), let format = try? ScanFormat(parsing: type)
            else { throw SensorError("\(id) does not say where \(element) lies in its buffer") }
            let role = roles.first { $0.name == element }?.role ?? .other
            channels.append(ScanLayout.Channel(role: role, index: index, format: format))
        }
        guard let layout = ScanLayout(channels) else { throw SensorError("\(id) has a buffer without x, y and z in it") }
        return layout
    }
}
