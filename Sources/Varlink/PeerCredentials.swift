import Glibc
import Posix

/// Who is at the other end of a socket, as the kernel noted when the connection was made (`SO_PEERCRED`).
public struct PeerCredentials: Equatable, Sendable {
    public var pid: pid_t
    public var uid: uid_t
    public var gid: gid_t

    public init(pid: pid_t, uid: uid_t, gid: gid_t) {
        self.pid = pid
        self.uid = uid
        self.gid = gid
    }

    /// Asks the kernel about a connected Unix socket.
    init(of socket: Int32) throws(SystemError) {
        // The kernel's `struct ucred`, which Glibc's module does not show: pid, uid and gid of 32 bits each.
        var credentials: [UInt32] = [0, 0, 0]
        var size = socklen_t(MemoryLayout<UInt32>.stride * credentials.count)
        try checkErrno("ask who the peer is") { getsockopt(socket, SOL_SOCKET, SO_PEERCRED, &credentials, &size) }
        self.init(pid: pid_t(bitPattern: credentials[0]), uid: credentials[1], gid: credentials[2])
    }
}
