import EventLoop
import Foundation
import OrientationCore
import Testing

@testable import Sensors

@Suite struct ReplayStandardInputTests {
    /// Both ends of a pipe, closed at the end of the test.
    private final class Channel {
        let reading: Int32
        private var writing: Int32

        init() throws {
            var ends: [Int32] = [0, 0]
            try #require(pipe(&ends) == 0)
            (reading, writing) = (ends[0], ends[1])
        }

        func send(_ text: String) {
            let bytes = Array(text.utf8)
            #expect(write(writing, bytes, bytes.count) == bytes.count)
        }

        func hangUp() {
            close(writing)
            writing = -1
        }

        deinit {
            close(reading)
            if writing >= 0 { close(writing) }
        }
    }

    /// What came out of a source, in words.
    private final class Log {
        var events: [String] = []
        var warnings: [String] = []
        var values: [Vector3] = []

        func note(_ event: SensorEvent) {
            switch event {
            case .sample(let sample):
                events.append("\(sample.timestamp.nanoseconds)")
                values.append(sample.value)
            case .infoChanged: events.append("info")
            case .ended: events.append("ended")
            case .lost(let reason, let text): events.append("\(reason): \(text)")
            }
        }
    }

    private static let header = "# unit: g\n# convention: proper\nt_ns,x,y,z\n"

    @Test func rowsComeAsTheyAreWritten() throws {
        let (loop, channel, log) = (try EventLoop(), try Channel(), Log())
        let source = StandardInputSource(descriptor: channel.reading, loop: loop) { log.warnings.append($0) }
        try source.start(log.note)
        channel.send(Self.header + "0,0,1,0\n10,0,")
        try loop.drain()
        #expect(log.events == ["info", "0"])
        channel.send("1,0\n")
        try loop.drain()
        #expect(log.events == ["info", "0", "10"])
        channel.hangUp()
        try loop.drain()
        #expect(log.events == ["info", "0", "10", "ended"])
        #expect(log.warnings.isEmpty)
    }

    /// The header comes after the calibration was asked for, so samples come out calibrated.
    @Test func gravityIsThatOfTheHeader() throws {
        let (loop, channel, log) = (try EventLoop(), try Channel(), Log())
        let source = StandardInputSource(descriptor: channel.reading, loop: loop)
        let calibration = source.calibration
        try source.start(log.note)
        channel.send("# unit: mg\n# convention: proper\n# mount_matrix: 0,1,0;1,0,0;0,0,1\nt_ns,x,y,z\n0,1000,250,0\n1,7,7,7\n")
        try loop.drain()
        let gravity = calibration.gravity(of: RawSample(timestamp: Timestamp(nanoseconds: 0), value: log.values[0]))
        #expect((gravity - Vector3(-0.25, -1, 0)).length < 1e-12)
        #expect(log.values[1] == Vector3(7, 7, 7), "a stuck sensor stays recognisable")
    }

    @Test func badRowsAreReportedAndLeftOut() throws {
        let (loop, channel, log) = (try EventLoop(), try Channel(), Log())
        let source = StandardInputSource(descriptor: channel.reading, loop: loop) { log.warnings.append($0) }
        try source.start(log.note)
        channel.send(Self.header + "0,0,1,0\nx\n5,0,1,0\n6,0,1")
        channel.hangUp()
        try loop.drain()
        #expect(log.events == ["info", "0", "5", "info", "ended"])
        #expect(
            log.warnings == [
                "standard input:5:1: expected a time in whole nanoseconds, found 'x'; row left out",
                "standard input:7:6: expected ',', found the end of the file; row left out",
            ])
        #expect(source.info.warnings == ["2 bad rows were left out"])
    }

    @Test func nothingIsReadWhileStopped() throws {
        let (loop, channel, log) = (try EventLoop(), try Channel(), Log())
        let source = StandardInputSource(descriptor: channel.reading, loop: loop)
        channel.send(Self.header + "0,0,1,0\n1,0,1,0\n2,0,1,0\n")
        try loop.drain()
        #expect(log.events.isEmpty)
        try source.start { event in
            log.note(event)
            if case .sample = event { source.stop() }
        }
        try loop.drain()
        #expect(log.events == ["info", "0"])
        channel.send("3,0,1,0\n")
        try loop.drain()
        #expect(log.events == ["info", "0"])
        try source.start(log.note)
        try loop.drain()
        #expect(log.events == ["info", "0", "1", "2", "3"])
    }

    @Test func aBadHeaderIsTheEnd() throws {
        let (loop, channel, log) = (try EventLoop(), try Channel(), Log())
        let source = StandardInputSource(descriptor: channel.reading, loop: loop)
        let expected = "sensorLost: standard input:1:9: expected one of m/s^2, g, mg, raw, found 'pounds'"
        try source.start(log.note)
        channel.send("# unit: pounds\n# convention: proper\nt_ns,x,y,z\n")
        try loop.drain()
        #expect(log.events == [expected])
        try source.start(log.note)
        try loop.drain()
        #expect(log.events == [expected, expected], "and stays it")
    }

    @Test func anEmptyInputIsSaidToBe() throws {
        let (loop, channel, log) = (try EventLoop(), try Channel(), Log())
        let source = StandardInputSource(descriptor: channel.reading, loop: loop)
        channel.hangUp()
        try source.start(log.note)
        try loop.drain()
        #expect(
            log.events == ["sensorLost: standard input:1:1: expected '# key: value' or 't_ns,x,y,z', found the end of the file"])
    }

    @Test func aRegularFileIsReadToo() throws {
        let (loop, log) = (try EventLoop(), Log())
        let recording = try TemporaryRecording(rows: 2000)
        let file = open(recording.path, O_RDONLY)
        defer { close(file) }
        let source = StandardInputSource(descriptor: file, loop: loop)
        try source.start(log.note)
        try loop.run(until: { log.events.last == "ended" })
        #expect(log.events.count == 2002)
        try source.start(log.note)
        try loop.drain()
        #expect(log.events.suffix(2) == ["ended", "ended"])
    }

    @Test func aClosedDescriptorIsAnError() throws {
        let loop = try EventLoop()
        let source = StandardInputSource(descriptor: 9_999, loop: loop)
        #expect { try source.start { _ in } } throws: { "\($0)" == "cannot read standard input: Bad file descriptor" }
    }

    @Test func onlyLongSilenceIsTime() throws {
        let (loop, channel, log) = (try EventLoop(), try Channel(), Log())
        let source = StandardInputSource(descriptor: channel.reading, loop: loop)
        #expect(source.loopTime(of: Timestamp(nanoseconds: 5)) == nil)
        try source.start(log.note)
        channel.send(Self.header + "1000,0,1,0\n")
        let before = loop.now
        try loop.drain()
        let after = loop.now
        let last = Timestamp(nanoseconds: 1000)
        let settling = try #require(source.loopTime(of: last + .milliseconds(100)))
        #expect(settling >= before + .seconds(5) && settling <= after + .seconds(5))
        let later = try #require(source.loopTime(of: last + .seconds(7)))
        #expect(later >= before + .seconds(7) && later <= after + .seconds(7))
    }
}
