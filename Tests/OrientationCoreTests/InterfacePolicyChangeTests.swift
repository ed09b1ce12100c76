import OrientationCore
import Testing

/// Will, the presenter's turn, did.
@Suite struct InterfacePolicyChangeTests {
    @Test func willToAllThePresentersTurnDidToAllInTheOrderOfArrival() throws {
        var bench = PolicyBench()
        _ = try bench.arrive()
        let presenter = try bench.arrive(presenter: true)
        _ = try bench.arrive(InterfaceWishes(supported: .portrait))
        bench.turn(.landscapeLeft)
        #expect(
            bench.told() == [
                "1 will 1: landscapeRight 90", "2 will 1: landscapeRight 90", "3 will 1: portrait 0", "await 1 for 1.0 s",
            ])
        #expect(bench.policy.isPresenter(presenter))
        bench.act { $0.turnDone(1) }
        #expect(
            bench.told() == ["1 did 1: landscapeRight 90", "2 did 1: landscapeRight 90", "3 did 1: portrait 0"])
    }

    @Test func withoutAPresenterDidFollowsAtOnce() throws {
        var bench = PolicyBench()
        _ = try bench.arrive()
        _ = try bench.arrive()
        bench.turn(.landscapeRight)
        #expect(
            bench.told() == [
                "1 will 1: landscapeLeft -90", "2 will 1: landscapeLeft -90", "1 did 1: landscapeLeft -90", "2 did 1: landscapeLeft -90",
            ])
    }

    @Test func aPresenterThatNeverAnswersIsWaitedForOneSecondAndItGoesOn() throws {
        var bench = PolicyBench()
        _ = try bench.arrive(presenter: true)
        bench.turn(.landscapeLeft)
        _ = bench.told()
        bench.act { $0.turnOverdue(1) }
        #expect(bench.told() == ["silent 1", "1 did 1: landscapeRight 90"])
        bench.act { $0.turnDone(1) }
        bench.act { $0.turnOverdue(1) }
        #expect(bench.told().isEmpty, "late answers do nothing")
        bench.turn(.portrait)
        #expect(bench.told().first == "1 will 2: portrait -90")
    }

    @Test func aSecondPresenterIsRefusedUntilTheFirstHasLeft() throws {
        var bench = PolicyBench()
        let first = try bench.arrive(presenter: true)
        #expect(throws: InterfacePolicyError.presenterTaken) { try bench.arrive(presenter: true) }
        #expect(bench.policy.clientCount == 1)
        bench.act { $0.leave(first) }
        _ = try bench.arrive(presenter: true)
    }

    @Test func whatChangesDuringATurnIsTheNextChangeOnceItIsDone() throws {
        var bench = PolicyBench()
        _ = try bench.arrive(presenter: true)
        bench.turn(.landscapeLeft, .portrait, .landscapeRight)
        #expect(bench.session == .landscapeRight, "that is what is being turned to")
        _ = bench.told()
        bench.act { $0.turnDone(1) }
        #expect(
            bench.told() == ["1 did 1: landscapeRight 90", "1 will 2: landscapeLeft 180", "await 2 for 1.0 s"],
            "portrait was over before its time came")
        bench.turn(.landscapeLeft, .landscapeRight)
        bench.act { $0.turnDone(2) }
        #expect(bench.told() == ["1 did 2: landscapeLeft 180"], "back where it was, nothing is left to do")
    }

    @Test func aPresenterThatLeavesEndsItsTurn() throws {
        var bench = PolicyBench()
        _ = try bench.arrive()
        let presenter = try bench.arrive(presenter: true)
        bench.turn(.landscapeLeft)
        _ = bench.told()
        bench.act { $0.leave(presenter) }
        #expect(bench.told() == ["1 did 1: landscapeRight 90"])
    }

    @Test func whoArrivesDuringATurnGetsItsWillAndItsDid() throws {
        var bench = PolicyBench()
        _ = try bench.arrive(presenter: true)
        bench.turn(.landscapeLeft)
        _ = bench.told()
        let late = try bench.arrive()
        #expect(bench.first == .tell(late, bench.policy.joining(late)))
        #expect(bench.policy.joining(late).phase == .will)
        #expect(bench.policy.joining(late).change == 1)
        bench.act { $0.turnDone(1) }
        #expect(bench.told() == ["1 did 1: landscapeRight 90", "2 did 1: landscapeRight 0"])
        #expect(bench.policy.joining(late).phase == nil)
    }

    @Test func aPresentedClientIsToldWhereItStartsBeforeItTurnsTheInterface() throws {
        var bench = PolicyBench()
        let player = try bench.arrive(InterfaceWishes(supported: .landscape, preferred: .landscapeLeft), presented: true)
        let start = InterfaceTurn(from: .portrait, to: .portrait, natural: .portrait)
        #expect(bench.first == .tell(player, InterfaceReport(own: start, session: start)))
        #expect(bench.told() == ["1 will 1: landscapeLeft -90", "1 did 1: landscapeLeft -90"])
    }

    @Test func aClientsOwnTurnDoesNotConcernThePresenter() throws {
        var bench = PolicyBench()
        _ = try bench.arrive(presenter: true)
        let client = try bench.arrive()
        try bench.act { try $0.rotate(to: .exactly(.portraitUpsideDown), of: client) }
        #expect(bench.told() == ["2 will 1: portraitUpsideDown 180", "2 did 1: portraitUpsideDown 180"])
    }

    @Test func badWishesAreRefusedWithTheMasksAndChangeNothing() throws {
        var bench = PolicyBench { $0.supported = .allButUpsideDown }
        try bench.act { try $0.setSession(InterfaceWishes(supported: [.portrait, .portraitUpsideDown])) }
        let masks = InterfaceMasks(system: .allButUpsideDown, session: [.portrait, .portraitUpsideDown], client: .landscape)
        #expect(throws: InterfacePolicyError.noCommonOrientation(masks)) { try bench.arrive(InterfaceWishes(supported: .landscape)) }
        #expect(throws: InterfacePolicyError.self, "a preferred orientation outside its own mask") {
            try bench.arrive(InterfaceWishes(supported: .portrait, preferred: .landscapeLeft))
        }
        #expect(
            throws: InterfacePolicyError.invalidInterfaceOrientation(
                .exactly(.portraitUpsideDown), InterfaceMasks(system: .allButUpsideDown, session: [.portrait, .portraitUpsideDown]))
        ) { try bench.act { try $0.rotate(to: .exactly(.portraitUpsideDown)) } }
        #expect(throws: InterfacePolicyError.self) {
            try bench.act { try $0.setSession(InterfaceWishes(supported: .portraitUpsideDown)) }
        }
        let client = try bench.arrive()
        #expect(throws: InterfacePolicyError.self) {
            try bench.act { try $0.setWishes(InterfaceWishes(supported: .landscape), of: client) }
        }
        #expect(bench.policy.wishes(of: client) == InterfaceWishes())
        #expect(bench.told().isEmpty)
        #expect(bench.policy.clientCount == 1)
    }
}
