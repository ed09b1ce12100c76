import OrientationCore
import SeededRandom
import Testing

/// What holds for any motion, tried on many made-up ones.
@Suite struct PropertyTests {
    /// Poses anywhere, moves of 0.1 to 2 s between them, rests of 0 to 3 s, on a walk one time in three.
    private static func motion(_ seed: UInt64, moves: Int = 12) -> GeneratedMotion {
        var random = SeededGenerator(seed: seed)
        var pose = random.direction()
        var motion = GeneratedMotion.still(pose, 0.5)
        for _ in 0..<moves {
            let next = random.direction()
            motion = motion.then(.moving(from: pose, to: next, random.within(0.1...2))).then(.still(next, random.within(0...3)))
            pose = next
        }
        guard seed % 3 == 0 else { return motion }
        let (sway, phase) = (random.direction() * 0.3, random.unit())
        return motion.plus { sway * sine(turns: 2 * $0 + phase) }
    }

    private static let seeds = Array(UInt64(1)...40)

    private static func axis(_ device: DeviceOrientation) -> Vector3? {
        StaticPoses.poses.first { $0.1 == device }?.0
    }

    /// Turns in the plane of the screen, which map the four edges on each other and leave the faces; the six others mix
    /// edges with faces, whose borders differ.
    @Test(arguments: seeds) func turningTheFrameTurnsTheAnswerAndNothingElse(seed: UInt64) {
        let samples = Self.motion(seed).samples(rate: 50, noise: 0.02, seed: seed)
        let plain = Replay(samples).changes.filter { $0.reason != .sideChanged }
        let quarter = MountMatrix(x: Vector3(0, -1, 0), y: Vector3(1, 0, 0), z: Vector3(0, 0, 1))
        var turned = samples
        for turns in 1...3 {
            turned = turned.map { RawSample(timestamp: $0.timestamp, value: quarter * $0.value) }
            let changes = Replay(turned).changes.filter { $0.reason != .sideChanged }
            #expect(changes.map(\.timestamp) == plain.map(\.timestamp))
            #expect(changes.map(\.reason) == plain.map(\.reason))
            for (one, other) in zip(plain, changes) {
                guard var axis = Self.axis(one.device) else { continue }
                for _ in 0..<turns { axis = quarter * axis }
                #expect(Self.axis(other.device) == axis)
            }
        }
    }

    @Test(arguments: seeds) func scalingTheTimeOfAStillPoseChangesNothing(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let pose = random.direction()
        let plain = Replay(GeneratedMotion.still(pose, 4).samples(rate: 50, noise: 0))
        for rate in [1.0, 5, 20, 100, 1000] {
            let scaled = Replay(GeneratedMotion.still(pose, 200 / rate).samples(rate: rate, noise: 0))
            #expect(scaled.devices == plain.devices)
            #expect(scaled.pipeline.state.landscape == plain.pipeline.state.landscape)
        }
    }

    @Test(arguments: seeds) func moreHysteresisNeverGivesMoreChanges(seed: UInt64) {
        // Around the border, where it matters: upright, so that flat has no say.
        var random = SeededGenerator(seed: seed)
        let (speed, width) = (random.within(0.05...0.3), random.within(5...45))
        let motion = GeneratedMotion.turning(60, roll: { 45 + width * sine(turns: speed * $0) }, lean: { _ in 20 })
        let samples = motion.samples(rate: 25, noise: 0.01, seed: seed)
        let counts = [0.0, 2, 5, 10, 15, 20, 30].map { hysteresis in
            var settings = OrientationSettings()
            settings.rollHysteresis = hysteresis
            return Replay(samples, settings: settings).devices.count
        }
        #expect(zip(counts, counts.dropFirst()).allSatisfy(>=), "\(counts)")
    }

    @Test(arguments: seeds) func atRestNoOrientationIsKeptThatPointsAwayFromGravity(seed: UInt64) {
        let samples = Self.motion(seed, moves: 20).samples(rate: 50, noise: 0.01, seed: seed)
        guard seed % 3 != 0 else { return }
        var pipeline = OrientationPipeline(calibration: Replay.calibration)
        var (atRestSince, wrongSince): (Timestamp?, Timestamp?)
        var last = Vector3(0, 0, 0)
        for sample in samples {
            pipeline.take(sample) { _ in }
            let isAtRest = (sample.value - last).length < 0.06
            last = sample.value
            atRestSince = isAtRest ? atRestSince ?? sample.timestamp : nil
            let isAway = Self.axis(pipeline.state.device).map { $0.dot(sample.value) < -0.05 } ?? false
            wrongSince = isAway && atRestSince != nil ? wrongSince ?? sample.timestamp : nil
            if let wrongSince { #expect(sample.timestamp - wrongSince <= .milliseconds(500)) }
        }
    }

    @Test func theSameSamplesGiveTheSameChanges() {
        let samples = Self.motion(7).samples(rate: 100, noise: 0.02)
        #expect(Replay(samples).changes == Replay(samples).changes)
    }
}
