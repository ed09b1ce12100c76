import EventLoop
import Foundation
import Glibc
import JSON
import OrientationCore
import Posix
import Testing

@testable import Varlink

/// The client against a real server in another thread, and against a peer that answers as the test says.
@Suite struct ClientTests {
    @Test func aCallReturnsItsParameters() throws {
        try withServiceThread { path in
            let client = try VarlinkClient(path: path)
            #expect(try client.call("org.example.toy.Echo", ["text": "a"]) == ["text": "a", "number": nil])
            #expect(try client.call("org.varlink.service.GetInfo")["product"] == "Toy")
        }
    }

    @Test func anErrorIsThrownWithNameAndParameters() throws {
        try withServiceThread { path in
            let client = try VarlinkClient(path: path)
            #expect(throws: ClientError.failed(CallError("org.example.toy.Broken", ["why": "asked to"]))) {
                try client.call("org.example.toy.Echo", ["text": "broken"])
            }
            #expect(throws: ClientError.failed(.expectedMore)) { try client.call("org.example.toy.Watch") }
            #expect(try client.call("org.example.toy.Echo", ["text": "goes on"])["text"] == "goes on")
        }
    }

    @Test func aLargeRequestAndALargeReplyPass() throws {
        try withServiceThread { path in
            let client = try VarlinkClient(path: path)
            let text = String(repeating: "y", count: 60_000)
            #expect(try client.call("org.example.toy.Echo", ["text": .string(text)])["text"] == .string(text))
            #expect(try client.call("org.example.toy.Bulk", ["size": 3_000_000])["text"]?.string?.utf8.count == 3_000_000)
        }
    }

    @Test func aRequestFarOverTheLimitIsAnsweredWithTheReason() throws {
        try withServiceThread { path in
            let client = try VarlinkClient(path: path)
            let text = String(repeating: "y", count: 2_000_000)
            let limit: JSONObject = ["limit": "max-request", "allowed": .integer(Int64(ServerLimits().maxRequest))]
            #expect(throws: ClientError.failed(CallError("org.example.toy.RequestTooLarge", limit))) {
                try client.call("org.example.toy.Echo", ["text": .string(text)])
            }
        }
    }

    @Test func aSilentServiceTimesOut() throws {
        try withServiceThread { path in
            let client = try VarlinkClient(path: path)
            #expect(throws: ClientError.timedOut) { try client.call("org.example.toy.Wait", timeout: .milliseconds(30)) }
        }
    }

    @Test func nobodyThereIsAnErrorWithTheReason() throws {
        #expect(throws: ClientError.cannotConnect(SystemError("connect to /nowhere/socket", code: ENOENT))) {
            try VarlinkClient(path: "/nowhere/socket")
        }
    }

    @Test func aFullQueueTimesOut() throws {
        let name = "@orientationd-\(UUID().uuidString)"
        let busy = try unixSocket()
        try #require(try SocketAddress(path: name).bind(busy.number) == 0 && listen(busy.number, 0) == 0)
        _ = try VarlinkClient(path: name)
        #expect(throws: ClientError.timedOut) {
            let clients = try (0..<3).map { _ in try VarlinkClient(path: name, timeout: .milliseconds(30)) }
            #expect(clients.isEmpty)
        }
    }

    // MARK: Against a peer that says anything

    @Test func aStreamEndsWithTheReplyThatDoesNotContinue() throws {
        let (client, peer) = try pair()
        let stream = try client.stream("a.b.C")
        peer.send(
            "{\"parameters\":{\"n\":1},\"continues\":true}\0{\"parameters\":{\"n\":2},\"continues\":true}\0{\"parameters\":{\"n\":3}}\0")
        #expect(peer.message() == ["method": "a.b.C", "parameters": [:], "more": true])
        for number in 1...3 { #expect(try stream.next(timeout: .seconds(5)) == ["n": .integer(Int64(number))]) }
        #expect(try stream.next(timeout: .seconds(5)) == nil)
    }

    @Test func anErrorEndsAStream() throws {
        let (client, peer) = try pair()
        let stream = try client.stream("a.b.C")
        peer.send("{\"error\":\"a.b.Bad\"}\0")
        #expect(throws: ClientError.failed(CallError("a.b.Bad"))) { try stream.next(timeout: .seconds(5)) }
        #expect(try stream.next(timeout: .seconds(5)) == nil)
    }

    @Test func aTimeOutDoesNotEndAStream() throws {
        let (client, peer) = try pair()
        let stream = try client.stream("a.b.C")
        #expect(throws: ClientError.timedOut) { try stream.next(timeout: .milliseconds(10)) }
        peer.send("{}\0")
        #expect(try stream.next(timeout: .seconds(5)) == [:])
    }

    @Test(arguments: ["", "{\"parameters\":{\"n\":1"])
    func aServiceThatGoesIsNoticed(_ last: String) throws {
        let (client, peer) = try pair()
        let stream = try client.stream("a.b.C")
        peer.send(last)
        peer.close()
        #expect(throws: ClientError.disconnected) { try stream.next(timeout: .seconds(5)) }
        #expect(throws: ClientError.disconnected) { try client.call("a.b.C") }
    }

    @Test(arguments: ["\0", "[]\0", "{\"parameters\":1}\0", "{\"error\":1}\0", "{\"continues\":1}\0", "nonsense\0"])
    func whatIsNoReplyIsAnError(_ text: String) throws {
        let (client, peer) = try pair()
        try client.send("a.b.C")
        peer.send(text)
        #expect {
            try client.nextReply(timeout: .seconds(5))
        } throws: { error in
            if case .invalidReply? = error as? ClientError { true } else { false }
        }
    }

    @Test func anEventLoopTakesRepliesWithoutWaiting() throws {
        let (client, peer) = try pair()
        try client.send("a.b.C", ["x": 1], .oneway)
        #expect(peer.message() == ["method": "a.b.C", "parameters": ["x": 1], "oneway": true])
        #expect(try client.received() == nil)
        peer.send("{\"parameters\":{\"n\":1},\"continues\":true}\0{\"parame")
        #expect(try client.received() == Reply(parameters: ["n": 1], errorName: nil, continues: true))
        #expect(try client.received() == nil)
        peer.send("ters\":{\"n\":2}}\0")
        #expect(try client.received()?.parameters == ["n": 2])
        peer.close()
        #expect(throws: ClientError.disconnected) { try client.received() }
    }

    /// A client and what it talks to.
    private func pair() throws -> (VarlinkClient, RawClient) {
        let name = "@orientationd-\(UUID().uuidString)"
        let listening = try unixSocket(isBlocking: true)
        try #require(try SocketAddress(path: name).bind(listening.number) == 0 && listen(listening.number, 5) == 0)
        let client = try VarlinkClient(path: name)
        let accepted = accept(listening.number, nil, nil)
        try #require(accepted >= 0)
        return (client, RawClient(owning: accepted))
    }
}

/// Runs a ``ToyService`` in a thread of its own meanwhile.
private func withServiceThread(_ body: (String) throws -> Void) throws {
    let path = NSTemporaryDirectory() + "toy-\(UUID().uuidString.prefix(13))"
    let isReady = DispatchSemaphore(value: 0)
    let hasEnded = DispatchSemaphore(value: 0)
    let stop = Pipe()
    let stopDescriptor = stop.fileHandleForReading.fileDescriptor
    Thread.detachNewThread {
        if let service = try? ToyService(path: path) {
            let source = try? service.loop.watch(stopDescriptor, for: .readable) { [loop = service.loop] _ in loop.exit() }
            isReady.signal()
            _ = try? service.loop.run()
            withExtendedLifetime(source) {}
        } else {
            isReady.signal()
        }
        hasEnded.signal()
    }
    isReady.wait()
    defer {
        stop.fileHandleForWriting.closeFile()
        hasEnded.wait()
    }
    try body(path)
}
