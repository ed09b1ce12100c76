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

extension ServerConnection {
    /// All groups of the peer as they were when the connection was made, its own first; the own alone where the kernel
    /// does not say.
    public var peerGroups: [gid_t] {
        let own = [peer.gid]
        if phase == .closed { return own }
        // The kernel answers with the size it needs when it is given too little.
        var size: socklen_t = 0
        if getsockopt(descriptor, SOL_SOCKET, peerGroupsOption, nil, &size) == 0 || errno != ERANGE { return own }
        var groups = [gid_t](repeating: 0, count: Int(size) / MemoryLayout<gid_t>.stride)
        guard getsockopt(descriptor, SOL_SOCKET, peerGroupsOption, &groups, &size) == 0 else { return own }
        return own + groups
    }

    /// `SO_PEERGROUPS`, which Glibc's module does not show.
    private var peerGroupsOption: Int32 { 59 }
}
