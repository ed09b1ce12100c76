import JSON
import Testing

@Suite struct ParserTests {
    @Test func membersKeepTheirOrder() throws {
        let value = try JSONValue(parsing: "{\"z\":1,\"a\":[true,null,-2.5],\"m\":{\"x\":\"y\"}}")
        #expect(value.object?.members.map(\.key) == ["z", "a", "m"])
        #expect(value.text == "{\"z\":1,\"a\":[true,null,-2.5],\"m\":{\"x\":\"y\"}}")
    }
}
