import OrientationCore
import Posix
import Testing

@testable import Sensors

/// The reader of a polled chip and the decision together, in a time of their own.
@Suite struct PolledTurnTests {
    private static let scale = Vector3(0.00980665, 0.00980665, 0.00980665)

    /// A chip that is turned by 90 degrees at once, to and fro.
    private final class Chip {
        var now: Int64 = 0
        var turns: [Int64] = []

        func read(_ axis: Int) throws(SystemError) -> Double {
            now += 5
            let isLeft = turns.filter { $0 <= now }.count % 2 == 1
            return axis == (isLeft ? 0 : 1) ? -1000 : 0
        }
    }

    /// ms from each turn to its announcement.
    private func delays(_ turns: [Int64]) -> [Int64] {
        let chip = Chip()
        chip.turns = turns
        let calibration = Calibration(scale: Self.scale)
        var reader = PolledReader(digest: PollingDigest(PollingCadence(rate: 25, scale: Self.scale), calibration)) {
            axis throws(SystemError) in
            try chip.read(axis)
        } now: {
            Timestamp(nanoseconds: chip.now * 1_000_000)
        }
        var pipeline = OrientationPipeline(calibration: calibration, settings: OrientationSettings())
        var told: [Int64] = []
        func hear(_ change: OrientationState?) {
            guard let change, change.device != .unknown else { return }
            told.append(chip.now)
        }
        while chip.now < (turns.last ?? 0) + 5000 {
            var readings: [PollingDigest.Reading] = []
            let pause = reader.ask { if case .readings(let found, _) = $0 { readings += found } }
            for reading in readings {
                while let change = pipeline.change(by: reading.time) { hear(change) }
                hear(pipeline.change(for: RawSample(timestamp: reading.time, value: reading.value)))
            }
            let next = chip.now + pause.nanoseconds / 1_000_000
            while let due = pipeline.nextDeadline, due.nanoseconds <= next * 1_000_000, let change = pipeline.change(by: due) {
                chip.now = max(chip.now, due.nanoseconds / 1_000_000)
                hear(change)
            }
            chip.now = next
        }
        return turns.map { turn in (told.first { $0 >= turn } ?? .max) - turn }
    }

    /// design.md section 12 asks for 450 ms at most, 250 in the middle.
    @Test func wheneverATurnComesItIsToldInTime() {
        var all: [Int64] = []
        for offset in stride(from: Int64(0), to: 1000, by: 7) {
            all += delays((0..<8).map { 3000 + $0 * 1537 + offset })
        }
        all.sort()
        #expect(all[all.count / 2] <= 250)
        #expect(all[all.count - 1] <= 450)
    }
}
