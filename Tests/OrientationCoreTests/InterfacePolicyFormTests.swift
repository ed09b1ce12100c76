import OrientationCore
import Testing

/// Laptop and tablet form, the lid, and a changed configuration.
@Suite struct InterfacePolicyFormTests {
    @Test func inLaptopFormTheInterfaceStays() {
        var bench = PolicyBench { $0.autorotate = .tabletMode }
        bench.act { $0.formChanged(isTablet: false, isLidClosed: false) }
        bench.turn(.landscapeLeft, .portraitUpsideDown)
        #expect(bench.session == .portrait)
        bench.act { $0.formChanged(isTablet: true, isLidClosed: false) }
        #expect(bench.session == .portraitUpsideDown, "in tablet form the device is followed at once")
    }

    @Test func aLaptopOpenedOutOfTentFormDoesNotStayUpsideDown() {
        var bench = PolicyBench { $0.autorotate = .tabletMode }
        bench.act { $0.formChanged(isTablet: true, isLidClosed: false) }
        bench.turn(.portraitUpsideDown)
        bench.act { $0.formChanged(isTablet: false, isLidClosed: false) }
        #expect(bench.session == .portraitUpsideDown, "it keeps its interface")
        bench.turn(.landscapeLeft)
        #expect(bench.session == .portraitUpsideDown)
        bench.turn(.portrait)
        #expect(bench.session == .portrait, "but for the way back to the natural position")
        bench.turn(.landscapeLeft)
        #expect(bench.session == .portrait)
    }

    @Test func whatALaptopWasTurnedToByHandStays() throws {
        var bench = PolicyBench { $0.autorotate = .tabletMode }
        bench.act { $0.formChanged(isTablet: false, isLidClosed: false) }
        try bench.act { try $0.rotate(to: .exactly(.landscapeLeft)) }
        bench.turn(.portrait)
        #expect(bench.session == .landscapeLeft)
    }

    @Test func withTheLidClosedTheInterfaceStays() {
        var bench = PolicyBench { $0.autorotate = .tabletMode }
        bench.turn(.landscapeLeft)
        #expect(bench.session == .landscapeRight, "without switches it is a tablet")
        bench.act { $0.formChanged(isTablet: nil, isLidClosed: true) }
        bench.turn(.portrait)
        #expect(bench.session == .landscapeRight)
        bench.act { $0.formChanged(isTablet: nil, isLidClosed: false) }
        #expect(bench.session == .portrait)
    }

    @Test func theSwitchesMeanNothingWithAutorotateAlways() {
        var bench = PolicyBench()
        bench.act { $0.formChanged(isTablet: false, isLidClosed: true) }
        bench.turn(.landscapeLeft)
        #expect(bench.session == .landscapeRight)
    }

    @Test func aNewConfigurationBindsAtOnce() throws {
        var bench = PolicyBench()
        let client = try bench.arrive(InterfaceWishes(supported: .landscapeRight))
        bench.turn(.landscapeLeft)
        var settings = InterfaceSettings()
        settings.supported = .portrait
        bench.act { $0.apply(settings) }
        #expect(bench.session == .portrait)
        #expect(bench.own(client) == .portrait, "nothing gets around the system's mask")
        settings.supported = .all
        settings.lock = .landscapeLeft
        bench.act { $0.apply(settings) }
        #expect(bench.session == .landscapeLeft)
        #expect(bench.policy.lock == .landscapeLeft)
        settings.lock = nil
        bench.act { $0.apply(settings) }
        #expect(bench.session == .landscapeRight, "unlocking follows the device at once")
    }

    @Test func whereNobodyFollowsTheDeviceWhatWasThereComesBackAfterAPresentedClient() throws {
        var bench = PolicyBench { $0.autorotate = .never }
        try bench.act { try $0.rotate(to: .exactly(.landscapeLeft)) }
        let player = try bench.arrive(InterfaceWishes(supported: .portrait), presented: true)
        #expect(bench.session == .portrait)
        bench.act { $0.leave(player) }
        #expect(bench.session == .landscapeLeft)
    }
}
