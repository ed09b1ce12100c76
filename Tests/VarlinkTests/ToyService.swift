import EventLoop
import Foundation
import Glibc
import JSON
import OrientationCore
import Posix

@testable import Varlink

/// A small service on a loop in the test's own thread, and raw clients for it.
final class ToyService {
    static let text = """
        # A service for tests.
        interface org.example.toy
        type Point (x: float, y: float)
        method Echo(text: string, number: ?int, point: ?Point, kind: ?(red, green)) -> (text: string, number: ?int)
        # Answers when told.
        method Wait() -> (count: int)
        method Watch() -> (count: int)
        method Bulk(size: int) -> (text: string)
        method Drop() -> ()
        method Absent() -> ()
        error Broken (why: string)
        error TooManyConnections (limit: string, allowed: int)
        error RequestTooLarge (limit: string, allowed: int)
        """

    let loop: EventLoop
    let server: VarlinkServer
    let path: String
    /// Calls that wait for an answer.
    var calls: [Call] = []
    var ended = 0
    var drained = 0
    var oneways = 0
    var refusals: [String] = []

    init(
        path: String = NSTemporaryDirectory() + "toy-\(UUID().uuidString.prefix(13))", limits: ServerLimits = ServerLimits()
    ) throws {
        loop = try EventLoop()
        self.path = path
        server = try VarlinkServer(
            loop: loop, info: ServiceInfo(vendor: "Example", product: "Toy", version: "1", url: "https://example.org"), limits: limits,
            limitErrors: LimitErrorNames(
                tooManyConnections: "org.example.toy.TooManyConnections", requestTooLarge: "org.example.toy.RequestTooLarge"))
        server.register(
            try InterfaceDescription(parsing: Self.text),
            handlers: [
                "Echo": { [unowned self] call throws(CallError) in
                    let text: String = try call.parameters.required("text")
                    if call.isOneway { oneways += 1 }
                    if text == "broken" { throw CallError("org.example.toy.Broken", ["why": "asked to"]) }
                    call.reply(["text": .string(text), "number": call.parameters["number"] ?? .null])
                },
                "Wait": { [unowned self] call in keep(call) },
                "Watch": { [unowned self] call throws(CallError) in
                    try call.requireMore()
                    keep(call)
                },
                "Bulk": { call throws(CallError) in
                    let size: Int = try call.parameters.required("size")
                    call.reply(["text": .string(String(repeating: "x", count: size))])
                },
                "Drop": { _ in },
            ])
        server.onRefusal = { [unowned self] in refusals.append($1) }
        try server.listen(on: ListeningSocket(path: path))
    }

    private func keep(_ call: Call) {
        calls.append(call)
        call.onEnd = { [unowned self] in ended += 1 }
        call.onDrained = { [unowned self] in drained += 1 }
    }

    /// Runs the loop until `condition` holds; false if that takes longer than 5 s.
    @discardableResult
    func run(until condition: () -> Bool) throws -> Bool {
        let end = loop.now + .seconds(5)
        while !condition() {
            if loop.now > end { return false }
            try loop.step(timeout: .milliseconds(20))
        }
        return true
    }
}

/// A client that writes what it likes.
final class RawClient {
    let descriptor: Int32
    private var buffer: [UInt8] = []
    /// The service has closed it.
    private(set) var isClosed = false
    private var isGone = false

    init(_ service: ToyService) throws {
        let socket = try unixSocket()
        let address = try SocketAddress(path: service.path)
        try checkErrno("connect") { address.connect(socket.number) }
        descriptor = socket.release()
    }

    init(owning descriptor: Int32) { self.descriptor = descriptor }

    deinit { close() }

    /// Goes away.
    func close() {
        if !isGone { Glibc.close(descriptor) }
        isGone = true
    }

    @discardableResult
    func send(_ text: String) -> Int { send(Array(text.utf8)) }

    @discardableResult
    func send(_ bytes: [UInt8]) -> Int {
        Glibc.send(descriptor, bytes, bytes.count, Int32(MSG_NOSIGNAL | MSG_DONTWAIT))
    }

    func finishWriting() { shutdown(descriptor, Int32(SHUT_WR)) }

    /// The next message if one has come.
    func message() -> JSONValue? {
        pull()
        guard let end = buffer.firstIndex(of: 0) else { return nil }
        let message = Array(buffer[..<end])
        buffer.removeFirst(end + 1)
        return try? JSONValue(parsing: message)
    }

    /// Bytes that have come and make no whole message.
    var partCount: Int { buffer.count - (buffer.lastIndex(of: 0).map { $0 + 1 } ?? 0) }

    @discardableResult
    func pull(atMost limit: Int = .max) -> Int {
        var chunk = [UInt8](repeating: 0, count: min(limit, 65536))
        var total = 0
        while total < limit {
            let count = recv(descriptor, &chunk, min(chunk.count, limit - total), Int32(MSG_DONTWAIT))
            if count <= 0 {
                if count == 0 || errno != EAGAIN { isClosed = true }
                break
            }
            total += count
            buffer += chunk[..<count]
        }
        return total
    }
}

extension ToyService {
    /// Runs until the client has a message.
    func answer(to client: RawClient) throws -> JSONValue? {
        var message: JSONValue?
        try run {
            message = client.message()
            return message != nil || client.isClosed
        }
        return message
    }
}
