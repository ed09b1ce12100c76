import OrientationCore
import Testing

@testable import Sensors

@Suite struct StreamWatchdogTests {
    private func time(_ seconds: Int64) -> Timestamp { Timestamp(nanoseconds: seconds * 1_000_000_000) }
    private func watchdog(canProbe: Bool = false) -> StreamWatchdog {
        StreamWatchdog(limit: .seconds(2), canProbe: canProbe, now: time(100))
    }

    @Test func aBufferThatNeverDeliversIsGivenUp() {
        var watchdog = watchdog()
        #expect(watchdog.check(at: time(101)) == .wait(until: time(102)))
        #expect(watchdog.check(at: time(102)) == .nextWay)
    }

    @Test func samplesPutTheTroubleOff() {
        var watchdog = watchdog()
        watchdog.sample(at: time(101))
        #expect(watchdog.check(at: time(102)) == .wait(until: time(103)))
    }

    @Test func aStreamThatStopsIsArmedAgainThenGivenUp() {
        var watchdog = watchdog()
        watchdog.sample(at: time(101))
        #expect(watchdog.check(at: time(103)) == .rearm)
        #expect(watchdog.check(at: time(104)) == .wait(until: time(105)))
        #expect(watchdog.check(at: time(105)) == .nextWay)
    }

    @Test func aStreamThatGoesOnAfterwardsIsAsGoodAsBefore() {
        var watchdog = watchdog()
        watchdog.sample(at: time(101))
        _ = watchdog.check(at: time(103))
        watchdog.sample(at: time(104))
        #expect(watchdog.check(at: time(106)) == .rearm)
    }

    @Test func aHubThatFallsSilentIsAskedFirst() {
        var watchdog = watchdog(canProbe: true)
        watchdog.sample(at: time(101))
        #expect(watchdog.check(at: time(103)) == .probe)
        #expect(watchdog.probed(unchanged: true, at: time(103)) == .wait(until: time(133)))
        #expect(watchdog.isAsleep)
        #expect(watchdog.check(at: time(133)) == .probe)
        #expect(watchdog.probed(unchanged: false, at: time(133)) == .rearm)
        #expect(watchdog.check(at: time(135)) == .nextWay)
    }

    @Test func whileAsleepOnlyTheProbeLooks() {
        var watchdog = watchdog(canProbe: true)
        watchdog.sample(at: time(101))
        watchdog.fellAsleep(at: time(103))
        #expect(watchdog.check(at: time(110)) == .wait(until: time(133)))
        // A change that comes through does not end the sleep; only being told does.
        watchdog.sample(at: time(115))
        #expect(watchdog.check(at: time(120)) == .wait(until: time(145)))
        watchdog.wokeUp(at: time(120))
        #expect(watchdog.check(at: time(121)) == .wait(until: time(122)))
    }
}

@Suite struct StillnessPolicyTests {
    private let scale = Vector3(0.00980665, 0.00980665, 0.00980665)
    private func time(_ milliseconds: Int64) -> Timestamp { Timestamp(nanoseconds: milliseconds * 1_000_000) }

    @Test func aDeviceThatLiesStillMaySleepUntilItMoves() {
        var policy = StillnessPolicy(sensitivity: 0.05, scale: scale)
        #expect(policy.take(Vector3(0, -1000, 0), at: time(0)) == .stay)
        #expect(policy.take(Vector3(20, -990, 30), at: time(1999)) == .stay)
        #expect(policy.take(Vector3(20, -990, 30), at: time(2000)) == .sleep)
        #expect(policy.take(Vector3(40, -990, 30), at: time(9000)) == .stay)
        #expect(policy.take(Vector3(60, -990, 30), at: time(9040)) == .wake)
        #expect(policy.take(Vector3(300, -900, 30), at: time(9080)) == .stay)
        #expect(policy.take(Vector3(300, -900, 30), at: time(11_079)) == .stay)
        #expect(policy.take(Vector3(300, -900, 30), at: time(11_080)) == .sleep)
    }

    @Test func aSlowTurnNeverSleepsThroughATurn() {
        var policy = StillnessPolicy(sensitivity: 0.05, scale: scale)
        var slept = 0
        for step in 0..<1000 {
            if policy.take(Vector3(Double(step), -1000, 0), at: time(Int64(step) * 40)) == .sleep { slept += 1 }
        }
        #expect(slept <= 20)
    }

    @Test(arguments: [
        (0.009806650, 1.0), (0.0009806650, 1.0), (9.80665, 1.0), (0.000980, 1.0), (0.001, 9.80665), (0.01, 9.80665), (1.0, 9.80665),
    ])
    func theScaleTellsTheUnitOfTheSensitivity(scale: Double, oneG: Double) {
        #expect(SensitivityUnit.oneG(scale: scale) == oneG)
    }
}
