import EventLoop
import Foundation
import OrientationCore
import Testing

@testable import Sensors

/// A recording file that is gone when the test is.
final class TemporaryRecording {
    let path = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID().uuidString).csv").path

    static let header = "# unit: g\n# convention: gravity\n# rate_hz: 1000\nt_ns,x,y,z\n"

    init(_ text: String) throws {
        try text.write(toFile: path, atomically: true, encoding: .utf8)
    }

    /// Rows one `interval` (ns) apart, numbered in x.
    convenience init(rows: Int, interval: Int = 1_000_000, from start: Int = 0) throws {
        try self.init(Self.header + (0..<rows).map { "\(start + $0 * interval),\($0),-1,0\n" }.joined())
    }

    deinit { unlink(path) }
}

extension EventLoop {
    /// Runs rounds until something has happened; a test that waits longer than this has failed.
    func run(until condition: () -> Bool, rounds: Int = 20_000) throws {
        let end = now + .seconds(10)
        var round = 0
        while !condition(), round < rounds, now < end {
            try step(timeout: .milliseconds(100))
            round += 1
        }
        #expect(condition(), "nothing happened in \(round) rounds")
    }

    /// Runs the rounds that need no waiting.
    func drain(rounds: Int = 20) throws {
        for _ in 0..<rounds { try step(timeout: Interval(nanoseconds: 0)) }
    }
}

@Suite struct ReplaySourceTests {
    private func play(
        _ source: ReplaySource, on loop: EventLoop, until count: Int = .max
    ) throws -> (samples: [RawSample], ended: Bool) {
        var samples: [RawSample] = []
        var ended = false
        try source.start { event in
            switch event {
            case .sample(let sample): samples.append(sample)
            case .ended: ended = true
            case .infoChanged, .lost: Issue.record("\(event)")
            }
            if samples.count == count { source.stop() }
        }
        #expect(samples.isEmpty, "no event from inside start")
        try loop.run(until: { ended || samples.count >= count })
        return (samples, ended)
    }

    @Test func atMaximalSpeedAllComeInOrderWithTheirOwnTimes() throws {
        let loop = try EventLoop()
        let recording = try TemporaryRecording(rows: 5000, from: 77)
        let source = try ReplaySource(path: recording.path, speed: .maximal, loop: loop)
        let (samples, ended) = try play(source, on: loop)
        #expect(ended)
        #expect(samples.map(\.value.x) == (0..<5000).map(Double.init))
        #expect(samples.last?.timestamp.nanoseconds == 4_999_000_077)
        #expect(source.loopTime(of: Timestamp(nanoseconds: 0)) == nil)
    }

    @Test func eachStartPlaysFromTheBeginning() throws {
        let loop = try EventLoop()
        let recording = try TemporaryRecording(rows: 3000)
        let source = try ReplaySource(path: recording.path, speed: .maximal, loop: loop)
        #expect(try play(source, on: loop, until: 1500).samples.last?.value.x == 1499)
        try loop.drain()
        #expect(try play(source, on: loop).samples.count == 3000)
        #expect(try play(source, on: loop).samples.count == 3000)
    }

    @Test func stoppingInTheHandlerIsTheLastEvent() throws {
        let loop = try EventLoop()
        let recording = try TemporaryRecording(rows: 100)
        let source = try ReplaySource(path: recording.path, speed: .maximal, loop: loop)
        var events = 0
        try source.start { _ in
            events += 1
            source.stop()
        }
        try loop.drain()
        #expect(events == 1)
    }

    @Test func aPauseHoldsFromTheNextSampleOnAndTheEndToo() throws {
        let loop = try EventLoop()
        let recording = try TemporaryRecording(rows: 3)
        let source = try ReplaySource(path: recording.path, speed: .maximal, loop: loop)
        var log: [String] = []
        try source.start { event in
            if case .sample(let sample) = event { log.append("\(Int(sample.value.x))") } else { log.append("end") }
            source.pause()
        }
        for expected in [["0"], ["0", "1"], ["0", "1", "2"], ["0", "1", "2", "end"]] {
            try loop.drain()
            #expect(log == expected)
            source.resume()
        }
    }

    @Test func oneRoundIsBounded() throws {
        let loop = try EventLoop()
        let recording = try TemporaryRecording(rows: 20_000)
        let source = try ReplaySource(path: recording.path, speed: .maximal, loop: loop)
        var count = 0
        var countAtSignal = 0
        try source.start { _ in count += 1 }
        let other = try loop.later { countAtSignal = count }
        try loop.run(until: { count > 20_000 })
        #expect(countAtSignal <= 2048)
        withExtendedLifetime(other) {}
    }

