import Glibc
import Posix

/// The file of a socket: where clients find it.
public struct SocketFile: Sendable {
    public let path: String
    private let identity: FileIdentity

    /// Of a socket that somebody else bound; nil if it has none, or if there is another file by now.
    init?(of socket: Int32) {
        guard let path = SocketAddress.path(of: socket), let identity = try? FileIdentity(at: path) else { return nil }
        self.init(path: path, identity: identity)
    }

    private init(path: String, identity: FileIdentity) {
        self.path = path
        self.identity = identity
    }

    /// It is still there, and nobody put another one in its place.
    public var isInPlace: Bool { (try? FileIdentity(at: path)) == identity }

    /// Binds and listens. Two programs that start at once do not remove each other's socket, since the directory is
    /// locked meanwhile.
    ///
    /// - Returns: nil for an address without a file.
    static func listen(_ socket: Int32, at address: SocketAddress, mode: mode_t, group: gid_t?) throws -> SocketFile? {
        let intent = "listen at \(address.path)"
        guard address.isFile else {
            try checkErrno(intent) { address.bind(socket) }
            try checkErrno(intent) { Glibc.listen(socket, SOMAXCONN) }
            return nil
        }
        let directory = try FileDescriptor.open(directoryOf(address.path), O_RDONLY | O_DIRECTORY)
        try checkErrno("lock the directory of \(address.path)") { flock(directory.number, LOCK_EX) }
        try removeDead(address)
        // Nobody but the owner can connect until mode and group are right: the mode of an unbound socket becomes its file's.
        try checkErrno(intent) { fchmod(socket, 0o600) }
        try checkErrno(intent) { address.bind(socket) }
        let file = SocketFile(path: address.path, identity: try FileIdentity(at: address.path))
        do {
            try file.set(mode, group)
            try checkErrno(intent) { Glibc.listen(socket, SOMAXCONN) }
        } catch {
            file.remove()
            throw error
        }
        return file
    }

    /// Makes room for a new socket if the place is free or holds one that nobody listens at.
    private static func removeDead(_ address: SocketAddress) throws {
        let path = address.path
        var status = stat()
        guard lstat(path, &status) == 0 else {
            if errno == ENOENT { return }
            throw SystemError.last("look at \(path)")
        }
        guard status.st_mode & S_IFMT == S_IFSOCK else {
            throw ListenError("cannot listen at \(path): there is something that is not a socket; remove it or choose another path")
        }
        let probe = try unixSocket()
        if address.connect(probe.number) == 0 || errno == EAGAIN {
            throw ListenError("cannot listen at \(path): another program already does; stop it or choose another path")
        }
        guard errno == ECONNREFUSED else { throw SystemError.last("find out whether somebody listens at \(path)") }
        try checkErrno("remove the dead socket \(path)") { unlink(path) }
    }

    /// Sets mode and group without following a link, and makes sure that it was the file that was bound.
    private func set(_ mode: mode_t, _ group: gid_t?) throws {
        let intent = "set mode and group of \(path)"
        if let group {
            try checkErrno(intent) { fchownat(AT_FDCWD, path, uid_t.max, group, AT_SYMLINK_NOFOLLOW) }
        }
        try checkErrno(intent) { fchmodat(AT_FDCWD, path, mode, AT_SYMLINK_NOFOLLOW) }
        guard try FileIdentity(at: path) == identity else {
            throw ListenError("cannot listen at \(path): somebody put another file there; choose a directory that only its owner can write")
        }
    }

    /// Removes it, if it is still there and not another's.
    func remove() {
        if isInPlace { unlink(path) }
    }
}

/// What tells one file from another.
private struct FileIdentity: Equatable, Sendable {
    let device: dev_t
    let inode: ino_t

    init(at path: String) throws(SystemError) {
        var status = stat()
        try checkErrno("look at \(path)") { lstat(path, &status) }
        device = status.st_dev
        inode = status.st_ino
    }
}

private func directoryOf(_ path: String) -> String {
    guard let slash = path.lastIndex(of: "/") else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
}
