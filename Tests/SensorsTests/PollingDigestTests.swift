import OrientationCore
import Testing

@testable import Sensors

@Suite struct PollingDigestTests {
    private static let scale = Vector3(0.00980665, 0.00980665, 0.00980665)
    private let rest = Vector3(0, -1000, 0)
    private var digest = PollingDigest(PollingCadence(rate: 25, scale: scale), Calibration(scale: scale))

    private func time(_ milliseconds: Int64) -> Timestamp { Timestamp(nanoseconds: milliseconds * 1_000_000) }

    /// What the sensor was asked while it lay there, one time after the other.
    private struct Log {
        var readings = 0
        var axes: [[Int]] = []
        var handedOver: [Int64] = []
    }

    /// Answers all questions with the same reading, from `start` until `end` in ms.
    private mutating func lie(as value: Vector3, from start: Int64, to end: Int64) -> Log {
        var log = Log()
        var now = start
        while now <= end {
            if case .axes(let axes) = digest.question {
                log.axes.append(axes)
                let pauses = axes.map { digest.take(value[$0], ofAxis: $0, at: time(now)) }
                if let pause = pauses[0] {
                    now += pause.nanoseconds / 1_000_000
                    continue
                }
            }
            let step = digest.take(value, at: time(now))
            log.readings += 1
            log.handedOver += step.readings.map { $0.time.nanoseconds / 1_000_000 }
            now += step.pause.nanoseconds / 1_000_000
        }
        return log
    }

    @Test mutating func theFirstReadingIsHandedOverAtOnce() {
        #expect(digest.take(rest, at: time(0)).readings == [PollingDigest.Reading(value: rest, time: time(0))])
    }

    @Test mutating func lyingStillItSeldomWakesTheLoopAndNeverFallsSilent() {
        let log = lie(as: rest, from: 0, to: 60_000)
        #expect(log.axes.count > 250)
        #expect(log.readings < 60)
        let later = log.handedOver.filter { $0 > 1000 }
        // Each time the look before is handed over too.
        #expect(later.count <= 2 * 60 / 2)
        #expect(zip(later, later.dropFirst()).allSatisfy { $1 - $0 <= 2700 })
    }

    @Test(arguments: [
        (Vector3(20, -990, 50), [1]), (Vector3(-1000, 300, 0), [0]), (Vector3(0, 50, 1000), [2]), (Vector3(0, -500, 860), [2, 1]),
    ])
    mutating func lyingStillTheAxesAlongGravityAreAsked(value: Vector3, axes: [Int]) {
        let asked = lie(as: value, from: 0, to: 5000).axes
        #expect(!asked.isEmpty && asked.allSatisfy { $0 == axes })
    }

    @Test mutating func scalesAndOffsetsCountForWhichAxisThatIs() {
        digest = PollingDigest(
            PollingCadence(rate: 25, scale: Self.scale), Calibration(offset: Vector3(0, 0, 2000), scale: Vector3(0.05, 0.001, 0.02)))
        #expect(lie(as: Vector3(200, -1000, -2000), from: 0, to: 3000).axes.allSatisfy { $0 == [0] })
    }

    @Test mutating func aTurnIsReadAtOnceAndHandedOverAfterTheLastLookBefore() {
        _ = digest.take(rest, at: time(0))
        #expect(digest.take(rest, at: time(1000)).pause == .milliseconds(200))
        #expect(digest.question == .axes([1]))
        #expect(digest.take(-910, ofAxis: 1, at: time(1200)) == .milliseconds(200))
        #expect(digest.take(-880, ofAxis: 1, at: time(1400)) == nil)
        let moved = Vector3(470, -880, 0)
        let step = digest.take(moved, at: time(1401))
        #expect(step.readings == [PollingDigest.Reading(value: rest, time: time(1200)), .init(value: moved, time: time(1401))])
        #expect(step.pause == .milliseconds(40))
        #expect(digest.question == .all)
        #expect(digest.take(moved, at: time(1441)).readings.count == 1)
    }

    @Test mutating func aTurnToTheOtherEndOfTheAxisIsATurn() {
        _ = digest.take(rest, at: time(0))
        _ = digest.take(rest, at: time(1000))
        #expect(digest.take(1000, ofAxis: 1, at: time(1200)) == nil)
    }

    @Test mutating func whereGravityPointsBetweenTwoAxesALittleIsATurn() {
        let leaning = Vector3(0, -500, 860)
        _ = digest.take(leaning, at: time(0))
        _ = digest.take(leaning, at: time(1000))
        #expect(digest.take(855, ofAxis: 2, at: time(1200)) == .milliseconds(200))
        #expect(digest.take(-540, ofAxis: 1, at: time(1200)) == nil)
    }

    @Test mutating func inMotionTheChangeFromLeftToRightIsSeenWithinTwoSeconds() {
        // Upright, and moved about a little, but always to the left.
        var now: Int64 = 0
        for step in 0..<50 {
            _ = digest.take(Vector3(step.isMultiple(of: 2) ? -100 : -220, -980, 0), at: time(now))
            now += 40
        }
        #expect(digest.question != .all)
        let right = Vector3(220, -980, 0)
        let turned = now
        var found = false
        while !found && now < turned + 2000 {
            guard case .axes(let axes) = digest.question else { break }
            for axis in axes where digest.take(right[axis], ofAxis: axis, at: time(now)) == nil { found = true }
            now += 200
        }
        #expect(found)
    }

    @Test mutating func aCoarseChipFlickersWithoutBeingMoved() {
        let coarse = Vector3(0.467, 0.467, 0.467)
        digest = PollingDigest(PollingCadence(rate: 25, scale: coarse), Calibration(scale: coarse))
        _ = digest.take(Vector3(0, -15, 15), at: time(0))
        _ = digest.take(Vector3(0, -15, 15), at: time(1000))
        #expect(digest.take(-16, ofAxis: 1, at: time(1200)) != nil)
        #expect(digest.take(-17, ofAxis: 1, at: time(1400)) == nil)
    }

    @Test mutating func readingsThatTakeSecondsAreAllHandedOver() {
        for second in stride(from: Int64(0), to: 60, by: 6) {
            #expect(digest.take(rest, at: time(second * 1000)).readings.last?.time == time(second * 1000))
        }
    }
}
