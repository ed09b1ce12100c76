import OrientationCore
import OrientationService
import Testing

/// The hub and the interface policy together: what subscribers are told about both.
@Suite struct HubInterfaceTests {
    @Test func aChangeOfTheDeviceAndItsWillAreToldInOne() throws {
        var bench = HubBench()
        _ = bench.hub.sensorArrived(HubBench.calibration)
        let (holder, _) = try bench.hub.subscribe()
        _ = bench.hold(HubTests.portrait)
        let sequence = bench.hub.sequence
        let actions = bench.hold(HubTests.left)
        #expect(phases(actions, holder) == [.will, .did])
        #expect(bench.hub.sequence == sequence + 1, "told twice, counted once")
        #expect(bench.hub.policy.interface == .landscapeRight)
    }

    @Test func whoShowsTheSameAsBeforeIsToldOfTheDeviceInItsPlace() throws {
        var bench = HubBench()
        _ = bench.hub.sensorArrived(HubBench.calibration)
        let (first, _) = try bench.hub.subscribe()
        let (own, _) = try bench.hub.subscribe()
        _ = bench.hold(HubTests.portrait)
        try act(&bench) { policy throws(InterfacePolicyError) in try policy.setSession(InterfaceWishes(autorotate: false)) }
        _ = try bench.hub.decide { policy throws(InterfacePolicyError) in
            try policy.rotate(to: .exactly(.portraitUpsideDown), of: own.client)
        }
        let actions = bench.hold(HubTests.left)
        #expect(actions.plain == [.tell(first), .tell(own)])
        #expect(phases(actions, first) == [nil])
        #expect(bench.hub.policy.interface == .portrait)
    }

    @Test func aTurnByHandIsAChangeOfItsOwn() throws {
        var bench = HubBench()
        let (holder, _) = try bench.hub.subscribe()
        let sequence = bench.hub.sequence
        let actions = try bench.hub.decide { policy throws(InterfacePolicyError) in try policy.rotate(to: .landscape) }
        #expect(phases(actions, holder) == [.will, .did])
        #expect(bench.hub.sequence == sequence + 1)
        #expect(bench.hub.state == OrientationState(), "the device has nothing to do with it")
    }

    @Test func thePresenterIsWaitedForBetweenWillAndDid() throws {
        var bench = HubBench()
        _ = bench.hub.sensorArrived(HubBench.calibration)
        let (holder, _) = try bench.hub.subscribe(isPresenter: true)
        _ = bench.hold(HubTests.portrait)
        let actions = bench.hold(HubTests.left)
        #expect(actions.plain == [.tell(holder), .awaitTurn(1)])
        #expect(phases(bench.hub.decide { $0.turnDone(1) }, holder) == [.did])
    }

    @Test func aLockKeepsTheDeviceBackOnlyIfTheConfigurationSaysSo() throws {
        for silences in [false, true] {
            var settings = InterfaceSettings()
            settings.lockSilencesDevice = silences
            var bench = HubBench()
            bench.hub = Hub(settings: OrientationSettings(), interface: settings)
            _ = bench.hub.sensorArrived(HubBench.calibration)
            let (holder, _) = try bench.hub.subscribe()
            _ = bench.hold(HubTests.portrait)
            try act(&bench) { policy throws(InterfacePolicyError) in try policy.lock() }
            let actions = bench.hold(HubTests.left)
            #expect(phases(actions, holder) == (silences ? [] : [nil]))
            #expect(bench.hub.state.device == (silences ? .portrait : .landscapeLeft))
            let unlocked = bench.hub.decide { $0.unlock() }
            #expect(phases(unlocked, holder) == [.will, .did])
            #expect(bench.hub.state.device == .landscapeLeft)
            #expect(bench.hub.policy.interface == .landscapeRight, "unlocking follows the device at once")
        }
    }

    @Test func whatWasKeptBackIsToldOnceTheLockIsOpen() throws {
        var settings = InterfaceSettings()
        settings.lockSilencesDevice = true
        var bench = HubBench()
        bench.hub = Hub(settings: OrientationSettings(), interface: settings)
        _ = bench.hub.sensorArrived(HubBench.calibration)
        let (holder, _) = try bench.hub.subscribe()
        _ = bench.hold(HubTests.portrait)
        try act(&bench) { policy throws(InterfacePolicyError) in try policy.lock() }
        _ = bench.hold(HubTests.left)
        _ = bench.hold(HubTests.portrait)
        let flat = bench.hold(Vector3(0, 0, -1))
        #expect(flat.isEmpty)
        #expect(phases(bench.hub.decide { $0.unlock() }, holder) == [nil], "lying flat changes no interface")
        #expect(bench.hub.state.device == .faceUp)
        let lost = bench.hub.sensorLost(.sensorLost, at: bench.time)
        #expect(phases(lost, holder) == [nil])
    }

    @Test func aRefusedSubscriptionHoldsNothing() {
        var bench = HubBench()
        #expect(throws: InterfacePolicyError.self) { try bench.hub.subscribe(InterfaceWishes(supported: [])) }
        #expect(bench.hub.holderCount == 0)
        #expect(bench.hub.policy.clientCount == 0)
    }

    private func act(
        _ bench: inout HubBench, _ event: (inout InterfacePolicy) throws(InterfacePolicyError) -> [InterfacePolicy.Action]
    ) throws {
        _ = try bench.hub.decide(event)
    }

    private func phases(_ actions: [Hub.Action], _ holder: Hub.Holder) -> [InterfaceReport.Phase?] {
        actions.compactMap { action in
            guard case .tell(let told, let report) = action, told == holder else { return nil }
            return .some(report.phase)
        }
    }
}
