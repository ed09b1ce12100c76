import JSON
import OrientationCore
import Testing

@testable import Varlink

@Suite struct CallTests {
    @Test func aCallIsAnswered() throws {
        let service = try ToyService()
        let client = try RawClient(service)
        client.send("{\"method\":\"org.example.toy.Echo\",\"parameters\":{\"text\":\"h\u{e4}llo\",\"number\":7}}\0")
        #expect(try service.answer(to: client) == ["parameters": ["text": "h\u{e4}llo", "number": 7]])
    }

    @Test func theServiceTellsAboutItself() throws {
        let service = try ToyService()
        let client = try RawClient(service)
        client.send("{\"method\":\"org.varlink.service.GetInfo\"}\0")
        #expect(
            try service.answer(to: client) == [
                "parameters": [
                    "vendor": "Example", "product": "Toy", "version": "1", "url": "https://example.org",
                    "interfaces": ["org.varlink.service", "org.example.toy"],
                ]
            ])
        client.send(
            "{\"method\":\"org.varlink.service.GetInterfaceDescription\",\"parameters\":{\"interface\":\"org.example.toy\"}}\0")
        #expect(try service.answer(to: client) == ["parameters": ["description": .string(ToyService.text)]])
    }

    @Test(arguments: WrongRequest.all)
    func aWrongRequestHasItsErrorAndTheConnectionGoesOn(_ wrong: WrongRequest) throws {
        let service = try ToyService()
        let client = try RawClient(service)
        client.send(wrong.request + "\0")
        let reply = try service.answer(to: client)
        #expect(reply?["error"] == .string("org.varlink.service." + wrong.error))
        #expect(reply?["parameters"] == .object(wrong.parameters))
        client.send("{\"method\":\"org.example.toy.Echo\",\"parameters\":{\"text\":\"on\"}}\0")
        #expect(try service.answer(to: client)?["parameters"]?["text"] == "on")
    }
}

/// A wrong request and the error it gets.
struct WrongRequest: Sendable {
    let request: String
    let error: String
    let parameters: JSONObject

    init(_ request: String, _ error: String, _ parameters: JSONObject = [:]) {
        self.request = request
        self.error = error
        self.parameters = parameters
    }

    static let all: [WrongRequest] = [
        WrongRequest(#"{"method":"org.example.none.Echo"}"#, "InterfaceNotFound", ["interface": "org.example.none"]),
        WrongRequest(#"{"method":"org.example.toy.None"}"#, "MethodNotFound", ["method": "org.example.toy.None"]),
        WrongRequest(#"{"method":"org.example.toy.Absent"}"#, "MethodNotImplemented", ["method": "org.example.toy.Absent"]),
        WrongRequest(#"{"method":"org.example.toy.Drop"}"#, "MethodNotImplemented", ["method": "org.example.toy.Drop"]),
        WrongRequest(#"{"method":"org.example.toy.Watch"}"#, "ExpectedMore"),
        WrongRequest(#"{"method":"org.example.toy.Echo"}"#, "InvalidParameter", ["parameter": "text"]),
        WrongRequest(#"{"method":"org.example.toy.Echo","parameters":{"text":1}}"#, "InvalidParameter", ["parameter": "text"]),
        WrongRequest(#"{"method":"org.example.toy.Echo","parameters":{"text":"","other":1}}"#, "InvalidParameter", ["parameter": "other"]),
        WrongRequest(
            #"{"method":"org.example.toy.Echo","parameters":{"text":"","point":{"x":1}}}"#, "InvalidParameter", ["parameter": "point.y"]),
        WrongRequest(
            #"{"method":"org.example.toy.Echo","parameters":{"text":"","kind":"blue"}}"#, "InvalidParameter", ["parameter": "kind"]),
        WrongRequest(#"{"method":"org.example.toy.Echo","parameters":[]}"#, "InvalidParameter", ["parameter": "parameters"]),
        WrongRequest(#"{"method":"Echo"}"#, "InvalidParameter", ["parameter": "method"]),
        WrongRequest(#"{"method":".Echo"}"#, "InvalidParameter", ["parameter": "method"]),
        WrongRequest(#"{"method":"org.example."}"#, "InvalidParameter", ["parameter": "method"]),
        WrongRequest(#"{"method":5}"#, "InvalidParameter", ["parameter": "method"]),
        WrongRequest(#"{}"#, "InvalidParameter", ["parameter": "method"]),
        WrongRequest(#"{"method":"org.example.toy.Watch","more":1}"#, "InvalidParameter", ["parameter": "more"]),
        WrongRequest(#"{"method":"org.example.toy.Watch","more":true,"oneway":true}"#, "InvalidParameter", ["parameter": "more"]),
        WrongRequest(#"{"method":"org.example.toy.Drop","upgrade":true}"#, "MethodNotImplemented", ["method": "org.example.toy.Drop"]),
    ]
}
