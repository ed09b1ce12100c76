import OrientationCore
import Testing

@testable import Sensors

@Suite struct PollingCadenceTests {
    private let fine = Vector3(0.00980665, 0.00980665, 0.00980665)
    private func time(_ milliseconds: Int64) -> Timestamp { Timestamp(nanoseconds: milliseconds * 1_000_000) }

    @Test func itStartsFastAndSlowsDownWhenNothingMoves() {
        var cadence = PollingCadence(rate: 25, scale: fine)
        #expect(cadence.pause(after: Vector3(0, -1000, 0), at: time(0)) == .milliseconds(40))
        #expect(cadence.pause(after: Vector3(9, -1009, 9), at: time(999)) == .milliseconds(40))
        #expect(cadence.pause(after: Vector3(9, -991, -9), at: time(1000)) == .milliseconds(200))
    }

    @Test func aMotionMakesItFastAtOnce() {
        var cadence = PollingCadence(rate: 25, scale: fine)
        _ = cadence.pause(after: Vector3(0, -1000, 0), at: time(0))
        _ = cadence.pause(after: Vector3(0, -1000, 0), at: time(2000))
        #expect(cadence.pause(after: Vector3(80, -1000, 0), at: time(2200)) == .milliseconds(40))
        #expect(cadence.pause(after: Vector3(80, -1000, 0), at: time(3199)) == .milliseconds(40))
        #expect(cadence.pause(after: Vector3(80, -1000, 0), at: time(3200)) == .milliseconds(200))
    }

    @Test func aSlowTurnIsMotionToo() {
        var cadence = PollingCadence(rate: 25, scale: fine)
        _ = cadence.pause(after: Vector3(0, -1000, 0), at: time(0))
        var fast = 0
        for step in 1...20 {
            let pause = cadence.pause(after: Vector3(Double(step) * 10, -1000, 0), at: time(2000 + Int64(step) * 200))
            if pause == .milliseconds(40) { fast += 1 }
        }
        #expect(fast > 5)
    }

    @Test func aCoarseChipFlickersBetweenTwoCountsWithoutMoving() {
        // 10 counts are 1 g.
        var cadence = PollingCadence(rate: 25, scale: Vector3(0.98, 0.98, 0.98))
        _ = cadence.pause(after: Vector3(0, -10, 0), at: time(0))
        #expect(cadence.pause(after: Vector3(1, -10, 0), at: time(2000)) == .milliseconds(200))
        #expect(cadence.pause(after: Vector3(3, -10, 0), at: time(2200)) == .milliseconds(40))
    }

    @Test func aLowRateIsNeverExceeded() {
        var cadence = PollingCadence(rate: 2, scale: fine)
        #expect(cadence.pause(after: Vector3(0, 0, 0), at: time(0)) == .milliseconds(500))
        #expect(cadence.pause(after: Vector3(0, 0, 0), at: time(5000)) == .milliseconds(500))
    }
}
