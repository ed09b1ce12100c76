import Diagnosis
import OrientationCore
import Testing

@Suite struct RateMeterTests {
    private func meter(_ milliseconds: [Int64]) -> RateMeter {
        var meter = RateMeter()
        for time in milliseconds { meter.take(Timestamp(nanoseconds: time * 1_000_000)) }
        return meter
    }

    @Test func evenSamplesHaveNoJitter() {
        let even = meter((0..<20).map { $0 * 40 })
        #expect((even.rate ?? 0).rounded() == 25 && (even.jitter ?? 1) < 1e-6)
    }

    @Test func unevenOnesHaveOne() {
        let uneven = meter((0..<20).map { $0 * 40 + ($0 % 2) * 10 })
        #expect((9.9...10.1).contains(uneven.jitter ?? 0))
    }

    @Test func itFollowsTheRateAndForgetsWhenTimeGoesBack() {
        let slow: [Int64] = (0..<10).map { $0 * 100 }
        let fast: [Int64] = (0..<200).map { 1000 + $0 * 10 }
        #expect(meter(slow + fast).rate?.rounded() == 100)
        #expect(meter([0, 40, 80, 120, 160, 200, 0, 40]).rate == nil)
        #expect(meter([]).rate == nil)
    }
}
