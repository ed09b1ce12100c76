import JSON
import OrientationCore
import SeededRandom
import Testing

@testable import Varlink

/// Texts that were good once, changed at random places; the same in every run.
@Suite struct MutationTests {
    private static let request = Array(
        "{\"method\":\"org.example.toy.Echo\",\"parameters\":{\"text\":\"a\\u00e4\",\"number\":-12,\"point\":{\"x\":1.5e3,\"y\":0}}}".utf8)

    @Test func aChangedRequestIsAnsweredOrRefusedAndNothingElse() throws {
        let service = try ToyService()
        var random = SeededGenerator(seed: 1)
        for _ in 0..<300 {
            let client = try RawClient(service)
            client.send(random.mutate(Self.request) + [0])
            // Whatever it is, there is an answer.
            #expect(try service.answer(to: client) != nil)
        }
        #expect(try service.run { service.server.connectionCount == 0 })
    }

    @Test func aChangedTextIsReadOrRefused() {
        var random = SeededGenerator(seed: 2)
        var good = 0
        for _ in 0..<5000 {
            let bytes = random.mutate(Self.request)
            guard let value = try? JSONValue(parsing: bytes) else { continue }
            good += 1
            #expect((try? JSONValue(parsing: value.encoded())) == value)
        }
        #expect(good > 0)
    }

    @Test func aChangedDescriptionIsReadOrRefused() {
        var random = SeededGenerator(seed: 3)
        var good = 0
        for _ in 0..<1000 {
            let text = String(decoding: random.mutate(Array(ToyService.text.utf8)), as: UTF8.self)
            if (try? InterfaceDescription(parsing: text)) != nil { good += 1 }
        }
        #expect((1..<1000).contains(good))
    }
}

extension SeededGenerator {
    /// Removes, doubles or replaces up to three bytes.
    fileprivate mutating func mutate(_ bytes: [UInt8]) -> [UInt8] {
        var bytes = bytes
        for _ in 0..<Int.random(in: 1...3, using: &self) {
            let place = bytes.indices.randomElement(using: &self) ?? 0
            switch Int.random(in: 0..<4, using: &self) {
            case 0: bytes.remove(at: place)
            case 1: bytes.insert(bytes[place], at: place)
            case 2: bytes[place] = UInt8.random(in: 1...255, using: &self)
            case _: bytes[place] = Array("{}[]\",:0-e\\".utf8).randomElement(using: &self) ?? 0x20
            }
        }
        return bytes
    }
}
