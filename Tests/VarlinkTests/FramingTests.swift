import Testing

@testable import Varlink

/// The two ends of a connection without a connection.
@Suite struct FramingTests {
    private func append(_ text: String, to inbox: inout Inbox) {
        Array(text.utf8).withUnsafeBytes { inbox.append($0) }
    }

    private func next(_ inbox: inout Inbox) -> String? {
        inbox.withNextMessage { String(decoding: $0, as: UTF8.self) }
    }

    @Test func messagesAreCutAtTheirZeroHoweverTheyCome() {
        let text = "first\0\0third\0part"
        for size in 1...text.utf8.count {
            var inbox = Inbox()
            var messages: [String] = []
            var rest = Substring(text)
            while !rest.isEmpty {
                append(String(rest.prefix(size)), to: &inbox)
                rest = rest.dropFirst(size)
                while let message = next(&inbox) { messages.append(message) }
            }
            #expect(messages == ["first", "", "third"])
            #expect(inbox.partCount == 4)
            #expect(inbox.count == 4)
        }
    }

    @Test func manyMessagesAtOnceAreCounted() {
        var inbox = Inbox()
        append(String(repeating: "0123456789\0", count: 5000) + "xyz", to: &inbox)
        #expect(inbox.messageCount == 5000)
        for _ in 0..<5000 { #expect(next(&inbox) == "0123456789") }
        #expect(next(&inbox) == nil)
        #expect(inbox.messageCount == 0 && inbox.partCount == 3 && inbox.count == 3)
        append("!\0", to: &inbox)
        #expect(next(&inbox) == "xyz!")
        #expect(inbox.count == 0)
    }

    @Test func messagesLeaveInOrderAndWhole() {
        var outbox = Outbox()
        outbox.append(Array("hello".utf8), sent: 2)
        outbox.append(Array("world".utf8))
        var sent: [UInt8] = []
        var room = 4
        let take: (UnsafeRawBufferPointer) -> Int? = { bytes in
            guard room > 0 else { return nil }
            let count = min(room, bytes.count)
            sent += bytes.prefix(count)
            room -= count
            return count
        }
        outbox.flush(take)
        #expect(String(decoding: sent, as: UTF8.self) == "llow" && outbox.count == 1)
        room = 100
        outbox.flush(take)
        #expect(String(decoding: sent, as: UTF8.self) == "lloworld" && outbox.isEmpty)
    }
}
