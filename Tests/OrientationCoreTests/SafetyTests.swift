import OrientationCore
import SeededRandom
import Testing

private let portrait = Vector3(0, -1, 0)
private let landscape = Vector3(1, 0, 0)

private func sample(_ time: Double, _ gravity: Vector3) -> RawSample { RawSample(timestamp: seconds(time), value: gravity) }

private func still(_ gravity: Vector3, from start: Double = 0, count: Int = 50, rate: Double = 25) -> [RawSample] {
    (0..<count).map { sample(start + Double($0) / rate, gravity) }
}

/// Input that no sensor should deliver, and some do.
@Suite struct ImpossibleSampleTests {
    static let impossible = [
        Vector3(.nan, 0, 0), Vector3(0, .infinity, 0), Vector3(0, 0, -.infinity), Vector3(.nan, .nan, .nan), Vector3(0, 0, 0),
        Vector3(34, 0, 0), Vector3(0, 0, -400), Vector3(1e300, 1e300, 0), Vector3(.greatestFiniteMagnitude, 0, 1), Vector3(1, 1, 1),
    ]

    @Test(arguments: impossible) func itIsCountedAndChangesNothing(value: Vector3) {
        var samples = still(portrait)
        for index in stride(from: 1, to: 50, by: 2) { samples[index].value = value }
        let replay = Replay(samples)
        #expect(replay.devices == [.portrait])
        #expect(replay.pipeline.rejected == 25)
        #expect(replay.changes.count == 1)
    }

    @Test(arguments: impossible) func itDecidesNothingAtTheStart(value: Vector3) {
        let replay = Replay(still(value))
        #expect(replay.changes.isEmpty)
        #expect(replay.pipeline.state == OrientationState())
        #expect(replay.pipeline.nextDeadline == nil)
    }

    @Test func spikesOf34GBetweenGoodSamplesDoNotDelayATurn() {
        var spiked: [RawSample] = []
        for good in still(portrait) + still(landscape, from: 2) {
            spiked += [good, RawSample(timestamp: good.timestamp + .milliseconds(20), value: Vector3(0, 0, 34))]
        }
        let plain = Replay(still(portrait) + still(landscape, from: 2))
        #expect(Replay(spiked).changes.map(\.timestamp) == plain.changes.map(\.timestamp))
    }

    @Test func aFirstSampleThatIsNotAtRestDoesNotDecide() {
        let replay = Replay([sample(0, Vector3(0, 0, 0)), sample(0.01, Vector3(-0.05, -0.25, -0.5))])
        #expect(replay.changes.isEmpty)
        let more = (2..<20).map { sample(Double($0) * 0.01, Vector3(0, -1, -0.1)) }
        let going = Replay([sample(0, Vector3(0, 0, 0)), sample(0.01, Vector3(-0.05, -0.25, -0.5))] + more)
        #expect(going.devices == [.portrait])
        #expect(going.changes[0].timestamp < seconds(0.15))
    }

    @Test func threeEqualAxesForLongAreNoReading() {
        let replay = Replay(still(portrait) + still(Vector3(0.6, 0.6, 0.6), from: 2, count: 500))
        #expect(replay.devices == [.portrait, .unknown])
        #expect(replay.changes.last?.reason == .stalled)
        #expect(replay.changes.last?.timestamp == seconds(1.96 + 5))
    }

    @Test func anAxisStuckAtTheEndOfItsRangeIsHeld() {
        for range in [2.0, 4, 16] {
            let stuck = still(portrait) + still(Vector3(range, -1, 0), from: 2, count: 2000)
            #expect(Replay(stuck).devices == [.portrait])
        }
    }
}

@Suite struct TimeTests {
    @Test func withoutAUsableSampleFor5SecondsItIsUnknownFromThenOn() {
        let replay = Replay(still(portrait) + [sample(60, portrait)])
        #expect(replay.devices == [.portrait, .unknown, .portrait])
        #expect(replay.changes.map(\.reason) == [.firstReading, .stalled, .sensorBack])
        #expect(replay.changes[1].timestamp == seconds(1.96 + 5))
        #expect(replay.changes[1].edge == .portrait)
        #expect(replay.changes[1].gravity == nil)
        #expect(replay.changes[2].timestamp == seconds(60))
    }

    @Test func whereSilenceMeansUnchangedNothingStalls() {
        var pipeline = OrientationPipeline(calibration: Replay.calibration)
        pipeline.silenceMeansUnchanged = true
        var changes: [OrientationState] = []
        pipeline.take(sample(0, portrait)) { changes.append($0) }
        pipeline.take(sample(3600, portrait)) { changes.append($0) }
        #expect(changes.count == 1)
    }

    @Test func oneSampleAndThenSilenceIsDecidedByTheDeadline() {
        var pipeline = OrientationPipeline(calibration: Replay.calibration)
        pipeline.silenceMeansUnchanged = true
        var changes: [OrientationState] = []
        pipeline.take(sample(0, portrait)) { changes.append($0) }
        pipeline.take(sample(10, landscape)) { changes.append($0) }
        #expect(changes.count == 1)
        guard let deadline = pipeline.nextDeadline else {
            Issue.record("no deadline")
            return
        }
        #expect(deadline > seconds(10) && deadline <= seconds(10.08))
        #expect(pipeline.change(by: deadline + Interval(nanoseconds: -1)) == nil)
        let change = pipeline.change(by: deadline)
        #expect(change?.device == .landscapeRight)
        #expect(change?.timestamp == deadline)
        #expect(pipeline.nextDeadline == nil)
    }

