import Glibc
import JSON
import OrientationCore
import Posix

/// A connection to a Varlink service, for programs that wait for answers, and with ``descriptor``, ``send(_:_:_:)`` and
/// ``received()`` for programs with an event loop.
///
/// Time-outs are spans from the call on; nil waits for ever.
public final class VarlinkClient {
    /// What kind of answer is wanted.
    public enum Mode: Sendable {
        case one
        case more
        case oneway
    }

    /// Bytes of a message of the service; a larger one is not taken for a reply.
    public static let maximumReply = 16 << 20

    /// To be watched for reading by an event loop. Valid as long as this client.
    public let descriptor: Int32
    private var inbox = Inbox()

    /// - Parameter path: of the service's socket; `@name` in the abstract namespace.
    public init(path: String, timeout: Interval? = .seconds(5)) throws(ClientError) {
        do {
            let address = try SocketAddress(path: path)
            let socket = try unixSocket(isBlocking: true)
            // Connecting waits while the service's queue is full, which no poll would tell.
            if let timeout {
                var limit = timeval(timeout)
                setsockopt(socket.number, SOL_SOCKET, SO_SNDTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
            }
            try checkErrno("connect to \(path)") { address.connect(socket.number) }
            descriptor = socket.release()
        } catch {
            throw error.code == EAGAIN ? .timedOut : .cannotConnect(error)
        }
    }

    deinit {
        close(descriptor)
    }

    // MARK: Calls

    /// Calls a method and waits for its answer.
    ///
    /// - Parameter method: with its interface: `org.varlink.service.GetInfo`.
    public func call(
        _ method: String, _ parameters: JSONObject = [:], timeout: Interval? = .seconds(10)
    ) throws(ClientError) -> JSONObject {
        let deadline = Deadline(timeout)
        try send(method, parameters, .one, deadline)
        let reply = try nextReply(deadline)
        if let error = reply.error { throw .failed(error) }
        return reply.parameters
    }

    /// Calls a method with `more` and returns its answers as they come. Nothing else may be called here meanwhile.
    public func stream(
        _ method: String, _ parameters: JSONObject = [:], timeout: Interval? = .seconds(10)
    ) throws(ClientError) -> ReplyStream {
        try send(method, parameters, .more, Deadline(timeout))
        return ReplyStream(self)
    }

    /// Sends a request and does not wait for an answer.
    public func send(_ method: String, _ parameters: JSONObject = [:], _ mode: Mode = .one) throws(ClientError) {
        try send(method, parameters, mode, Deadline(.seconds(10)))
    }

    // MARK: Replies

    /// Waits for the next reply.
    public func nextReply(timeout: Interval?) throws(ClientError) -> Reply {
        try nextReply(Deadline(timeout))
    }

    /// What has come so far, without waiting: the next complete reply, or nil if it is not complete yet.
    public func received() throws(ClientError) -> Reply? {
        if let reply = inbox.withNextMessage({ Reply.parse($0) }) { return try reply.get() }
        guard try receive() else { return nil }
        return try inbox.withNextMessage { Reply.parse($0) }?.get()
    }

    private func nextReply(_ deadline: Deadline) throws(ClientError) -> Reply {
        while true {
            if let reply = inbox.withNextMessage({ Reply.parse($0) }) { return try reply.get() }
            if try !receive() { try wait(for: Int16(POLLIN), deadline) }
        }
    }

    // MARK: Bytes

    private func send(
        _ method: String, _ parameters: JSONObject, _ mode: Mode, _ deadline: Deadline
    ) throws(ClientError) {
        var request: JSONObject = ["method": .string(method), "parameters": .object(parameters)]
        switch mode {
        case .one: break
        case .more: request["more"] = true
        case .oneway: request["oneway"] = true
        }
        var bytes = JSONValue.object(request).encoded()
        bytes.append(0)
        var done = 0
        while done < bytes.count {
            let count = bytes.withUnsafeBytes {
                Glibc.send(descriptor, $0.baseAddress.map { $0 + done }, bytes.count - done, Int32(MSG_NOSIGNAL | MSG_DONTWAIT))
            }
            if count >= 0 {
                done += count
                continue
            }
            switch errno {
            case EINTR: continue
            case EAGAIN: try wait(for: Int16(POLLOUT), deadline)
            // The service may have said why before it closed; reading tells.
            case EPIPE, ECONNRESET: return
            case let code: throw .transport(SystemError("send a request", code: code))
            }
        }
    }

    /// Reads what has come.
    ///
    /// - Returns: false if nothing has.
    private func receive() throws(ClientError) -> Bool {
        let size = 16 * 1024
        let result = withUnsafeTemporaryAllocation(byteCount: size, alignment: 16) { buffer -> Int in
            let count = recv(descriptor, buffer.baseAddress, size, Int32(MSG_DONTWAIT))
            if count > 0 { inbox.append(UnsafeRawBufferPointer(rebasing: buffer[..<count])) }
            return count < 0 ? -Int(errno) : count
        }
        switch Int32(result) {
        case -EAGAIN, -EINTR: return false
        case 0, -ECONNRESET: throw .disconnected
        case ..<0: throw .transport(SystemError("receive a reply", code: Int32(result)))
        case _: break
        }
        if inbox.partCount > Self.maximumReply { throw .invalidReply("longer than \(Self.maximumReply) bytes") }
        return true
    }

    private func wait(for events: Int16, _ deadline: Deadline) throws(ClientError) {
        var watched = pollfd(fd: descriptor, events: events, revents: 0)
        let ready = poll(&watched, 1, deadline.millisecondsLeft)
        if ready == 0 && deadline.millisecondsLeft == 0 { throw .timedOut }
        if ready < 0 && errno != EINTR { throw .transport(SystemError.last("wait for the service")) }
    }
}

/// When waiting ends.
private struct Deadline {
    /// Nanoseconds of `CLOCK_BOOTTIME`; nil: never.
    private let time: Timestamp?

    init(_ timeout: Interval?) {
        time = timeout.map { Timestamp(nanoseconds: clockNanoseconds(CLOCK_BOOTTIME)) + $0 }
    }

    /// For `poll`: -1 without an end; rounded up, so that 0 means over.
    var millisecondsLeft: Int32 {
        guard let time else { return -1 }
        let left = (time - Timestamp(nanoseconds: clockNanoseconds(CLOCK_BOOTTIME))).nanoseconds
        return left <= 0 ? 0 : Int32(min((left - 1) / 1_000_000 + 1, 1 << 30))
    }
}

extension timeval {
    fileprivate init(_ interval: Interval) {
        // Zero would mean no limit.
        let microseconds = max(1, interval.nanoseconds / 1000)
        self.init(tv_sec: Int(microseconds / 1_000_000), tv_usec: Int(microseconds % 1_000_000))
    }
}
