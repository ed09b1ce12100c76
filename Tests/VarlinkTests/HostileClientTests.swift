import Glibc
import JSON
import OrientationCore
import Testing

@testable import Varlink

/// Clients that break the rules, or go when they are not expected to.
@Suite struct HostileClientTests {
    private func expectAlive(_ service: ToyService) throws {
        let other = try RawClient(service)
        other.send(echo("still there"))
        #expect(try service.answer(to: other)?["parameters"]?["text"] == "still there")
    }

    private func expectClosed(_ service: ToyService, _ client: RawClient) throws {
        #expect(
            try service.run {
                client.pull()
                return client.isClosed
            })
    }

    @Test(arguments: ["GET / HTTP/1.1\r\n\r\n\0", "\0", "[1]\0", "7\0", "{\"method\":\"\u{0}", "{\"a\":1,\"a\":2}\0"])
    func garbageIsNamedAndClosed(_ garbage: String) throws {
        let service = try ToyService()
        let client = try RawClient(service)
        client.send(garbage)
        #expect(
            try service.answer(to: client)
                == ["error": "org.varlink.service.InvalidParameter", "parameters": ["parameter": "message"]])
        try expectClosed(service, client)
        #expect(service.refusals.count == 1)
        try expectAlive(service)
    }

    @Test func bytesThatAreNoTextAreNamedAndClosed() throws {
        let service = try ToyService()
        let client = try RawClient(service)
        client.send(Array("{\"method\":\"".utf8) + [0xff, 0xfe] + Array("\"}\0".utf8))
        #expect(try service.answer(to: client)?["parameters"]?["parameter"] == "message")
        try expectClosed(service, client)
    }

    @Test func deepNestingIsNamedAndClosed() throws {
        let service = try ToyService()
        let client = try RawClient(service)
        client.send(String(repeating: "[", count: 60_000) + "\0")
        #expect(try service.answer(to: client)?["parameters"]?["parameter"] == "message")
        try expectClosed(service, client)
        try expectAlive(service)
    }

    @Test func aRequestOfTheLimitIsTakenAndOneByteMoreIsNot() throws {
        let service = try ToyService()
        let limit = service.server.limits.maxRequest
        func request(_ size: Int) -> String {
            let frame = echo("").utf8.count - 1
            return echo(String(repeating: "x", count: size - frame))
        }
        let good = try RawClient(service)
        good.send(request(limit))
        #expect(try service.answer(to: good)?["parameters"]?["text"]?.string != nil)
        let bad = try RawClient(service)
        bad.send(request(limit + 1))
        #expect(try service.answer(to: bad)?["error"] == "org.example.toy.RequestTooLarge")
        try expectClosed(service, bad)
    }

    @Test func whoSendsWithoutEndReadsWhyItWasClosed() throws {
        let service = try ToyService()
        let client = try RawClient(service)
        let block = [UInt8](repeating: UInt8(ascii: "x"), count: 32 * 1024)
        // As a blocking program would: all of 4 MiB first, and only then the answer.
        var sent = 0
        #expect(
            try service.run {
                let count = client.send(block)
                if count > 0 { sent += count }
                return sent >= 4 << 20
            })
        client.finishWriting()
        #expect(try service.answer(to: client)?["error"] == "org.example.toy.RequestTooLarge")
        try expectClosed(service, client)
        #expect(try service.run { service.server.connectionCount == 0 })
    }

    @Test func theErrorComesBehindWhatWaitsEvenIfInputHasEnded() throws {
        let service = try ToyService()
        let client = try RawClient(service)
        client.send("{\"method\":\"org.example.toy.Watch\",\"more\":true}\0")
        #expect(try service.run { service.calls.count == 1 })
        let connection = service.calls[0].connection
        while !connection.isBlocked { service.calls[0].reply(["count": 1], continues: true) }
        // Too many requests in one piece are read as soon as there is room.
        client.send(String(repeating: echo(""), count: service.server.limits.maxPending + 1))
        client.finishWriting()
        var last: JSONValue?
        #expect(
            try service.run {
                while let message = client.message() { last = message }
                return client.isClosed
            })
        #expect(last?["error"] == "org.example.toy.RequestTooLarge")
    }

    @Test func whoNeitherReadsNorGoesIsClosedInTheEnd() throws {
        let service = try ToyService()
        let client = try RawClient(service)
        client.send("garbage\0")
        #expect(try service.run { service.refusals.count == 1 })
        #expect(service.server.connectionCount == 1)
        #expect(try service.run { service.server.connectionCount == 0 })
        #expect(client.message()?["error"] != nil)
    }

    @Test func tooManyWaitingRequestsAreRefused() throws {
        let service = try ToyService()
        let client = try RawClient(service)
        let pending = service.server.limits.maxPending
        client.send("{\"method\":\"org.example.toy.Wait\"}\0" + (0..<pending).map { echo("\($0)") }.joined())
        #expect(try service.run { service.server.roster.all.first?.inbox.messageCount == pending })
        #expect(client.message() == nil)
        client.send(echo("one too many"))
        #expect(try service.answer(to: client)?["error"] == "org.example.toy.RequestTooLarge")
        try expectClosed(service, client)
        #expect(service.ended == 1)
    }

    @Test(arguments: ["", "{\"method\":\"org.exam", "{\"method\":\"org.example.toy.Wait\"}\0", echo("unread")])
    func aClientMayGoAtAnyMoment(_ last: String) throws {
        let service = try ToyService()
        for _ in 0..<20 {
            let client = try RawClient(service)
            if !last.isEmpty { client.send(last) }
            try service.loop.step(timeout: .milliseconds(1))
            client.close()
        }
        #expect(try service.run { service.server.connectionCount == 0 })
        #expect(service.ended == service.calls.count)
        try expectAlive(service)
    }

    @Test func aKilledSubscriberIsNoticedOnce() throws {
        let service = try ToyService()
        let client = try RawClient(service)
        client.send("{\"method\":\"org.example.toy.Watch\",\"more\":true}\0")
        #expect(try service.run { service.calls.count == 1 })
        client.close()
        service.calls[0].reply(["count": 1], continues: true)
        #expect(service.ended == 0, "never from inside a reply")
        #expect(try service.run { service.ended == 1 })
        service.calls[0].reply(["count": 2], continues: true)
        for _ in 0..<3 { try service.loop.step(timeout: .milliseconds(0)) }
        #expect(service.ended == 1)
        #expect(service.calls[0].isOver)
    }

    @Test func aRequestMayComeByteByByte() throws {
        let service = try ToyService()
        let client = try RawClient(service)
        for byte in echo("drip").utf8 {
            client.send([byte])
            try service.loop.step(timeout: .milliseconds(0))
        }
        #expect(try service.answer(to: client)?["parameters"]?["text"] == "drip")
        #expect(service.server.roster.all.first?.inbox.count == 0)
    }

    @Test func descriptorsThatAreSentAreNotKept() throws {
        let service = try ToyService()
        let client = try RawClient(service)
        var pipe: [Int32] = [0, 0]
        try #require(Glibc.pipe(&pipe) == 0)
        try #require(sendWithDescriptor(client.descriptor, Array(echo("gift").utf8), pipe[1]) > 0)
        close(pipe[1])
        #expect(try service.answer(to: client)?["parameters"]?["text"] == "gift")
        // The reader sees the end only when nobody holds the other side.
        var ready = pollfd(fd: pipe[0], events: Int16(POLLIN), revents: 0)
        #expect(poll(&ready, 1, 0) == 1 && ready.revents & Int16(POLLHUP) != 0)
        close(pipe[0])
    }
}

/// `sendmsg` with one descriptor in `SCM_RIGHTS`.
private func sendWithDescriptor(_ socket: Int32, _ bytes: [UInt8], _ descriptor: Int32) -> Int {
    var bytes = bytes
    let headerSize = MemoryLayout<cmsghdr>.size
    let control = UnsafeMutableRawPointer.allocate(byteCount: headerSize + 8, alignment: 8)
    defer { control.deallocate() }
    var header = cmsghdr()
    header.cmsg_len = headerSize + 4
    header.cmsg_level = SOL_SOCKET
    header.cmsg_type = Int32(SCM_RIGHTS)
    control.storeBytes(of: header, as: cmsghdr.self)
    control.storeBytes(of: descriptor, toByteOffset: headerSize, as: Int32.self)
    return bytes.withUnsafeMutableBytes { buffer in
        var vector = iovec(iov_base: buffer.baseAddress, iov_len: buffer.count)
        return withUnsafeMutablePointer(to: &vector) { vector in
            var message = msghdr()
            message.msg_iov = vector
            message.msg_iovlen = 1
            message.msg_control = control
            message.msg_controllen = headerSize + 8
            return sendmsg(socket, &message, 0)
        }
    }
}
