import Glibc
import Posix

/// The system's journal, for programs whose standard error it takes already.
///
/// Its protocol (https://systemd.io/JOURNAL_NATIVE_PROTOCOL) is spoken here, because `sd_journal_sendv` waits while the
/// journal does not read, and with it a whole program that has one thread.
public enum Journal {
    /// Whether standard error is a stream of the journal: `JOURNAL_STREAM` names the device and inode that it then is.
    public static let takesStandardError: Bool = {
        guard let text = getenv("JOURNAL_STREAM") else { return false }
        var status = stat()
        guard fstat(STDERR_FILENO, &status) == 0 else { return false }
        return String(cString: text) == "\(status.st_dev):\(status.st_ino)"
    }()

    private static let path = "/run/systemd/journal/socket"
    private static let sender = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue | SOCK_CLOEXEC.rawValue), 0)

    /// Sends an entry with fields of its own. Does not wait for the journal.
    ///
    /// - Parameter fields: names in capital letters.
    /// - Returns: false if the journal took nothing: it is not there, or does not read, or the entry is very long.
    @discardableResult
    public static func send(_ fields: [(name: String, value: String)]) -> Bool {
        guard let address = try? SocketAddress(path: path) else { return false }
        let entry = encoded(fields)
        return address.send(entry, from: sender, flags: Int32(MSG_DONTWAIT | MSG_NOSIGNAL)) == entry.count
    }

    /// `NAME=value` lines; a value of more lines follows its name and its length.
    static func encoded(_ fields: [(name: String, value: String)]) -> [UInt8] {
        var entry: [UInt8] = []
        for (name, value) in fields {
            entry += Array(name.utf8)
            if value.utf8.contains(UInt8(ascii: "\n")) {
                entry.append(UInt8(ascii: "\n"))
                withUnsafeBytes(of: UInt64(value.utf8.count).littleEndian) { entry += Array($0) }
            } else {
                entry.append(UInt8(ascii: "="))
            }
            entry += Array(value.utf8) + [UInt8(ascii: "\n")]
        }
        return entry
    }
}
