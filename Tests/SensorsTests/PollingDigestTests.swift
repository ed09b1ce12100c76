import OrientationCore
import Testing

@testable import Sensors

@Suite struct PollingDigestTests {
    private let scale = Vector3(0.00980665, 0.00980665, 0.00980665)
    private let rest = Vector3(0, -1000, 0)
    private func time(_ milliseconds: Int64) -> Timestamp { Timestamp(nanoseconds: milliseconds * 1_000_000) }

    /// Takes the same reading as often as it is asked to, until `end`.
    private func lie(_ digest: inout PollingDigest, from start: Int64, to end: Int64) -> (read: Int, handedOver: [Int64]) {
        var read = 0
        var handedOver: [Int64] = []
        var now = start
        while now <= end {
            let step = digest.take(rest, at: time(now))
            read += 1
            handedOver += step.readings.map { $0.time.nanoseconds / 1_000_000 }
            now += step.pause.nanoseconds / 1_000_000
        }
        return (read, handedOver)
    }

    @Test func theFirstReadingIsHandedOverAtOnce() {
        var digest = PollingDigest(PollingCadence(rate: 25, scale: scale))
        #expect(digest.take(rest, at: time(0)).readings == [PollingDigest.Reading(value: rest, time: time(0))])
    }

    @Test func lyingStillItSeldomWakesTheLoopAndNeverFallsSilent() {
        var digest = PollingDigest(PollingCadence(rate: 25, scale: scale))
        let (read, handedOver) = lie(&digest, from: 0, to: 60_000)
        #expect(read > 300)
        let later = handedOver.filter { $0 > 1000 }
        // Each time the one before is handed over too.
        #expect(later.count <= 2 * 60 / 3)
        #expect(zip(later, later.dropFirst()).allSatisfy { $1 - $0 < 4000 })
    }

    @Test func aMotionIsHandedOverAtOnceAfterTheLastReadingAtRest() {
        var digest = PollingDigest(PollingCadence(rate: 25, scale: scale))
        _ = digest.take(rest, at: time(0))
        _ = digest.take(rest, at: time(1000))
        #expect(digest.take(rest, at: time(1200)).readings.isEmpty)
        let moved = Vector3(200, -980, 0)
        let step = digest.take(moved, at: time(1400))
        #expect(step.readings == [PollingDigest.Reading(value: rest, time: time(1200)), .init(value: moved, time: time(1400))])
        #expect(step.pause == .milliseconds(40))
        #expect(digest.take(moved, at: time(1440)).readings.count == 1)
    }

    @Test func readingsThatTakeSecondsAreAllHandedOver() {
        var digest = PollingDigest(PollingCadence(rate: 25, scale: scale))
        for second in stride(from: Int64(0), to: 60, by: 6) {
            #expect(digest.take(rest, at: time(second * 1000)).readings.last?.time == time(second * 1000))
        }
    }
}
