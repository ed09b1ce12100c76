import Glibc
import Posix

/// Connections that outlive a process: another one hands them over with what it had read of them.
extension VarlinkServer {
    /// Takes over a connection that was accepted before. Its requests are handled as if they came now, in the order of adoption.
    ///
    /// - Parameters:
    ///   - descriptor: of the connection; it belongs to the server from here on.
    ///   - peer: who the client was when it connected.
    ///   - unread: requests that were read and have no answer yet, the last perhaps in part.
    ///   - tag: see ``ServerConnection/tag``.
    public func adopt(_ descriptor: Int32, peer: PeerCredentials, unread: [UInt8], tag: String?) throws(SystemError) {
        let connection = try ServerConnection(
            FileDescriptor(owning: descriptor), peer: peer, number: roster.nextNumber(), server: self)
        connection.tag = tag
        unread.withUnsafeBytes { connection.inbox.append($0) }
        roster.add(connection)
        schedule(connection)
        onConnectionCount(roster.count)
    }

    /// Lets go of every connection without a word, so that those that are held elsewhere too go on there; accepts no more.
    public func abandon() {
        stopListening()
        for connection in roster.all { connection.end(goesOnElsewhere: true) }
    }
}

extension ServerConnection {
    /// Requests that were read and not handled yet.
    public var unread: [UInt8] { inbox.held }
}
