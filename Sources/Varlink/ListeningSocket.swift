import Glibc
import Posix

/// A listening Unix stream socket: one that was bound here, or one that the service manager passed.
public final class ListeningSocket {
    public let descriptor: Int32
    /// Where clients find it; nil in the abstract namespace.
    public let file: SocketFile?
    /// The file was made here, and is to be removed again.
    private let ownsFile: Bool

    /// Takes over a listening socket that somebody else bound. Its file stays when this object goes.
    public init(inherited descriptor: Int32) throws(SystemError) {
        let intent = "use the inherited socket \(descriptor)"
        let flags = try checkErrno(intent) { fcntl(descriptor, F_GETFL) }
        try checkErrno(intent) { fcntl(descriptor, F_SETFL, flags | O_NONBLOCK) }
        try checkErrno(intent) { fcntl(descriptor, F_SETFD, FD_CLOEXEC) }
        guard option(SO_ACCEPTCONN, of: descriptor) == 1, option(SO_DOMAIN, of: descriptor) == AF_UNIX,
            option(SO_TYPE, of: descriptor) == Int32(SOCK_STREAM.rawValue)
        else { throw SystemError("\(intent): it is not a listening Unix stream socket", code: EINVAL) }
        self.descriptor = descriptor
        file = SocketFile(of: descriptor)
        ownsFile = false
    }

    /// Binds a socket at `path`, or in the abstract namespace for `@name`.
    ///
    /// A socket that a dead process left there is replaced. A live one is an error, and so is anything else at that place,
    /// a symbolic link included.
    ///
    /// - Parameters:
    ///   - mode: of the socket's file; who may write may connect.
    ///   - group: of the socket's file; nil leaves it.
    public init(path: String, mode: mode_t = 0o666, group: gid_t? = nil) throws(ListenError) {
        do {
            let address = try SocketAddress(path: path)
            // Given away at once: Swift 6.0.3 crashes where it optimizes an owner that lives across errors and is given
            // away after them.
            descriptor = try unixSocket().release()
            file = try Self.listen(descriptor, address, mode, group)
            ownsFile = true
        } catch let error as ListenError {
            throw error
        } catch {
            throw ListenError("\(error)")
        }
    }

    /// Closes the socket if it cannot be bound.
    private static func listen(
        _ descriptor: Int32, _ address: SocketAddress, _ mode: mode_t, _ group: gid_t?
    ) throws -> SocketFile? {
        do {
            return try SocketFile.listen(descriptor, at: address, mode: mode, group: group)
        } catch {
            close(descriptor)
            throw error
        }
    }

    deinit {
        if ownsFile { file?.remove() }
        close(descriptor)
    }
}

/// Why no socket could be bound, in a line that says what to do.
public struct ListenError: Error, Equatable, CustomStringConvertible {
    public let description: String

    init(_ description: String) {
        self.description = description
    }
}

/// A whole-number option of a socket; nil if it has none, as a descriptor that is no socket.
private func option(_ name: Int32, of socket: Int32) -> Int32? {
    var value: Int32 = 0
    var size = socklen_t(MemoryLayout<Int32>.size)
    return getsockopt(socket, SOL_SOCKET, name, &value, &size) == 0 ? value : nil
}
