import OrientationCore
import SeededRandom
import Testing

@testable import CalibrationFit

@Suite struct PoseSessionTests {
    /// Two seconds in each pose at 50 Hz, half a second of turning between them, with noise.
    private func samples(_ poses: [Vector3], noise size: Double = 0.02) -> [RawSample] {
        var noise = SeededGenerator(seed: 3)
        var samples: [RawSample] = []
        func add(_ value: Vector3) {
            let time = Timestamp(nanoseconds: Int64(samples.count) * 20_000_000)
            samples.append(RawSample(timestamp: time, value: value + noise.vector(size)))
        }
        for (index, pose) in poses.enumerated() {
            if index > 0 {
                let before = poses[index - 1]
                // Not through the middle, which has no direction: over a third one.
                let over = before.cross(pose).length > 0.1 ? Vector3(0, 0, 0) : Vector3(before.y, before.z, before.x)
                for step in 1..<25 {
                    let share = Double(step) / 25
                    let arc = share * (1 - share) * 4
                    add((before * (1 - share) + pose * share + over * arc).unit)
                }
            }
            for _ in 0..<100 { add(pose) }
        }
        return samples
    }

    private func events(_ session: inout PoseSession, _ samples: [RawSample]) -> [PoseSession.Event] {
        let events = samples.compactMap { session.take($0) }
        session.finish()
        return events
    }

    @Test func posesAreRecognisedWhenTheDeviceIsStill() throws {
        var session = PoseSession(wanted: 6)
        let sensor = SimulatedSensor(mounting: SimulatedSensor.turns(mirrored: true)[7])
        let events = events(&session, samples(HeldPose.allCases.map { sensor.reading($0.gravity) }))
        #expect(events == HeldPose.allCases.map { .seen($0) })
        #expect(session.next == nil)
        #expect(try SensorFit(session.readings).matrix == sensor.mounting.transposed)
    }

    @Test func noMoreThanAskedForAreTaken() {
        var session = PoseSession(wanted: 4)
        #expect(events(&session, samples(HeldPose.allCases.map(\.gravity))).count == 4)
    }

    @Test func aWrongPoseIsRefusedOnceAndTheRightOneTakenAfterIt() {
        var session = PoseSession(wanted: 4)
        let poses = [HeldPose.upright, .upsideDown, .leftEdgeDown, .rightEdgeDown, .onItsBack].map(\.gravity)
        let events = events(&session, samples(poses))
        #expect(events.count == 5)
        guard case .refused(.leftEdgeDown, let flaw) = events[1] else { return #expect(Bool(false), "\(events)") }
        #expect(flaw.description.contains("degrees from upright; 90 are right"))
        #expect(events[2] == .seen(.leftEdgeDown) && events[4] == .seen(.onItsBack))
    }

    @Test func aDeviceThatIsShakenIsNotStill() {
        var session = PoseSession(wanted: 4)
        #expect(events(&session, samples(HeldPose.allCases.map(\.gravity), noise: 0.2)).isEmpty)
    }

    @Test func aSlowTurnIsNotStill() {
        var detector = StillDetector()
        for step in 0..<500 {
            let (sine, cosine) = Angles.sineAndCosine(degrees: Double(step) / 500 * 90)
            let time = Timestamp(nanoseconds: Int64(step) * 20_000_000)
            #expect(detector.take(RawSample(timestamp: time, value: Vector3(sine, -cosine, 0))) == nil)
            #expect(detector.current == nil)
        }
    }

    @Test func theWholeStretchIsAveraged() {
        var detector = StillDetector()
        var noise = SeededGenerator(seed: 5)
        for step in 0..<1000 {
            let time = Timestamp(nanoseconds: Int64(step) * 20_000_000)
            _ = detector.take(RawSample(timestamp: time, value: Vector3(0, -1, 0) + noise.vector(0.03)))
        }
        let stretch = detector.finish()
        #expect(stretch.map { $0.count > 990 && ($0.mean - Vector3(0, -1, 0)).length < 0.004 } == true)
    }
}
