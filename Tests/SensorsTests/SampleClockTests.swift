import OrientationCore
import Testing

@testable import Sensors

@Suite struct SampleClockTests {
    private let now = Timestamp(nanoseconds: 1_000_000_000_000)
    private let awake = Interval(nanoseconds: 0)

    private func milliseconds(_ times: [Timestamp]) -> [Int64] {
        times.map { ($0 - now).nanoseconds / 1_000_000 }
    }

    @Test func bootTimesAreTakenAsTheyAre() {
        var clock = SampleClock(base: .boottime, period: .milliseconds(40))
        let times = clock.times(for: [999_900_000_000, 999_940_000_000], now: now, suspended: .seconds(77))
        #expect(milliseconds(times) == [-100, -60])
    }

    @Test func monotonicTimesLackTheTimeSuspended() {
        var clock = SampleClock(base: .monotonic, period: .milliseconds(40))
        let times = clock.times(for: [899_990_000_000], now: now, suspended: .seconds(100))
        #expect(milliseconds(times) == [-10])
    }

    @Test func withoutAClockABatchIsSpreadOverItsPeriods() {
        var clock = SampleClock(base: .arrival, period: .milliseconds(40))
        #expect(milliseconds(clock.times(for: [nil, nil, nil], now: now, suspended: awake)) == [-80, -40, 0])
        // Two in 20 ms cannot be 40 ms apart.
        #expect(milliseconds(clock.times(for: [nil, nil], now: now + .milliseconds(20), suspended: awake)) == [10, 20])
    }

    @Test(arguments: [1_700_000_000_000_000_000, 0, -5, 1_000_000_000_001, 900_000_000_000, Int64.max, Int64.min])
    func aTimeOfAnotherClockIsReplacedByTheArrival(kernelTime: Int64) {
        var clock = SampleClock(base: .boottime, period: .milliseconds(40))
        #expect(clock.times(for: [kernelTime], now: now, suspended: awake) == [now])
    }

    @Test func timesNeverGoBack() {
        var clock = SampleClock(base: .boottime, period: .milliseconds(40))
        let first = clock.times(for: [999_950_000_000, 999_940_000_000, 999_950_000_000], now: now, suspended: awake)
        #expect(milliseconds(first) == [-50, -50, -50])
        let second = clock.times(for: [999_000_000_000], now: now + .milliseconds(1), suspended: awake)
        #expect(milliseconds(second) == [-50])
    }

    @Test func nothingArrivesWithNothing() {
        var clock = SampleClock(base: .arrival, period: .milliseconds(40))
        #expect(clock.times(for: [], now: now, suspended: awake).isEmpty)
    }
}