    @Test func scaledSpeedTakesItsTime() throws {
        let loop = try EventLoop()
        let recording = try TemporaryRecording(rows: 21, interval: 20_000_000)
        let source = try ReplaySource(path: recording.path, speed: .times(4), loop: loop)
        let begin = loop.now
        let (samples, ended) = try play(source, on: loop)
        let seconds = (loop.now - begin).seconds
        #expect(ended)
        #expect(samples.count == 21)
        // 400 ms of recording: never faster, however slow the machine is.
        #expect(seconds >= 0.1)
    }

    @Test func scaledSpeedIgnoresAPause() throws {
        let loop = try EventLoop()
        let recording = try TemporaryRecording(rows: 5)
        let source = try ReplaySource(path: recording.path, speed: .times(1000), loop: loop)
        var ended = false
        try source.start { event in
            source.pause()
            if case .ended = event { ended = true }
        }
        try loop.run(until: { ended })
    }

    @Test func deadlinesOfAScaledReplayComeByTimer() throws {
        let loop = try EventLoop()
        let recording = try TemporaryRecording(rows: 2, interval: 60_000_000_000, from: 500)
        let source = try ReplaySource(path: recording.path, speed: .times(4), loop: loop)
        #expect(source.loopTime(of: Timestamp(nanoseconds: 500)) == nil)
        let before = loop.now
        try source.start { _ in }
        let after = loop.now
        let due = try #require(source.loopTime(of: Timestamp(nanoseconds: 4_000_000_500)))
        #expect(due >= before + .seconds(1) && due <= after + .seconds(1))
        #expect(source.loopTime(of: Timestamp(nanoseconds: .max)) != nil)
    }

    @Test(arguments: [ReplaySpeed.maximal, .times(1000)]) func repeatingGoesOnWithRisingTimes(speed: ReplaySpeed) throws {
        let loop = try EventLoop()
        let recording = try TemporaryRecording(rows: 3, from: 10)
        let source = try ReplaySource(path: recording.path, speed: speed, repeats: true, loop: loop)
        let (samples, ended) = try play(source, on: loop, until: 8)
        #expect(!ended)
        #expect(samples.map { ($0.timestamp.nanoseconds - 10) / 1_000_000 } == [0, 1, 2, 3, 4, 5, 6, 7])
        #expect(samples.map(\.value.x) == [0, 1, 2, 0, 1, 2, 0, 1])
    }

    @Test func aRecordingOfOneMomentRepeatsWithoutStandingStill() throws {
        let loop = try EventLoop()
        let recording = try TemporaryRecording(rows: 1)
        let source = try ReplaySource(path: recording.path, speed: .maximal, repeats: true, loop: loop)
        let times = try play(source, on: loop, until: 3).samples.map(\.timestamp.nanoseconds)
        #expect(times == [0, 1_000_000, 2_000_000])
    }

    @Test func aBrokenOrMissingFileIsFoundAtOnce() throws {
        let loop = try EventLoop()
        let recording = try TemporaryRecording(TemporaryRecording.header + "0,1,2,3\n5,1,2\n")
        #expect { try ReplaySource(path: recording.path, loop: loop) } throws: {
            "\($0)" == "\(recording.path):6:6: expected ',', found the end of the line"
        }
        #expect { try ReplaySource(path: "/nowhere.csv", loop: loop) } throws: {
            "\($0)" == "cannot open /nowhere.csv: No such file or directory"
        }
    }

    @Test func itSaysWhatItIs() throws {
        let loop = try EventLoop()
        let recording = try TemporaryRecording(rows: 1)
        let source = try ReplaySource(path: recording.path, speed: .times(2.5), loop: loop)
        #expect(source.info.id == recording.path)
        #expect(source.info.kind == .replay)
        #expect(source.info.rate == 1000)
        #expect(source.info.access == "recording at 2.5 times real speed")
        let supply = FixedSupply(source)
        #expect(supply.candidates.map(\.isUsed) == [true])
        #expect(supply.current === source)
    }

    @Test func speeds() {
        #expect(ReplaySpeed("max") == .maximal)
        #expect(ReplaySpeed("4") == .times(4))
        #expect(ReplaySpeed("0.5") == .times(0.5))
        for text in ["", "0", "-1", "nan", "inf", "fast", "1e9"] { #expect(ReplaySpeed(text) == nil, "\(text)") }
    }
}
