import EventLoop
import Glibc

/// Bytes in and out of a connection, without ever blocking.
extension ServerConnection {
    /// What the loop reports about the descriptor.
    func handle(_ events: IOEvents) {
        if !outbox.isEmpty { flush() }
        // Nobody is left who could read the answer.
        if events.contains(.hangup), isAnswering || phase == .ending { return end() }
        if !events.isDisjoint(with: [.readable, .hangup, .error]) { receive() }
        takeTurn()
    }

    /// Reads once, at most the size of the server's buffer, so that everyone gets a turn.
    private func receive() {
        guard isReading, let server else { return }
        // No room for control messages: the kernel closes descriptors that somebody passes.
        let buffer = server.receiveBuffer
        let count = recv(descriptor, buffer.baseAddress, buffer.count, Int32(MSG_DONTWAIT))
        if count > 0 {
            if phase == .open {
                let received = UnsafeRawBufferPointer(rebasing: buffer[..<count])
                inbox.append(received)
                if isKept { server.onUnread(self, Array(received)) }
            }
            server.relieve()
        } else if count == 0 || !isTransient(errno) {
            hasInputEnded = true
            if phase == .open { phase = .halfClosed }
        }
    }

    /// Sends a message, or what the kernel takes of it now; the rest waits in the outbox, which shares the bytes.
    func transmit(_ message: [UInt8]) {
        guard phase == .open || phase == .halfClosed else { return }
        if !outbox.isEmpty {
            guard outbox.count <= limits.maxWaitingMessages else { return breakOff() }
            return outbox.append(message)
        }
        switch message.withUnsafeBytes({ sendNow($0) }) {
        case .taken(message.count): return
        case .taken(let count): outbox.append(message, sent: count)
        case .failed: return breakOff()
        }
        updateInterest()
    }

    private func flush() {
        var isBroken = false
        outbox.flush { bytes in
            switch sendNow(bytes) {
            case .taken(0): return nil
            case .taken(let count): return count
            case .failed:
                isBroken = true
                return nil
            }
        }
        if isBroken {
            phase = .broken
        } else if outbox.isEmpty {
            if phase == .ending { shutdown(descriptor, Int32(SHUT_WR)) } else { drained() }
        }
    }

    private enum SendResult {
        case taken(Int)
        case failed
    }

    private func sendNow(_ bytes: UnsafeRawBufferPointer) -> SendResult {
        let flags = Int32(MSG_NOSIGNAL | MSG_DONTWAIT)
        let count = send(descriptor, bytes.baseAddress, bytes.count, flags)
        if count >= 0 { return .taken(count) }
        return isTransient(errno) ? .taken(0) : .failed
    }

    /// After anything has happened: closes what is done, and watches for what can happen next.
    func settle() {
        switch phase {
        case .broken: end()
        case .closed: break
        case .open, .halfClosed, .ending: if isDone { end() } else { updateInterest() }
        }
    }

    /// Requests are read while answers are taken, and as long as those that wait fit into the limit of one.
    private var isReading: Bool {
        switch phase {
        case .open: outbox.isEmpty && (inbox.messageCount == 0 || inbox.count < limits.maxRequest)
        case .ending: !hasInputEnded
        case .halfClosed, .broken, .closed: false
        }
    }

    /// Tells the kernel only when it changes. Hang-ups are reported in any case.
    private func updateInterest() {
        var wanted: IOEvents = []
        if isReading { wanted.insert(.readable) }
        if !outbox.isEmpty { wanted.insert(.writable) }
        guard wanted != interest else { return }
        interest = wanted
        source?.watch(for: wanted)
    }
}

/// Not a failure: nothing to read, no room to write, or a signal; the loop reports when to try again.
private func isTransient(_ code: Int32) -> Bool {
    code == EAGAIN || code == EINTR
}
