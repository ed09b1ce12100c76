import Glibc

/// The address of a Unix socket: the path of its file, or `@name` for one without a file.
public struct SocketAddress {
    public let path: String
    private var address = sockaddr_un()
    private var size: socklen_t

    /// - Throws: `ENAMETOOLONG`, since the kernel has room for 107 bytes only; `EINVAL` for an empty path or one with a zero.
    public init(path: String) throws(SystemError) {
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

    /// The path that a socket was bound to; nil if it has no file.
    public static func path(of socket: Int32) -> String? {
        var address = sockaddr_un()
        var size = socklen_t(MemoryLayout<sockaddr_un>.size)
        let result = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { getsockname(socket, $0, &size) }
        }
        guard result == 0, address.sun_family == sa_family_t(AF_UNIX) else { return nil }
        let path = withUnsafeBytes(of: address.sun_path) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
        return path.isEmpty ? nil : path
    }

    /// Is there a file for it?
    public var isFile: Bool { !path.hasPrefix("@") }

    public func bind(_ socket: Int32) -> Int32 {
        withPointer { Glibc.bind(socket, $0, size) }
    }

    public func connect(_ socket: Int32) -> Int32 {
        withPointer { Glibc.connect(socket, $0, size) }
    }

    /// Sends a message of a socket without connections there.
    ///
    /// - Returns: what `sendto` does.
    public func send(_ message: [UInt8], from socket: Int32, flags: Int32) -> Int {
        withPointer { sendto(socket, message, message.count, flags, $0, size) }
    }

    private func withPointer<Result>(_ body: (UnsafePointer<sockaddr>) -> Result) -> Result {
        withUnsafePointer(to: address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1, body)
        }
    }
}
