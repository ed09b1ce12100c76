import OrientationCore
import Testing

/// The worked cases of the interface policy, each by its sentence.
@Suite struct InterfacePolicyTests {
    @Test func deviceLandscapeLeftGivesInterfaceLandscapeRight() {
        var bench = PolicyBench()
        bench.turn(.landscapeLeft)
        #expect(bench.session == .landscapeRight)
        bench.turn(.landscapeRight)
        #expect(bench.session == .landscapeLeft)
        bench.turn(.portraitUpsideDown)
        #expect(bench.session == .portraitUpsideDown)
    }

    @Test func faceUpFaceDownAndUnknownChangeNoInterface() throws {
        var bench = PolicyBench()
        _ = try bench.arrive()
        bench.turn(.landscapeLeft)
        _ = bench.told()
        bench.turn(.faceUp, .faceDown, .unknown)
        #expect(bench.told().isEmpty)
        #expect(bench.session == .landscapeRight)
    }

    @Test func aMaskWithoutTheNewOrientationKeepsTheOld() throws {
        var bench = PolicyBench()
        try bench.act { try $0.setSession(InterfaceWishes(supported: .allButUpsideDown)) }
        bench.turn(.landscapeLeft, .portraitUpsideDown)
        #expect(bench.session == .landscapeRight)
    }

    @Test func whenTheMaskForbidsThePresentOneTheDevicesIsTakenElseThePreferredElseTheFirst() throws {
        // The device's: turned by hand to landscapeLeft, held in portrait.
        var bench = PolicyBench()
        bench.turn(.portrait)
        try bench.act { try $0.rotate(to: .exactly(.landscapeLeft)) }
        try bench.act { try $0.setSession(InterfaceWishes(supported: [.portrait, .landscapeRight], preferred: .landscapeRight)) }
        #expect(bench.session == .portrait)
        // The preferred one: what the device shows is forbidden too.
        try bench.act { try $0.setSession(InterfaceWishes(supported: .landscape, preferred: .landscapeLeft)) }
        #expect(bench.session == .landscapeLeft)
        // The first allowed one: by ascending bit, the natural one not being there.
        try bench.act { try $0.setSession(InterfaceWishes(supported: [.portraitUpsideDown, .landscapeRight])) }
        #expect(bench.session == .portraitUpsideDown)
        // And the natural one before those of lower bits.
        var natural = PolicyBench { $0.natural = .landscapeLeft }
        natural.turn(.landscapeRight)
        try natural.act { try $0.setSession(InterfaceWishes(supported: [.portrait, .landscapeRight])) }
        #expect(natural.session == .landscapeRight)
    }

    @Test func anOrientationThatAClientForbidsForItselfStillReachesTheOthers() throws {
        var bench = PolicyBench()
        let upright = try bench.arrive(InterfaceWishes(supported: .portrait))
        let free = try bench.arrive()
        bench.turn(.landscapeLeft)
        #expect(bench.own(upright) == .portrait)
        #expect(bench.own(free) == .landscapeRight)
        #expect(bench.policy.report(for: upright).session.to == .landscapeRight, "it sees the session's as well")
    }

    @Test func aPresentedClientTurnsTheInterfaceToItsPreferredOneAndPortraitIsBackWhenItLeaves() throws {
        var bench = PolicyBench()
        try bench.act { try $0.setSession(InterfaceWishes(supported: .portrait)) }
        let other = try bench.arrive()
        bench.turn(.portrait)
        let player = try bench.arrive(InterfaceWishes(supported: .landscape, preferred: .landscapeRight), presented: true)
        #expect(bench.session == .landscapeRight)
        #expect(bench.own(player) == .landscapeRight)
        #expect(bench.own(other) == .landscapeRight)
        bench.turn(.landscapeRight)
        #expect(bench.session == .landscapeLeft, "its mask counts instead of the session's")
        bench.act { $0.leave(player) }
        #expect(bench.session == .portrait)
        #expect(bench.own(other) == .portrait)
    }