    @Test func inSilenceTheSideFollowsAtADeadlineOfItsOwn() {
        var pipeline = OrientationPipeline(calibration: Replay.calibration)
        pipeline.silenceMeansUnchanged = true
        var changes: [OrientationState] = []
        pipeline.take(sample(0, Vector3(-0.1, 0, -1))) { changes.append($0) }
        pipeline.take(sample(10, Vector3(0.08, -1, 0))) { changes.append($0) }
        pipeline.take(sample(20, Vector3(0.08, -1, 0))) { changes.append($0) }
        #expect(changes.map(\.reason) == [.firstReading, .pickedUp, .sideChanged])
        #expect(changes.allSatisfy { $0.timestamp < seconds(11) })
    }

    @Test func equalTimestampsAreNoTimeAndNoHarm() {
        let batches = (0..<100).flatMap { index in (0..<4).map { _ in sample(Double(index) * 0.04, index < 50 ? portrait : landscape) } }
        #expect(Replay(batches).devices == [.portrait, .landscapeRight])
        let frozen = (0..<100).map { sample(0, $0 < 50 ? portrait : landscape) }
        #expect(Replay(frozen).devices == [.portrait])
    }

    @Test func timeGoingBackLosesNothing() {
        let replay = Replay(still(portrait, from: 100) + still(landscape, from: 0))
        #expect(replay.devices == [.portrait, .landscapeRight])
        #expect(replay.changes.last.map { $0.timestamp < seconds(0.2) } == true)
    }

    @Test func timesAtTheEndsOf64BitsDoNotTrap() {
        let times: [Int64] = [.min, .max, 0, .max, .min, -1, .max - 1]
        var pipeline = OrientationPipeline(calibration: Replay.calibration)
        for (index, time) in times.enumerated() {
            pipeline.take(RawSample(timestamp: Timestamp(nanoseconds: time), value: index % 2 == 0 ? portrait : landscape)) { _ in }
            _ = pipeline.nextDeadline
            while pipeline.change(by: Timestamp(nanoseconds: .max)) != nil {}
        }
    }

    @Test func aChangeOfRateOnTheWayChangesNoAnswer() {
        let samples =
            still(portrait, count: 20, rate: 400) + still(portrait, from: 1, count: 20, rate: 5)
            + still(landscape, from: 6, count: 50, rate: 100) + still(Vector3(0, 0, -1), from: 8, count: 10, rate: 10)
        #expect(Replay(samples).devices == [.portrait, .landscapeRight, .faceUp])
    }

    @Test func aShortHoleIsNoEvidence() {
        // Two samples just past the border, and then a hole of 3 s.
        let replay = Replay(still(portrait) + still(gravity(roll: 59), from: 2, count: 2) + still(portrait, from: 5))
        #expect(replay.devices == [.portrait])
    }

    /// The caller may report deadlines as they come, in time or late, or leave all to the next sample.
    @Test(arguments: [5.0, 25, 100]) func itMakesNoDifferenceWhoReportsDeadlines(rate: Double) {
        var random = SeededGenerator(seed: 11)
        var motion = GeneratedMotion.still(portrait, 0.5)
        var pose = portrait
        for _ in 0..<60 {
            let next = random.direction()
            motion = motion.then(.moving(from: pose, to: next, random.within(0.1...1))).then(.still(next, random.within(0...1)))
            pose = next
        }
        var samples = motion.samples(rate: rate, noise: 0.05)
        samples.removeAll { _ in random.unit() < 0.1 }
        samples.removeSubrange(samples.count / 2..<samples.count / 2 + Int(7 * rate))
        for silence in [false, true] {
            var lazy = OrientationPipeline(calibration: Replay.calibration)
            lazy.silenceMeansUnchanged = silence
            var eager = lazy
            var late = lazy
            var (fromLazy, fromEager, fromLate): ([OrientationState], [OrientationState], [OrientationState]) = ([], [], [])
            for sample in samples {
                lazy.take(sample) { fromLazy.append($0) }
                while let deadline = eager.nextDeadline, deadline <= sample.timestamp {
                    if let change = eager.change(by: deadline) { fromEager.append(change) }
                }
                eager.take(sample) { fromEager.append($0) }
                for share in [0.25, 0.5, 0.99] {
                    let before = sample.timestamp + Interval(nanoseconds: -Int64(1e9 / rate * (1 - share)))
                    while let change = late.change(by: before) { fromLate.append(change) }
                }
                late.take(sample) { fromLate.append($0) }
            }
            #expect(fromLazy.count > 20)
            #expect(fromEager == fromLazy)
            #expect(fromLate == fromLazy)
        }
    }
}

@Suite struct LosingTests {
    private func settled() -> OrientationPipeline { Replay(still(landscape)).pipeline }

    @Test(arguments: [ChangeReason.sensorLost, .released, .ended]) func itSaysWhyAndKeepsTheEdge(reason: ChangeReason) {
        var pipeline = settled()
        let change = pipeline.lose(reason, at: seconds(3))
        #expect(change?.device == .unknown)
        #expect(change?.reason == reason)
        #expect(change?.edge == .landscapeRight)
        #expect(change?.confidence == 0)
        #expect(change?.timestamp == seconds(3))
        #expect(pipeline.nextDeadline == nil)
        #expect(pipeline.gravity == nil)
    }

    @Test func afterALossTheSensorIsBackAndAfterAReleaseItIsAFirstReading() {
        for (reason, back) in [(ChangeReason.sensorLost, ChangeReason.sensorBack), (.released, .firstReading)] {
            var pipeline = settled()
            _ = pipeline.lose(reason, at: seconds(3))
            #expect(pipeline.change(for: sample(4, portrait))?.reason == back)
        }
    }

    @Test func theEndOfARecordingIsAlwaysTold() {
        var pipeline = OrientationPipeline(calibration: Replay.calibration)
        #expect(pipeline.lose(.ended, at: seconds(1))?.reason == .ended)
    }
}
