import JSON
import Testing

@Suite struct ObjectTests {
    @Test func settingKeepsThePlaceAndNilRemoves() {
        var object: JSONObject = ["a": 1, "b": 2, "c": 3]
        object["b"] = 5
        object["a"] = nil
        object["d"] = "new"
        object["x"] = nil
        #expect(JSONValue.object(object).text == "{\"b\":5,\"c\":3,\"d\":\"new\"}")
        #expect(object["c"] == 3)
        #expect(object["x"] == nil)
    }

    @Test func equalityLooksAtMembersAndNotAtTheirOrder() {
        #expect(["a": 1, "b": 2] as JSONObject == ["b": 2, "a": 1])
        #expect(["a": 1, "b": 2] as JSONObject != ["a": 1])
        #expect(["a": 1] as JSONObject != ["a": 1, "b": 2])
        #expect(["a": 1, "b": 2] as JSONObject != ["a": 1, "c": 2])
    }

    @Test func accessorsAnswerOnlyForTheirType() {
        let value: JSONValue = ["s": "x", "i": 1, "r": 1.5, "b": true, "a": [1], "o": [:], "n": nil]
        #expect(value["s"]?.string == "x" && value["s"]?.integer == nil && value["s"]?.bool == nil)
        #expect(value["i"]?.integer == 1 && value["i"]?.double == 1 && value["i"]?.string == nil)
        #expect(value["r"]?.double == 1.5 && value["r"]?.integer == nil)
        #expect(value["b"]?.bool == true && value["b"]?.double == nil)
        #expect(value["a"]?.array == [1] && value["a"]?.object == nil)
        #expect(value["o"]?.object == [:] && value["o"]?.array == nil)
        #expect(value["n"]?.isNull == true && value["none"] == nil)
        #expect(JSONValue.string("x")["s"] == nil)
    }
}
