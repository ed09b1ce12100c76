import Glibc
import JSON
import OrientationCore
import Testing

@testable import Varlink

/// Which request is answered when.
@Suite struct OrderTests {
    @Test func pipelinedRequestsAreAnsweredInOrder() throws {
        let service = try ToyService()
        let client = try RawClient(service)
        client.send((0..<200).map { echo("\($0)") }.joined())
        for number in 0..<200 {
            #expect(try service.answer(to: client)?["parameters"]?["text"] == .string("\(number)"))
        }
    }

    @Test func aOnewayCallHasNoAnswer() throws {
        let service = try ToyService()
        let client = try RawClient(service)
        client.send(echo("silent", ",\"oneway\":true") + echo("heard"))
        #expect(try service.answer(to: client)?["parameters"]?["text"] == "heard")
        #expect(service.oneways == 1)
    }

    @Test func aWrongOnewayCallHasNoAnswerEither() throws {
        let service = try ToyService()
        let client = try RawClient(service)
        client.send("{\"method\":\"org.example.none.X\",\"oneway\":true}\0{\"method\":1,\"oneway\":true}\0" + echo("heard"))
        #expect(try service.answer(to: client)?["parameters"]?["text"] == "heard")
    }

    @Test func aOnewayCallCountsEvenIfItsCallerIsGone() throws {
        let service = try ToyService()
        let client = try RawClient(service)
        client.send((0..<50).map { _ in echo("bye", ",\"oneway\":true") }.joined())
        client.close()
        #expect(try service.run { service.oneways == 50 && service.server.connectionCount == 0 })
    }

    @Test func laterRequestsWaitForARunningCall() throws {
        let service = try ToyService()
        let client = try RawClient(service)
        client.send("{\"method\":\"org.example.toy.Wait\"}\0" + echo("later"))
        #expect(try service.run { service.calls.count == 1 })
        for _ in 0..<5 { try service.loop.step(timeout: .milliseconds(0)) }
        #expect(client.message() == nil)
        service.calls[0].reply(["count": 1])
        #expect(try service.answer(to: client)?["parameters"]?["count"] == 1)
        #expect(try service.answer(to: client)?["parameters"]?["text"] == "later")
    }

    @Test func aCallWithMoreIsAnsweredManyTimes() throws {
        let service = try ToyService()
        let client = try RawClient(service)
        client.send("{\"method\":\"org.example.toy.Watch\",\"more\":true}\0" + echo("later"))
        #expect(try service.run { service.calls.count == 1 })
        let call = service.calls[0]
        call.reply(["count": 1], continues: true)
        call.reply(["count": 2], continues: true)
        #expect(try service.answer(to: client) == ["parameters": ["count": 1], "continues": true])
        #expect(try service.answer(to: client) == ["parameters": ["count": 2], "continues": true])
        call.reply(["count": 3])
        call.reply(["count": 4])
        #expect(call.isOver)
        #expect(try service.answer(to: client) == ["parameters": ["count": 3]])
        #expect(try service.answer(to: client)?["parameters"]?["text"] == "later")
        #expect(service.ended == 0)
    }

    @Test func whoDidNotAskForMoreGetsNoMore() throws {
        let service = try ToyService()
        let client = try RawClient(service)
        client.send("{\"method\":\"org.example.toy.Wait\"}\0")
        #expect(try service.run { service.calls.count == 1 })
        service.calls[0].reply(["count": 1], continues: true)
        #expect(try service.answer(to: client)?["error"] == "org.varlink.service.ExpectedMore")
    }

    @Test func whatSeveralSubscribersGetIsEncodedOnce() throws {
        let service = try ToyService()
        let clients = try (0..<3).map { _ in try RawClient(service) }
        for client in clients { client.send("{\"method\":\"org.example.toy.Watch\",\"more\":true}\0") }
        #expect(try service.run { service.calls.count == 3 })
        let reply = EncodedReply(["count": 9], continues: true)
        for call in service.calls { call.reply(reply) }
        for client in clients {
            #expect(try service.answer(to: client) == ["parameters": ["count": 9], "continues": true])
        }
    }

    @Test func aFloodLeavesOthersTheirTurn() throws {
        let service = try ToyService()
        let flooding = try RawClient(service)
        let other = try RawClient(service)
        flooding.send((0..<150).map { echo("\($0)") }.joined())
        other.send(echo("me too"))
        var answer: JSONValue?
        #expect(
            try service.run {
                answer = other.message()
                return answer != nil
            })
        var flood = 0
        while flooding.message() != nil { flood += 1 }
        #expect(flood <= 3 * service.server.limits.requestsPerRound)
    }

    @Test func whoStopsWritingStillGetsItsAnswers() throws {
        let service = try ToyService()
        let client = try RawClient(service)
        client.send(echo("last") + "{\"method\":\"org.example.toy.Watch\",\"more\":true}\0")
        client.finishWriting()
        #expect(try service.answer(to: client)?["parameters"]?["text"] == "last")
        #expect(try service.run { service.calls.count == 1 })
        service.calls[0].reply(["count": 1], continues: true)
        #expect(try service.answer(to: client)?["parameters"]?["count"] == 1)
        service.calls[0].reply(["count": 2])
        #expect(try service.answer(to: client)?["parameters"]?["count"] == 2)
        #expect(
            try service.run {
                client.pull()
                return client.isClosed && service.server.connectionCount == 0
            })
    }
}

/// A request that is answered with its own text.
func echo(_ text: String, _ more: String = "") -> String {
    "{\"method\":\"org.example.toy.Echo\",\"parameters\":{\"text\":\"\(text)\"}\(more)}\0"
}
