import OrientationCore
import Testing

@testable import Traces

/// Ten seconds of one row, portrait from 2 s to 8 s, clear (10 degrees) or not (40 degrees).
private func recording(tilt: Double? = 10) -> ScoringRecording {
    let samples = (0...100).map { RawSample(timestamp: .init(nanoseconds: $0 * 100_000_000), value: Vector3(0, -1, 0)) }
    let row = TruthRow(start: .init(nanoseconds: 2_000_000_000), end: .init(nanoseconds: 8_000_000_000), expected: .portrait)
    return ScoringRecording(
        name: "made", trace: Trace(header: TraceHeader(unit: .standardGravity, convention: .gravity), samples: samples),
        truth: Truth(rows: [row]), tilts: [tilt])
}

private func change(_ seconds: Double, _ device: DeviceOrientation) -> Score.Change {
    Score.Change(timestamp: Timestamp(nanoseconds: Int64(seconds * 1e9)), device: device)
}

private func score(_ changes: [Score.Change], tilt: Double? = 10, clear: Double? = nil) -> Score {
    var score = Score()
    score.add(changes, of: recording(tilt: tilt), clear: clear)
    return score
}

@Suite struct ScoreTests {
    @Test func rightFromTheStartIsAllOfTheTimeAtOnce() {
        let score = score([change(0, .portrait)])
        #expect(score.labelled == 5.5)
        #expect(score.right == 5.5)
        #expect(score.share == 1)
        #expect(score.changesInside == 0)
        #expect(score.latencies == [0])
        #expect(score.unlabelled == 4)
        #expect(score.changesUnlabelled == 1)
        #expect(score.changesAMinute == 15)
    }

    @Test func halfASecondAfterTheStartIsAllowed() {
        let early = score([change(0, .faceUp), change(2.4, .portrait)])
        #expect(early.share == 1)
        #expect(early.changesInside == 0)
        #expect(abs((early.latency(atShare: 0.5) ?? 0) - 0.4) < 1e-9)
        let late = score([change(0, .faceUp), change(2.6, .portrait)])
        #expect(abs(late.right - 5.4) < 1e-9)
        #expect(late.changesInside == 1)
    }

    @Test func aFlickInsideCountsTwiceAndCostsItsTime() {
        let score = score([change(0, .portrait), change(4, .faceUp), change(4.5, .portrait)])
        #expect(score.changesInside == 2)
        #expect(abs(score.right - 5) < 1e-9)
    }

    @Test func changesOfTheSideAloneDoNotCount() {
        #expect(score([change(0, .portrait), change(4, .portrait)]).changesInside == 0)
    }

    @Test func aRowThatIsNeverReachedHasNoLatency() {
        let score = score([change(0, .faceUp), change(8, .portrait)])
        #expect(score.neverReached == 1)
        #expect(score.latencies.isEmpty)
        #expect(score.share == 0)
    }

    @Test func onlyClearRowsCountWhenAskedFor() {
        #expect(score([], tilt: 26, clear: 25).rows == 0)
        #expect(score([], tilt: nil, clear: 25).rows == 0)
        #expect(score([], tilt: 25, clear: 25).rows == 1)
    }

    @Test func scoresAddUp() {
        let sum = score([change(0, .portrait)]) + score([change(0, .faceUp)])
        #expect(sum.share == 0.5)
        #expect(sum.rows == 2)
        #expect(sum.neverReached == 1)
    }

    @Test func theDecisionIsRightAboutAStillDeviceUnderEveryDistortion() {
        for turn in Distortion.turns {
            for gain in Distortion.gains(wrongBy: 0.1) {
                var distortion = Distortion()
                distortion.turn = turn
                distortion.gain = gain
                distortion.noise = 0.03
                distortion.rate = 5
                let recording = recording()
                var score = Score()
                score.add(recording.changes(distortion: distortion), of: recording, distortion: distortion)
                #expect(score.share == 1)
            }
        }
    }
}

@Suite struct DistortionTests {
    @Test func thinningKeepsTheFirstOfEachSlot() {
        var distortion = Distortion()
        distortion.rate = 4
        let kept = distortion.samples(of: recording().trace).map(\.timestamp.nanoseconds)
        #expect(kept.prefix(5) == [0, 300_000_000, 500_000_000, 800_000_000, 1_000_000_000])
        distortion.phase = 0.5
        #expect(distortion.samples(of: recording().trace)[1].timestamp.nanoseconds == 200_000_000)
    }

    @Test func theNoiseIsAsLargeAsAskedForAndTheSameEachTime() {
        var distortion = Distortion()
        distortion.noise = 0.03
        let first = distortion.samples(of: recording().trace).map(\.value)
        #expect(first == distortion.samples(of: recording().trace).map(\.value))
        distortion.seed = 2
        #expect(first != distortion.samples(of: recording().trace).map(\.value))
        let squares = first.map { $0.x * $0.x + $0.z * $0.z }.reduce(0, +) / Double(2 * first.count)
        #expect(squares > 0.02 * 0.02 && squares < 0.04 * 0.04)
    }

    @Test func theTruthTurnsWithTheFrame() {
        #expect(Set(Distortion.turns.map { "\($0)" }).count == 24)
        let names = Set(
            Distortion.turns.map { turn in
                var distortion = Distortion()
                distortion.turn = turn
                return distortion.name(of: .portrait)
            })
        #expect(names.count == 6)
    }
}
