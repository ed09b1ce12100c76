import OrientationCore
import Testing

/// What `confidence` promises: 1 on the axis and at rest, less towards the borders, less the more the device is moved.
@Suite struct ConfidenceTests {
    private func confidence(of pose: Vector3, after before: [RawSample] = []) -> Double {
        Replay(before + GeneratedMotion.still(pose, 2).samples(rate: 50, noise: 0)).changes.last?.confidence ?? -1
    }

    @Test func onTheAxisAndAtRestItIs1() {
        for (pose, _) in StaticPoses.poses { #expect(abs(confidence(of: pose) - 1) < 1e-12) }
    }

    @Test func theFurtherFromTheAxisTheLess() {
        for lean in [0.0, 20, 40] {
            let byRoll = [0.0, 5, 10, 15, 20, 25, 30, 34].map { confidence(of: gravity(roll: $0, lean: lean)) }
            #expect(zip(byRoll, byRoll.dropFirst()).allSatisfy { $0 >= $1 - 1e-9 })
            #expect(byRoll.allSatisfy { $0 > 0 && $0 <= 1 })
        }
        let byLean = [0.0, 10, 20, 30, 40, 50, 55, 59].map { confidence(of: gravity(roll: 0, lean: $0)) }
        #expect(zip(byLean, byLean.dropFirst()).allSatisfy(>))
        let flat = [90.0, 85, 80, 75, 70, 65, 61].map { confidence(of: gravity(roll: 0, lean: $0)) }
        #expect(zip(flat, flat.dropFirst()).allSatisfy(>))
    }

    @Test func theMoreItIsMovedTheLess() {
        let moved = [0.0, 0.2, 0.4, 0.6].map { amount in
            let walk = GeneratedMotion.still(gravity(roll: 0, lean: 20), 5).plus {
                Vector3(0, amount * sine(turns: 2 * $0), 0)
            }.then(GeneratedMotion.still(Vector3(1, 0, 0), 3).plus { Vector3(amount * sine(turns: 2 * $0), 0, 0) })
            return Replay(walk.samples(rate: 50, noise: 0)).changes.last { $0.device == .landscapeRight }?.confidence ?? -1
        }
        #expect(zip(moved, moved.dropFirst()).allSatisfy(>))
        #expect(moved.allSatisfy { $0 > 0 })
    }

    @Test func whatIsUnknownHasNone() {
        #expect(confidence(of: gravity(roll: 45)) == 0)
        var pipeline = Replay(GeneratedMotion.still(Vector3(0, -1, 0), 1).samples(rate: 50)).pipeline
        #expect(pipeline.lose(.sensorLost, at: seconds(2))?.confidence == 0)
    }
}

/// Each reason, brought about.
@Suite struct ReasonTests {
    @Test func eachChangeSaysWhy() {
        let poses = [
            gravity(roll: 0), gravity(roll: 90), Vector3(0, 0, -1), Vector3(0, 0, 1), gravity(roll: 0), gravity(roll: -20),
        ]
        let samples = poses.enumerated().flatMap { index, pose in
            GeneratedMotion.still(pose, 1).samples(rate: 50, noise: 0).dropLast().map {
                RawSample(timestamp: $0.timestamp + .seconds(Int64(index)), value: $0.value)
            }
        }
        let replay = Replay(samples)
        #expect(replay.changes.map(\.reason) == [.firstReading, .rolled, .laidFlat, .turnedOver, .pickedUp, .sideChanged])
        #expect(replay.changes.map(\.landscape) == [.landscapeLeft] + Array(repeating: .landscapeRight, count: 4) + [.landscapeLeft])
    }
}
