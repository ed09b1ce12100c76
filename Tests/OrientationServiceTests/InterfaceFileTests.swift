import EventLoop
import Glibc
import JSON
import OrientationCore
import Sensors
import Testing
import Varlink

@testable import OrientationService

/// A sensor in the hands of a test.
final class HandSensor: SensorSource {
    let info = SensorInfo(name: "hand", id: "test", kind: .iio)
    let calibration = Calibration(
        scale: Vector3(Calibration.standardGravity, Calibration.standardGravity, Calibration.standardGravity))
    private(set) var handler: ((SensorEvent) -> Void)?

    func start(_ handler: @escaping (SensorEvent) -> Void) throws(SensorError) { self.handler = handler }
    func stop() { handler = nil }
    func loopTime(of time: Timestamp) -> Timestamp? { nil }
}

/// The service behind a real socket, on a loop that the test turns.
final class ServiceBench {
    let loop: EventLoop
    let sensor = HandSensor()
    let service: OrientationService
    let server: VarlinkServer
    let description: InterfaceDescription
    let path: String

    init() throws {
        path = "/tmp/orientation-service-test-\(getpid())-\(UInt32.random(in: 0 ... .max))"
        loop = try EventLoop()
        service = try OrientationService(OrientationSettings(), supply: FixedSupply(sensor), loop: loop) { _, _, _ in }
        server = try VarlinkServer(loop: loop, info: OrientationMethods.info, limitErrors: OrientationMethods.limitErrors)
        description = try InterfaceDescription(parsing: OrientationMethods.description)
        server.register(description, handlers: OrientationMethods(service, group: "root", loop: loop).handlers)
        try server.listen(on: ListeningSocket(path: path))
    }

    deinit { server.close() }

    func connect() throws -> VarlinkClient { try VarlinkClient(path: path) }

    /// Turns the loop until a reply has come.
    func reply(to client: VarlinkClient) throws -> Reply {
        for _ in 0..<500 {
            try loop.step(timeout: .milliseconds(20))
            if let reply = try client.received() { return reply }
        }
        throw ClientError.timedOut
    }

    func call(_ method: String, _ parameters: JSONObject = [:]) throws -> Reply {
        let client = try connect()
        try client.send("org.orientationd.\(method)", parameters)
        return try reply(to: client)
    }

    /// Holds a pose for a second.
    func hold(_ gravity: Vector3, from second: Int64) {
        for count in 0..<50 {
            let time = Timestamp(nanoseconds: second * 1_000_000_000 + Int64(count) * 20_000_000)
            sensor.handler?(.sample(RawSample(timestamp: time, value: gravity)))
        }
    }
}

@Suite struct InterfaceFileTests {
    @Test func everyReplyIsAsTheInterfaceFileSays() throws {
        let bench = try ServiceBench()
        let subscriber = try bench.connect()
        try subscriber.send("org.orientationd.Monitor", ["gravity": 50], .more)
        let first = try bench.reply(to: subscriber)
        let id = try #require(first.parameters["id"]?.string)
        #expect(bench.description.mismatch(ofReply: first.parameters, method: "Monitor") == nil)
        bench.hold(Vector3(0, -1, 0), from: 1)
        bench.hold(Vector3(-1, 0, 0), from: 2)
        var states: [JSONObject] = []
        while states.last?["state"]?["device"] != "landscapeLeft" {
            states.append(try bench.reply(to: subscriber).parameters)
        }
        for state in states { #expect(bench.description.mismatch(ofReply: state, method: "Monitor") == nil) }
        for (method, parameters) in [
            ("Get", [:]), ("Get", ["wait": 1000]), ("ListSensors", [:]), ("Status", [:]), ("Explain", [:]),
            ("EndSubscription", ["id": .string(id)]),
        ] as [(String, JSONObject)] {
            let reply = try bench.call(method, parameters)
            #expect(reply.error == nil)
            #expect(bench.description.mismatch(ofReply: reply.parameters, method: method) == nil, "\(method)")
        }
    }

    @Test func everySampleIsSentWithWhatItMeans() throws {
        let bench = try ServiceBench()
        let reader = try bench.connect()
        try reader.send("org.orientationd.Samples", [:], .more)
        let first = try bench.reply(to: reader)
        #expect(bench.description.mismatch(ofReply: first.parameters, method: "Samples") == nil)
        #expect(first.parameters["form"]?["sensor"] == "hand")
        bench.hold(Vector3(0, -1, 0), from: 1)
        var samples: [JSONValue] = []
        while samples.count < 50 {
            let reply = try bench.reply(to: reader)
            #expect(bench.description.mismatch(ofReply: reply.parameters, method: "Samples") == nil)
            samples += reply.parameters["samples"]?.array ?? []
        }
        #expect(samples.last?["timestamp"] == .integer(1_980_000_000))
        bench.sensor.handler?(.lost(.sensorLost, "gone"))
        let last = try bench.reply(to: reader)
        #expect(bench.description.mismatch(ofReply: last.parameters, method: "Samples") == nil)
        #expect(last.parameters["end"] == "sensorLost" && !last.continues)
    }

    @Test func everyErrorOfOursIsInTheInterfaceFile() throws {
        let bench = try ServiceBench()
        let reply = try bench.call("EndSubscription", ["id": "none"])
        let error = try #require(reply.error)
        #expect(bench.description.mismatch(ofError: error.parameters, error: "NoSuchSubscription") == nil)
        #expect(error.name == "org.orientationd.NoSuchSubscription")
        for name in ["NoSensor", "TooManyConnections", "RequestTooLarge", "NoSuchSubscription"] {
            #expect(bench.description.errors[name] != nil, "\(name)")
        }
    }

    @Test func everyMethodOfTheFileIsAnswered() throws {
        let bench = try ServiceBench()
        let handlers = OrientationMethods(bench.service, group: "root", loop: bench.loop).handlers
        #expect(Set(bench.description.methods.keys) == Set(handlers.keys))
    }

    @Test func theNumbersAndNamesOfTheFileAreThoseOfTheCore() throws {
        let text = OrientationMethods.description
        for name in DeviceOrientation.allCases.map(\.name) + ChangeReason.allCases.map(\.rawValue) {
            #expect(text.contains(name), "\(name)")
        }
    }
}
