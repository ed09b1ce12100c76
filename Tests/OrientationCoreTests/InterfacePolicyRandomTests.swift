import OrientationCore
import SeededRandom
import Testing

/// Whatever happens in whatever order, some things always hold.
@Suite struct InterfacePolicyRandomTests {
    @Test(arguments: 1...40) func whateverHappensTheRulesHold(seed: Int) {
        var run = RandomRun(seed: UInt64(seed))
        for _ in 0..<400 { run.step() }
        run.end()
    }
}

/// Random events, and the books that the rules are checked against.
private struct RandomRun {
    private var random: SeededGenerator
    private var policy: InterfacePolicy
    private var system = OrientationMask.all
    private var present: [InterfacePolicy.Client] = []
    private var presenter: InterfacePolicy.Client?
    private var count: UInt64 = 0
    /// The `will` that each client has got without its `did`.
    private var open: [InterfacePolicy.Client: UInt64] = [:]
    private var lastTold: [InterfacePolicy.Client: UInt64] = [:]
    private var awaited: UInt64?

    init(seed: UInt64) {
        random = SeededGenerator(seed: seed)
        policy = InterfacePolicy()
    }

    mutating func step() {
        let shown = policy.interface
        let wasLocked = policy.lock != nil
        let event = random.below(12)
        switch event {
        case 0, 1, 2, 3: turn()
        case 4: arrive()
        case 5: if let client = anyone() { leave(client) }
        case 6: attempt { policy, random in try policy.rotate(to: random.target(), force: random.below(3) == 0) }
        case 7:
            let client = anyone()
            attempt { policy, random in try policy.rotate(to: random.target(), of: client) }
        case 8:
            let client = random.below(2) == 0 ? anyone() : nil
            attempt { policy, random in
                random.below(2) == 0 ? policy.unlock(client) : try policy.lock(at: random.target(), of: client)
            }
        case 9:
            if let awaited { check(random.below(3) == 0 ? policy.turnOverdue(awaited) : policy.turnDone(awaited)) }
        case 10: attempt { policy, random in try policy.setSession(random.wishes()) }
        default:
            var settings = InterfaceSettings()
            settings.supported = random.mask()
            settings.autorotate = InterfaceSettings.Autorotate.allCases[random.below(3)]
            system = settings.supported
            check(policy.apply(settings))
            check(policy.formChanged(isTablet: random.below(2) == 0, isLidClosed: random.below(4) == 0))
        }
        if event < 4 && wasLocked { #expect(policy.interface == shown, "the device does not move what is locked") }
        if awaited == nil {
            #expect(system.contains(policy.interface), "nothing gets around the system's mask")
            for client in present { #expect(system.contains(policy.report(for: client).own.to)) }
            #expect(open.isEmpty, "every will has its did")
        }
        #expect(policy.clientCount == present.count)
    }

    mutating func end() {
        while let client = present.first { leave(client) }
        #expect(open.isEmpty)
        #expect(policy.turnDone(policy.lastChange).isEmpty, "with nobody left no turn is under way")
    }

    private mutating func turn() {
        let next = DeviceOrientation.allCases[random.below(7)]
        let side: DeviceOrientation = random.below(2) == 0 ? .landscapeLeft : .landscapeRight
        let actions = policy.deviceChanged(to: next, landscape: side)
        if !next.isEdge { #expect(actions.isEmpty) }
        check(actions)
    }

    private mutating func arrive() {
        count += 1
        let client = InterfacePolicy.Client(number: count)
        let presents = random.below(4) == 0
        do {
            let actions = try policy.arrive(
                client, random.wishes(), isPresented: random.below(3) == 0, isPresenter: presents)
            #expect(!presents || presenter == nil, "there is one presenter at most")
            present.append(client)
            if presents { presenter = client }
            #expect(actions.first == .tell(client, policy.report(for: client)) || awaited != nil || actions.count > 1)
            check(actions)
        } catch {
            #expect(policy.clientCount == present.count)
        }
    }

    private mutating func leave(_ client: InterfacePolicy.Client) {
        present.removeAll { $0 == client }
        open[client] = nil
        if presenter == client { presenter = nil }
        check(policy.leave(client))
    }

    private mutating func anyone() -> InterfacePolicy.Client? {
        present.isEmpty ? nil : present[random.below(present.count)]
    }

    private mutating func attempt(_ event: (inout InterfacePolicy, inout SeededGenerator) throws -> [InterfacePolicy.Action]) {
        let before = policy.report()
        do { check(try event(&policy, &random)) } catch { #expect(policy.report() == before, "what is refused changes nothing") }
    }

    private mutating func check(_ actions: [InterfacePolicy.Action]) {
        for action in actions {
            switch action {
            case .tell(let client, let report):
                #expect(present.contains(client), "only those who are there are told")
                guard let change = report.change else {
                    #expect(client.number == count, "only who arrives is told what is no change")
                    continue
                }
                switch report.phase {
                case .will:
                    #expect(open[client] == nil, "one change at a time")
                    #expect(change > lastTold[client] ?? 0)
                    open[client] = change
                    lastTold[client] = change
                case .did:
                    #expect(open[client] == change, "no did without its will")
                    open[client] = nil
                    if awaited == change { awaited = nil }
                case nil: Issue.record("a change has a phase")
                }
            case .awaitTurn(let change, _):
                #expect(awaited == nil)
                awaited = change
            case .presenterSilent(let change): #expect(awaited == change)
            }
        }
        // A turn of which nobody is left to be told is over all the same.
        if present.isEmpty { awaited = nil }
    }
}

extension SeededGenerator {
    fileprivate mutating func mask() -> OrientationMask { OrientationMask(rawValue: UInt8(below(15) + 1) << 1) }

    fileprivate mutating func target() -> InterfaceTarget {
        let choice = below(5)
        return InterfaceOrientation(rawValue: UInt8(choice + 1)).map { .exactly($0) } ?? .landscape
    }

    fileprivate mutating func wishes() -> InterfaceWishes {
        let preferred = InterfaceOrientation(rawValue: UInt8(below(5)))
        return InterfaceWishes(
            supported: mask(), preferred: preferred == .unknown ? nil : preferred, autorotate: below(4) != 0)
    }
}
