import Glibc
import Posix

extension Settings {
    /// Where the configuration is unless somebody names another place.
    public static let usualPath = "/etc/orientationd/orientationd.conf"

    /// No configuration is near this; a wrong path (a disk, a log) is.
    private static let largestFile = 1 << 20

    /// Reads the usual file, which need not be there, and its drop-ins.
    public static func readStandard() throws(ConfigurationErrors) -> Settings {
        try read(file: usualPath, mayBeAbsent: true)
    }

    /// Reads a file and the drop-ins beside it, `FILE.d/*.conf` in the order of their names; what comes later wins.
    ///
    /// - Parameter mayBeAbsent: no file is as good as an empty one.
    public static func read(file path: String, mayBeAbsent: Bool = false) throws(ConfigurationErrors) -> Settings {
        var reader = SettingsReader()
        var unreadable: [ConfigurationErrors.Fault] = []
        for file in [path] + dropIns(of: path, &unreadable) {
            do throws(SystemError) {
                let text = String(decoding: try readRegularFile(file, limit: largestFile), as: UTF8.self)
                reader.take(INIFile(text: text, file: file))
            } catch {
                if mayBeAbsent, file == path, error.code == ENOENT { continue }
                unreadable.append(.init(file: file, line: nil, text: "cannot be read: \(reason(error))"))
            }
        }
        return try reader.settings(unreadable)
    }

    private static func reason(_ error: SystemError) -> String {
        error.code == ENOTSUP ? "it is a pipe or a device; name a file of a disk" : error.reason
    }

    /// Reads text that is in memory.
    ///
    /// - Parameter file: the name for messages.
    public static func parse(_ text: String, file: String) throws(ConfigurationErrors) -> Settings {
        var reader = SettingsReader()
        reader.take(INIFile(text: text, file: file))
        return try reader.settings([])
    }

    private static func dropIns(of path: String, _ faults: inout [ConfigurationErrors.Fault]) -> [String] {
        let folder = path + ".d"
        guard let stream = opendir(folder) else {
            if errno != ENOENT && errno != ENOTDIR {
                faults.append(.init(file: folder, line: nil, text: "cannot be read: \(errorText(errno))"))
            }
            return []
        }
        defer { closedir(stream) }
        var names: [String] = []
        while let entry = readdir(stream) {
            let name = withUnsafeBytes(of: entry.pointee.d_name) { bytes in
                String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
            }
            if name.hasSuffix(".conf"), !name.hasPrefix(".") { names.append(name) }
        }
        // By bytes, as systemd sorts, whatever the locale.
        return names.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }.map { "\(folder)/\($0)" }
    }
}

extension SettingsReader {
    fileprivate mutating func settings(_ unreadable: [ConfigurationErrors.Fault]) throws(ConfigurationErrors) -> Settings {
        finish()
        let all = unreadable + faults
        if !all.isEmpty { throw ConfigurationErrors(list: all) }
        return settings
    }
}
