import CSystemd
import Glibc
import Posix

/// The service manager that may have started this program (sd-daemon). Without one, telling it something does nothing.
public enum ServiceManager {
    /// A descriptor that was open when the program was started: a socket of a socket unit, or one kept in the store.
    public struct Inherited: Equatable, Sendable {
        public let descriptor: Int32
        /// `FileDescriptorName=`, `unknown` if it has none, `stored` for the store's default.
        public let name: String
    }

    /// Sends a state, such as `READY=1`, `STATUS=...`, `RELOADING=1`; several with line breaks between them.
    ///
    /// - Parameter descriptors: to be kept across a restart, with `FDSTORE=1`.
    /// - Returns: whether there is a manager that wants to know.
    @discardableResult
    public static func notify(_ state: String, descriptors: [Int32] = []) throws(SystemError) -> Bool {
        let result = descriptors.withUnsafeBufferPointer {
            sd_pid_notify_with_fds(0, 0, state, $0.baseAddress, UInt32($0.count))
        }
        return try check("tell the service manager", result) > 0
    }

    /// A file without a place, in memory, for what shall outlive this process in the manager's store.
    ///
    /// - Returns: its descriptor, which the caller closes.
    public static func memoryFile(named name: String) throws(SystemError) -> Int32 {
        try checkErrno("make a file in memory") { make_memory_file(name) }
    }

    /// The descriptors that the manager passed, close-on-exec set. Empty when called again: the program owns them now, and
    /// its children shall not think that they are theirs.
    public static func takeInherited() throws(SystemError) -> [Inherited] {
        var names: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?
        let count = try check("take over sockets from the service manager", sd_listen_fds_with_names(1, &names))
        defer { free(names) }
        return (0..<count).map { index in
            let name = names?[Int(index)]
            defer { free(name) }
            return Inherited(
                descriptor: SD_LISTEN_FDS_START + index, name: name.map { String(cString: $0) } ?? "unknown")
        }
    }
}
