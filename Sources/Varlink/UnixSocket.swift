import Glibc
import Posix

/// The address of a Unix socket: the path of its file, or `@name` for one without a file.
struct SocketAddress {
    let path: String
    private var address = sockaddr_un()
    private var size: socklen_t

    /// - Throws: `ENAMETOOLONG`, since the kernel has room for 107 bytes only; `EINVAL` for an empty path or one with a zero.
    init(path: String) throws(SystemError) {
        let bytes = Array(path.utf8)
        let room = MemoryLayout.size(ofValue: address.sun_path)
        guard bytes.count < room else { throw SystemError("use the socket path \(path)", code: ENAMETOOLONG) }
        guard !bytes.isEmpty, !bytes.contains(0) else { throw SystemError("use the socket path \"\(path)\"", code: EINVAL) }
        self.path = path
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: bytes) }
        let offset = MemoryLayout<sockaddr_un>.size - room
        if bytes.first == UInt8(ascii: "@") {
            withUnsafeMutableBytes(of: &address.sun_path) { $0[0] = 0 }
            size = socklen_t(offset + bytes.count)
        } else {
            size = socklen_t(offset + bytes.count + 1)
        }
    }

    /// Is there a file for it?
    var isFile: Bool { !path.hasPrefix("@") }

    func bind(_ socket: Int32) -> Int32 {
        withPointer { Glibc.bind(socket, $0, size) }
    }

    func connect(_ socket: Int32) -> Int32 {
        withPointer { Glibc.connect(socket, $0, size) }
    }

    private func withPointer<Result>(_ body: (UnsafePointer<sockaddr>) -> Result) -> Result {
        withUnsafePointer(to: address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1, body)
        }
    }
}

/// A new Unix stream socket.
func unixSocket(isBlocking: Bool = false) throws(SystemError) -> FileDescriptor {
    let type = SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | (isBlocking ? 0 : SOCK_NONBLOCK.rawValue)
    return FileDescriptor(owning: try checkErrno("make a socket") { socket(AF_UNIX, Int32(type), 0) })
}
