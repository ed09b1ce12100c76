import Glibc
import Posix

/// A new Unix stream socket.
func unixSocket(isBlocking: Bool = false) throws(SystemError) -> FileDescriptor {
    let type = SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | (isBlocking ? 0 : SOCK_NONBLOCK.rawValue)
    return FileDescriptor(owning: try checkErrno("make a socket") { socket(AF_UNIX, Int32(type), 0) })
}
