import EventLoop
import Glibc
import OrientationCore
import Posix

/// Accepts clients from one socket.
///
/// When descriptors are exhausted a client that waits would wake the loop for ever. Then a descriptor kept in reserve
/// is given up to accept and refuse that client; where even that fails, accepting pauses until a connection has closed,
/// at most half a second.
final class Listener {
    /// Accepted in one round, so that connected clients get their turn.
    private static let acceptsPerRound = 32

    private let socket: ListeningSocket
    private unowned let server: VarlinkServer
    private var source: EventSource?
    private var timer: EventSource?
    private var reserve: Int32

    init(_ socket: ListeningSocket, _ server: VarlinkServer) throws(SystemError) {
        self.socket = socket
        self.server = server
        reserve = openReserve()
        timer = try server.loop.timer { [unowned self] in resume() }
        source = try server.loop.watch(socket.descriptor, for: .readable) { [unowned self] _ in _ = acceptSome() }
    }

    deinit {
        source = nil
        if reserve >= 0 { close(reserve) }
    }

    /// Goes on accepting after a pause.
    func resume() {
        guard source?.isEnabled == false else { return }
        if reserve < 0 { reserve = openReserve() }
        timer?.fire(at: nil)
        source?.isEnabled = true
    }

    /// Takes in everybody who is waiting, before the socket goes.
    func acceptAll() {
        while acceptSome() {}
    }

    /// - Returns: more may be waiting.
    private func acceptSome() -> Bool {
        for _ in 0..<Self.acceptsPerRound {
            let number = acceptOne()
            if number >= 0 {
                admit(FileDescriptor(owning: number))
                continue
            }
            switch errno {
            case EINTR, ECONNABORTED: continue
            case EMFILE, ENFILE: refuseWithReserve()
            case EAGAIN: break
            case _: pauseAccepting()
            }
            return false
        }
        return true
    }

    private func acceptOne() -> Int32 {
        let number = server.acceptor(socket.descriptor)
        // Every transfer asks not to block by itself, so this is all the descriptor needs.
        if number >= 0 { _ = fcntl(number, F_SETFD, FD_CLOEXEC) }
        return number
    }

    private func admit(_ descriptor: consuming FileDescriptor) {
        guard let peer = try? PeerCredentials(of: descriptor.number) else { return }
        if let reason = server.roster.limitReached(by: peer.uid, server.limits) {
            return refuse(descriptor, peer, reason)
        }
        do {
            try server.add(descriptor, peer)
        } catch {
            server.onRefusal(peer, "\(error)")
        }
    }

    /// Says why and closes. A fresh socket has room for the message.
    private func refuse(_ descriptor: consuming FileDescriptor, _ peer: PeerCredentials, _ reached: LimitReached) {
        server.onRefusal(peer, "\(reached)")
        let bytes = EncodedReply(reached.error(server.limitErrors.tooManyConnections)).bytes
        _ = send(descriptor.number, bytes, bytes.count, Int32(MSG_NOSIGNAL | MSG_DONTWAIT))
    }

    private func refuseWithReserve() {
        guard reserve >= 0 else { return pauseAccepting() }
        close(reserve)
        reserve = -1
        let number = acceptOne()
        if number >= 0 {
            let descriptor = FileDescriptor(owning: number)
            if let peer = try? PeerCredentials(of: number) {
                refuse(descriptor, peer, LimitReached("descriptors", allowed: server.connectionCount))
            }
        }
        reserve = openReserve()
        if number < 0 || reserve < 0 { pauseAccepting() }
    }

    private func pauseAccepting() {
        source?.isEnabled = false
        timer?.fire(at: server.loop.now + server.acceptPause)
    }
}

private func openReserve() -> Int32 {
    open("/dev/null", O_RDONLY | O_CLOEXEC)
}
