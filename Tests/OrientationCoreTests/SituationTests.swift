import OrientationCore
import SeededRandom
import Testing

/// Known situations, generated; issue by issue what a device has to survive.
@Suite struct SituationTests {
    static let rates = [10.0, 25, 100, 400]

    /// 60 to 85 degrees of roll and back, with the hand's accelerations on a device held 0.1 m from the wrist.
    @Test(arguments: rates, [0.3, 0.4, 0.5]) func aQuickFlickAndBackIsNoChange(rate: Double, flick: Double) {
        for peak in [-85.0, -60, 60, 85] {
            let angular = peak / 57.3 * GeneratedMotion.tau / flick / 2
            let motion = GeneratedMotion.turning(
                3, roll: { time in time > 1 && time < 1 + flick ? peak * (1 - sine(turns: (time - 1) / flick + 0.25)) / 2 : 0 }
            ).plus { time in
                guard time > 1 && time < 1 + flick else { return Vector3(0, 0, 0) }
                let speed = angular * sine(turns: (time - 1) / flick)
                let pull = angular * GeneratedMotion.tau / flick * sine(turns: (time - 1) / flick + 0.25)
                return Vector3(0.1 * pull / 9.81, -0.1 * speed * speed / 9.81, 0)
            }
            #expect(Replay(motion.samples(rate: rate)).devices == [.portrait], "peak \(peak)")
        }
    }

    /// 80 degrees and back as half a sine: it is its speed alone that gives it away.
    @Test(arguments: rates) func aSmoothFlickIsNoChange(rate: Double) {
        let motion = GeneratedMotion.turning(3, roll: { time in time > 1 && time < 1.2 ? 80 * sine(turns: (time - 1) / 0.4) : 0 })
        #expect(Replay(motion.samples(rate: rate)).devices == [.portrait])
    }

    @Test(arguments: rates, [0.0, 20, 34.8, 45, 55]) func aSlowTurnChangesOnceAnEdgeAt55AndNotBefore(rate: Double, lean: Double) {
        // 10 degrees a second through all four edges.
        let motion = GeneratedMotion.turning(
            36, roll: { time in time * 10 > 180 ? time * 10 - 360 : time * 10 }, lean: { _ in lean })
        let replay = Replay(motion.samples(rate: rate))
        #expect(replay.devices == [.portrait, .landscapeRight, .portraitUpsideDown, .landscapeLeft, .portrait])
        for (index, change) in replay.changes.filter({ $0.reason == .rolled }).enumerated() {
            let past = Double(change.timestamp.nanoseconds) * 1e-8 - Double(index) * 90
            #expect(past > 54.5 && past < 63, "left at \(past) degrees")
        }
    }

    @Test(arguments: [0.0, 15, 30, 45, 58]) func heldOnTheBorderItDoesNotFlap(lean: Double) {
        var random = SeededGenerator(seed: UInt64(lean) + 3)
        let rolls = (0..<15_000).map { _ in 45 + random.normal() }
        let leans = (0..<15_000).map { _ in lean + random.normal() }
        let motion = GeneratedMotion.turning(
            599, roll: { rolls[Int($0 * 25)] }, lean: { leans[Int($0 * 25)] })
        #expect(Replay(motion.samples(rate: 25, noise: 0)).devices.count <= 2, "unknown, then at most one change in ten minutes")
    }

    @Test(arguments: [0.0, 90, 180, -90]) func putOnATableAndPickedUpTheEdgeIsKeptAndThenRight(roll: Double) {
        let held = gravity(roll: roll, lean: 30)
        let edge = Replay(GeneratedMotion.still(held, 1).samples(rate: 50)).devices.last
        for pickedUp in [0.0, 90, 180, -90] {
            let next = gravity(roll: pickedUp, lean: 30)
            let table = Vector3(0, 0, -1)
            let motion = GeneratedMotion.still(held, 1).then(.moving(from: held, to: table, 0.6)).then(.still(table, 2))
                .then(.moving(from: table, to: next, 0.6)).then(.still(next, 1))
            let replay = Replay(motion.samples(rate: 50))
            let onTable = replay.changes.first { $0.device == .faceUp }
            #expect(onTable?.edge == edge)
            #expect(onTable?.reason == .laidFlat)
            let last = Replay(GeneratedMotion.still(next, 1).samples(rate: 50)).devices.last
            #expect(replay.devices.last == last)
            #expect(replay.changes.last { $0.reason == .pickedUp }?.device == last)
        }
    }

    /// From lying on a table over the head (screen down) to the table again, the top edge leading.
    @Test(arguments: [25.0, 100]) func passingOverTheHeadGoesThroughEveryPoseOnce(rate: Double) {
        let motion = GeneratedMotion(
            value: { time in
                let turn = GeneratedMotion.eased(time / 8)
                return Vector3(0, -sine(turns: turn), -sine(turns: turn + 0.25))
            }, duration: 8
        ).then(.still(Vector3(0, 0, -1), 1))
        #expect(Replay(motion.samples(rate: rate)).devices == [.faceUp, .portrait, .faceDown, .portraitUpsideDown, .faceUp])
    }

