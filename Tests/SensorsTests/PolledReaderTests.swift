import Foundation
import OrientationCore
import Posix
import Testing

@testable import Sensors

@Suite struct PolledReaderTests {
    private static let scale = Vector3(0.00980665, 0.00980665, 0.00980665)

    /// A chip whose time passes only while it is read and waited for.
    private final class Chip {
        var now: Int64 = 0
        var axisTakes: Int64 = 1
        var error: SystemError?
        /// 15 degrees to and fro in two seconds.
        var sways = false
        var readings = 0

        func read(_ axis: Int) throws(SystemError) -> Double {
            now += axisTakes
            readings += 1
            if let error { throw error }
            let angle = sways ? 15 * Double.pi / 180 * sin(Double.pi * Double(now) / 1000) : 0
            return axis == 0 ? 1000 * sin(angle) : axis == 1 ? -1000 * cos(angle) : 0
        }
    }

    private struct Heard {
        var report: PolledReader.Report
        var at: Int64
    }

    private let chip = Chip()
    private var heard: [Heard] = []
    private var reader: PolledReader

    init() {
        let chip = self.chip
        reader = PolledReader(digest: PollingDigest(PollingCadence(rate: 25, scale: Self.scale), Calibration(scale: Self.scale))) {
            axis throws(SystemError) in
            try chip.read(axis)
        } now: {
            Timestamp(nanoseconds: chip.now * 1_000_000)
        }
    }

    private mutating func run(until end: Int64) {
        while chip.now < end {
            let pause = reader.ask { heard.append(Heard(report: $0, at: chip.now)) }
            chip.now += pause.nanoseconds / 1_000_000
        }
    }

    private var slow: [Int64] { heard.filter { $0.report == .slow }.map(\.at) }

    @Test mutating func aFastChipIsNeverSlow() {
        run(until: 60_000)
        #expect(slow.isEmpty)
        #expect(heard.allSatisfy { if case .readings(_, isSlow: false) = $0.report { true } else { false } })
    }

    /// Whenever it happens, the loop hears of it before the 5 s are over after which the core does not know any more.
    @Test(arguments: Array(stride(from: 1500, to: 8000, by: 130)))
    mutating func aChipThatBecomesSlowIsNotTakenForOneThatFallsSilent(when: Int) throws {
        run(until: Int64(when))
        let last = try #require(heard.last?.at)
        chip.axisTakes = 2000
        run(until: Int64(when) + 30_000)
        let first = try #require(slow.first)
        #expect(first - last < 5000)
        // And from then on in each reading.
        #expect(heard.contains { if case .readings(_, isSlow: true) = $0.report { true } else { false } })
        #expect(!heard.contains { if case .readings(_, isSlow: false) = $0.report { $0.at > first } else { false } })
    }

    @Test mutating func aChipThatIsFastAgainIsSaidToBe() throws {
        chip.axisTakes = 2000
        run(until: 20_000)
        chip.axisTakes = 1
        run(until: 40_000)
        guard case .readings(_, isSlow: false) = try #require(heard.last).report else {
            Issue.record("still slow: \(heard.suffix(3))")
            return
        }
    }

    /// Swaying to and fro without a turn costs about as many values as looking at three axes 1.4 times a second would, and
    /// far fewer than following it.
    @Test mutating func swayingIsWatchedAndNotFollowed() {
        chip.sways = true
        run(until: 3000)
        let before = chip.readings
        run(until: 30_000)
        #expect(Double(chip.readings - before) / 27 < 7.5)
    }

    @Test mutating func anErrorIsReportedAndTriedAgainLater() {
        chip.error = SystemError("read iio:device9", code: EIO)
        #expect(reader.ask { heard.append(Heard(report: $0, at: chip.now)) } == PolledReader.retryPause)
        #expect(heard.map(\.report) == [.failure(SystemError("read iio:device9", code: EIO))])
        #expect(chip.readings == 1)
    }
}
