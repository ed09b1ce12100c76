import CSystemd
import Glibc
import Posix

/// The system's journal (sd-journal), for programs whose standard error it takes already.
public enum Journal {
    /// Whether standard error is a stream of the journal: `JOURNAL_STREAM` names the device and inode that it then is.
    public static let takesStandardError: Bool = {
        guard let text = getenv("JOURNAL_STREAM") else { return false }
        var status = stat()
        guard fstat(STDERR_FILENO, &status) == 0 else { return false }
        return String(cString: text) == "\(status.st_dev):\(status.st_ino)"
    }()

    /// Sends an entry with fields of its own. Does not wait for the journal.
    ///
    /// - Parameter fields: names in capital letters.
    /// - Returns: false if the journal took nothing.
    @discardableResult
    public static func send(_ fields: [(name: String, value: String)]) -> Bool {
        let texts = fields.map { Array("\($0.name)=\($0.value)".utf8) }
        var all: [UInt8] = texts.flatMap { $0 }
        return all.withUnsafeMutableBytes { bytes in
            var start = 0
            let parts = texts.map { text -> iovec in
                defer { start += text.count }
                return iovec(iov_base: bytes.baseAddress.map { $0 + start }, iov_len: text.count)
            }
            return sd_journal_sendv(parts, Int32(parts.count)) >= 0
        }
    }
}