    @Test(arguments: [10.0, 25, 100]) func aTrainMovesNothing(rate: Double) {
        for (seed, pose) in [gravity(roll: 20, lean: 30), gravity(roll: -70, lean: 10), Vector3(0, 0.2, -0.98)].enumerated() {
            let motion = GeneratedMotion.still(pose, 60).plus { time in
                Vector3(0.12 * sine(turns: 1.3 * time), 0.15 * sine(turns: 1.9 * time + 0.3), 0.2 * sine(turns: 0.4 * time))
            }
            #expect(Replay(motion.samples(rate: rate, noise: 0.05, seed: UInt64(seed))).devices.count == 1)
        }
    }

    @Test(arguments: [10.0, 25, 100]) func walkingMovesNothing(rate: Double) {
        let motion = GeneratedMotion.still(gravity(roll: 10, lean: 35), 60).plus { time in
            gravity(roll: 10, lean: 35) * (0.4 * sine(turns: 2 * time) + 0.2 * sine(turns: 4 * time))
                + Vector3(0.3 * sine(turns: time), 0.1 * sine(turns: 2 * time), 0.25 * sine(turns: 2 * time + 0.2))
        }
        #expect(Replay(motion.samples(rate: rate, noise: 0.08)).devices == [.portrait])
    }

    @Test(arguments: [25.0, 100]) func walkingWithItRolled25DegreesMovesNothing(rate: Double) {
        let pose = gravity(roll: 25, lean: 20)
        let motion = GeneratedMotion.still(pose, 60).plus { time in
            pose * (0.4 * sine(turns: 2 * time)) + Vector3(1.05 * sine(turns: time + 0.1), 0, 0)
        }
        #expect(Replay(motion.samples(rate: rate, noise: 0.05)).devices == [.portrait])
    }

    @Test(arguments: [25.0, 100]) func walkingUprightDoesNotFlapTheSide(rate: Double) {
        let motion = GeneratedMotion.still(gravity(roll: 0, lean: 20), 60).plus { time in
            Vector3(0.25 * sine(turns: time), 0.3 * sine(turns: 2 * time), 0.1 * sine(turns: 2 * time))
        }
        #expect(Replay(motion.samples(rate: rate, noise: 0.05)).sideChanges <= 1)
    }

    /// 1 to 8 g for some 30 ms, ringing at 35 Hz.
    @Test(arguments: [25.0, 100, 400]) func knocksOnTheTableMoveNothing(rate: Double) {
        var random = SeededGenerator(seed: 5)
        for pose in [Vector3(0, 0, -1), gravity(roll: 5, lean: 20), gravity(roll: 100, lean: 0)] {
            let blows = (0..<20).map { _ in random.direction() * random.within(1...8) }
            let motion = GeneratedMotion.still(pose, 15).plus { time in
                let blow = Int(time / 0.77)
                let since = time - Double(blow) * 0.77
                let decay = 1 / (1 + since / 0.01)
                return blows[min(19, blow)] * (decay * decay * decay * sine(turns: 35 * since + 0.25))
            }
            #expect(Replay(motion.samples(rate: rate)).devices.count == 1)
        }
    }

    @Test(arguments: [10.0, 25, 100, 200]) func droppedAndCaughtItIsWhereItWas(rate: Double) {
        for direction in [Vector3(1, 0, 0), Vector3(0, 1, 0), Vector3(0, 0, 1), Vector3(-0.7, 0.7, 0)] {
            let fall = GeneratedMotion.still(gravity(roll: 5), 2).then(.still(direction * 0.03, 0.45))
                .then(GeneratedMotion.still(gravity(roll: 5) * 2.5, 0.12).plus { direction * (1.5 * sine(turns: $0 / 0.24)) })
                .then(.still(gravity(roll: 5), 3))
            #expect(Replay(fall.samples(rate: rate)).devices == [.portrait])
        }
    }

    @Test func onALapAt25DegreesItIsStillHowItIsHeld() {
        for (roll, expected) in [(0.0, DeviceOrientation.portrait), (90, .landscapeRight), (-90, .landscapeLeft)] {
            // Leaned back so that the glass is 25 degrees from level, and level again: that is flat.
            let motion = GeneratedMotion.turning(20, roll: { _ in roll }, lean: { 45 + 4 * sine(turns: $0 / 3) })
            #expect(Replay(motion.samples(rate: 25, noise: 0.02)).devices == [expected])
            let onLap = GeneratedMotion.turning(20, roll: { _ in roll }, lean: { 65 + 4 * sine(turns: $0 / 3) })
            #expect(Replay(onLap.samples(rate: 25, noise: 0.02)).devices == [.faceUp])
        }
    }

    @Test(arguments: [10.0, 25, 100]) func aCarBrakingAt04GWhileUprightMovesNothing(rate: Double) {
        for direction in [Vector3(0, 0, 1), Vector3(0, 0, -1), Vector3(1, 0, 0), Vector3(-1, 0, 0)] {
            let motion = GeneratedMotion.still(gravity(roll: 0, lean: 20), 10).plus { time in
                direction * (0.4 * GeneratedMotion.eased((time - 3) / 0.4) * GeneratedMotion.eased((7 - time) / 0.4))
            }
            #expect(Replay(motion.samples(rate: rate, noise: 0.03)).devices == [.portrait])
        }
    }
}