    @Test func theSystemsMaskStillBindsAPresentedClient() throws {
        var bench = PolicyBench { $0.supported = [.portrait, .landscapeLeft] }
        _ = try bench.arrive(InterfaceWishes(supported: .all, preferred: .landscapeRight), presented: true)
        #expect(bench.session == .portrait)
        bench.turn(.landscapeLeft)
        #expect(bench.session == .portrait)
        #expect(
            throws: InterfacePolicyError.noCommonOrientation(
                InterfaceMasks(system: [.portrait, .landscapeLeft], session: .landscapeRight, client: .landscapeRight))
        ) { try bench.arrive(InterfaceWishes(supported: .landscapeRight), presented: true) }
    }

    @Test func theLatestPresentedClientCounts() throws {
        var bench = PolicyBench()
        bench.turn(.portrait)
        let first = try bench.arrive(InterfaceWishes(supported: .landscape, preferred: .landscapeLeft), presented: true)
        let second = try bench.arrive(InterfaceWishes(supported: .portraitUpsideDown), presented: true)
        #expect(bench.session == .portraitUpsideDown)
        bench.act { $0.leave(second) }
        #expect(bench.session == .landscapeLeft, "the one before it counts again")
        bench.act { $0.leave(first) }
        #expect(bench.session == .portrait)
        bench.act { $0.leave(first) }
        #expect(bench.session == .portrait)
    }

    @Test func aClientThatGoesAwayTakesItsMaskWithItAndTheInterfaceIsDecidedAnew() throws {
        var bench = PolicyBench()
        let below = try bench.arrive(InterfaceWishes(supported: .landscape), presented: true)
        let player = try bench.arrive(InterfaceWishes(supported: .portrait), presented: true)
        bench.turn(.landscapeRight)
        #expect(bench.session == .portrait)
        bench.act { $0.leave(below) }
        #expect(bench.session == .portrait, "it did not count, so nothing changes")
        bench.act { $0.leave(player) }
        #expect(bench.session == .landscapeLeft)
    }

    @Test func lockedTheInterfaceStaysAndUnlockingFollowsTheDeviceAtOnce() throws {
        var bench = PolicyBench()
        let client = try bench.arrive()
        bench.turn(.landscapeLeft)
        try bench.act { try $0.lock() }
        _ = bench.told()
        bench.turn(.portrait, .landscapeRight)
        #expect(bench.told().isEmpty)
        #expect(bench.session == .landscapeRight)
        #expect(!bench.policy.isDeviceSilenced, "the device is still reported")
        bench.act { $0.unlock() }
        #expect(bench.told() == ["1 will 2: landscapeLeft 180", "1 did 2: landscapeLeft 180"])
        #expect(bench.own(client) == .landscapeLeft)
        bench.act { $0.unlock() }
        #expect(bench.told().isEmpty)
    }

    @Test func lockSilencesDeviceOnlyWhileLocked() throws {
        var bench = PolicyBench { $0.lockSilencesDevice = true }
        #expect(!bench.policy.isDeviceSilenced)
        let client = try bench.arrive()
        try bench.act { try $0.lock(of: client) }
        #expect(!bench.policy.isDeviceSilenced, "a client locks only its own interface")
        try bench.act { try $0.lock(at: .exactly(.landscapeLeft)) }
        #expect(bench.policy.isDeviceSilenced)
        #expect(bench.session == .landscapeLeft)
        bench.act { $0.unlock() }
        #expect(!bench.policy.isDeviceSilenced)
    }

    @Test func aLockThatAMaskForbidsComesBackWhenItMay() throws {
        var bench = PolicyBench { $0.lock = .portrait }
        bench.turn(.portraitUpsideDown)
        #expect(bench.session == .portrait)
        let player = try bench.arrive(InterfaceWishes(supported: .landscape), presented: true)
        #expect(bench.session == .landscapeRight)
        bench.act { $0.leave(player) }
        #expect(bench.session == .portrait)
        #expect(throws: InterfacePolicyError.self, "a lock has to be allowed") {
            try bench.act { try $0.setSession(InterfaceWishes(supported: .portrait)) }
            try bench.act { try $0.lock(at: .exactly(.landscapeLeft)) }
        }
    }

    @Test func rotateByHandThenTheDeviceTurnsFollowsAgain() throws {
        var bench = PolicyBench()
        let client = try bench.arrive()
        bench.turn(.portrait)
        try bench.act { try $0.rotate(to: .exactly(.landscapeLeft)) }
        #expect(bench.session == .landscapeLeft)
        #expect(bench.own(client) == .landscapeLeft, "everyone follows the session")
        bench.turn(.faceUp)
        #expect(bench.session == .landscapeLeft)
        bench.turn(.landscapeLeft)
        #expect(bench.session == .landscapeRight)
    }

    @Test func rotateToWhereItAlreadyIsDoesNothingAndWithForceAChange() throws {
        var bench = PolicyBench()
        _ = try bench.arrive()
        try bench.act { try $0.rotate(to: .exactly(.portrait)) }
        #expect(bench.told().isEmpty)
        try bench.act { try $0.rotate(to: .exactly(.portrait), force: true) }
        #expect(bench.told() == ["1 will 1: portrait 0", "1 did 1: portrait 0"])
    }

    @Test func autorotateOffAndRotateByHandIsTheOnlyByHandMode() throws {
        var bench = PolicyBench()
        let player = try bench.arrive(InterfaceWishes(autorotate: false))
        bench.turn(.landscapeLeft)
        #expect(bench.own(player) == .portrait)
        try bench.act { try $0.rotate(to: .landscape, of: player) }
        #expect(bench.own(player) == .landscapeRight)
        bench.turn(.portrait, .landscapeRight)
        #expect(bench.own(player) == .landscapeRight, "it stays until someone rotates it by hand")
        #expect(bench.session == .landscapeLeft)
    }

    @Test func everyLayerCanSayNoToAutorotate() throws {
        var system = PolicyBench { $0.autorotate = .never }
        system.turn(.landscapeLeft)
        #expect(system.session == .portrait)
        var session = PolicyBench()
        let client = try session.arrive()
        try session.act { try $0.setSession(InterfaceWishes(autorotate: false)) }
        session.turn(.landscapeLeft)
        #expect(session.session == .portrait)
        #expect(session.own(client) == .portrait)
        try session.act { try $0.rotate(to: .exactly(.portraitUpsideDown)) }
        #expect(session.own(client) == .portraitUpsideDown)
        try session.act { try $0.setSession(InterfaceWishes()) }
        #expect(session.session == .landscapeRight, "with autorotate back the device is followed at once")
    }

    @Test func aClientTurnedByItselfWhileTheSessionStaysAndTheOtherWayRound() throws {
        var bench = PolicyBench()
        let own = try bench.arrive()
        let other = try bench.arrive()
        bench.turn(.portrait)
        try bench.act { try $0.rotate(to: .exactly(.landscapeLeft), of: own) }
        #expect(bench.told() == ["1 will 1: landscapeLeft -90", "1 did 1: landscapeLeft -90"], "nobody else is told")
        #expect(bench.session == .portrait)
        #expect(bench.own(other) == .portrait)
        try bench.act { try $0.rotate(to: .exactly(.portraitUpsideDown)) }
        #expect(bench.session == .portraitUpsideDown)
        #expect(bench.own(own) == .landscapeLeft, "what is turned by hand stays until the device turns")
        #expect(bench.own(other) == .portraitUpsideDown)
        bench.turn(.landscapeLeft)
        #expect(bench.own(own) == .landscapeRight)
    }

    @Test func aClientLockedByItselfStaysAndCatchesUp() throws {
        var bench = PolicyBench()
        let client = try bench.arrive()
        try bench.act { try $0.lock(at: .exactly(.landscapeRight), of: client) }
        #expect(bench.own(client) == .landscapeRight)
        bench.turn(.portraitUpsideDown)
        #expect(bench.session == .portraitUpsideDown)
        #expect(bench.own(client) == .landscapeRight)
        bench.act { $0.unlock(client) }
        #expect(bench.own(client) == .portraitUpsideDown)
    }

    @Test func aPlayerTurnedByHandToLandscapeFollowsFromSideToSideByAStepOf180() throws {
        var bench = PolicyBench()
        let player = try bench.arrive(InterfaceWishes(supported: .allButUpsideDown))
        bench.turn(.portrait, landscape: .landscapeRight)
        try bench.act { try $0.rotate(to: .landscape, of: player) }
        #expect(bench.own(player) == .landscapeLeft)
        _ = bench.told()
        bench.turn(.landscapeLeft)
        #expect(bench.told().last == "1 did 2: landscapeRight 180")
    }

    @Test func theSideOfLandscapeGoesByTheSignOfGravityX() throws {
        for (side, shown) in [
            (DeviceOrientation.landscapeLeft, InterfaceOrientation.landscapeRight), (.landscapeRight, .landscapeLeft),
            (.unknown, .landscapeRight),
        ] {
            for device in [DeviceOrientation.portrait, .faceUp, .unknown] {
                var bench = PolicyBench()
                bench.turn(device, landscape: side)
                try bench.act { try $0.rotate(to: .landscape) }
                #expect(bench.session == shown, "\(device.name), side \(side.name)")
            }
        }
        var bench = PolicyBench { $0.supported = .landscapeLeft.union(.portrait) }
        try bench.act { try $0.rotate(to: .landscape) }
        #expect(bench.session == .landscapeLeft, "where only one side is allowed, that one is meant")
    }

    @Test func beforeTheFirstReadingTheInterfaceIsTheNaturalOne() {
        #expect(PolicyBench().session == .portrait)
        #expect(PolicyBench { $0.natural = .landscapeRight }.session == .landscapeLeft)
        #expect(PolicyBench { $0.supported = .landscape }.session == .landscapeRight)
    }
}
