import JSON
import OrientationCore
import Testing

@testable import Varlink

/// Clients that do not read.
@Suite struct SlowReaderTests {
    private func subscribe(_ service: ToyService, _ client: RawClient) throws -> Call {
        let before = service.calls.count
        client.send("{\"method\":\"org.example.toy.Watch\",\"more\":true}\0")
        try #require(try service.run { service.calls.count == before + 1 })
        return service.calls[before]
    }

    @Test func aSlowReaderGetsTheNewestWholeAndNothingOld() throws {
        let service = try ToyService()
        let slow = try RawClient(service)
        let call = try subscribe(service, slow)
        var newest = 0
        // The service's side of "newest wins".
        call.onDrained = { call.reply(["count": .integer(Int64(newest))], continues: true) }
        for count in 1...100_000 {
            newest = count
            if !call.connection.isBlocked { call.reply(["count": .integer(Int64(count))], continues: true) }
        }
        #expect(call.connection.isBlocked)
        #expect(call.connection.outbox.count == 1)
        var counts: [Int64] = []
        #expect(
            try service.run {
                while let message = slow.message() {
                    if let count = message["parameters"]?["count"]?.integer { counts.append(count) }
                }
                return counts.last == 100_000
            })
        #expect(counts == counts.sorted())
        #expect(counts.count < 100_000)
        #expect(slow.partCount == 0)
        #expect(!call.connection.isBlocked)
        #expect(call.connection.interest == .readable)
    }

    @Test func aReaderThatTakesBytesOneByOneGetsWholeMessages() throws {
        let service = try ToyService()
        let slow = try RawClient(service)
        slow.send("{\"method\":\"org.example.toy.Bulk\",\"parameters\":{\"size\":60000}}\0" + echo("after"))
        #expect(try service.run { service.server.roster.all.first?.isBlocked == true })
        var bulk: JSONValue?
        #expect(
            try service.run {
                slow.pull(atMost: 791)
                bulk = slow.message()
                return bulk != nil
            })
        #expect(bulk?["parameters"]?["text"]?.string?.utf8.count == 60_000)
        #expect(try service.answer(to: slow)?["parameters"]?["text"] == "after")
    }

    @Test func nothingIsReadFromWhoDoesNotRead() throws {
        let service = try ToyService()
        let slow = try RawClient(service)
        slow.send("{\"method\":\"org.example.toy.Bulk\",\"parameters\":{\"size\":60000}}\0")
        #expect(try service.run { service.server.roster.all.first?.isBlocked == true })
        let connection = try #require(service.server.roster.all.first)
        while slow.send(echo("more")) > 0 {}
        for _ in 0..<5 { try service.loop.step(timeout: .milliseconds(0)) }
        #expect(connection.inbox.count == 0)
        #expect(connection.interest == .writable)
    }

    @Test func aServiceThatQueuesWithoutLookingLosesTheReaderNotItsMemory() throws {
        let service = try ToyService()
        let slow = try RawClient(service)
        let call = try subscribe(service, slow)
        for count in 1...100_000 { call.reply(["count": .integer(Int64(count))], continues: true) }
        #expect(call.connection.outbox.count <= service.server.limits.maxWaitingMessages + 1)
        #expect(service.ended == 0, "never from inside a reply")
        #expect(try service.run { service.ended == 1 && service.server.connectionCount == 0 })
    }

    @Test func aSlowReaderDoesNotHoldUpOthers() throws {
        let service = try ToyService()
        let slow = try RawClient(service)
        let call = try subscribe(service, slow)
        while !call.connection.isBlocked { call.reply(["count": 1], continues: true) }
        let other = try RawClient(service)
        other.send(echo("quick"))
        #expect(try service.answer(to: other)?["parameters"]?["text"] == "quick")
    }
}
