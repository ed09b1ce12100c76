import Foundation
import OrientationCore
import Testing

/// The known situations as recordings with their events, for everything that reads files: `Tests/Fixtures/NAME.csv` and
/// `NAME.events`, a line a change: `t_ns device edge landscape reason`.
///
/// To write them anew after a change on purpose: `WRITE_FIXTURES=1 swift test --filter SituationFixtures`; then look at
/// the difference.
@Suite struct SituationFixtures {
    struct Situation: Sendable {
        var name: String
        /// What it shows, for the recording's note.
        var note: String
        /// The devices in order, decided by a person and not by the program.
        var devices: [DeviceOrientation]
        var samples: [RawSample]

        init(_ name: String, _ note: String, _ devices: [DeviceOrientation], _ motion: GeneratedMotion, noise: Double = 0.01) {
            (self.name, self.note, self.devices) = (name, note, devices)
            samples = motion.samples(rate: 25, noise: noise).map { sample in
                func rounded(_ value: Double) -> Double { (value * 10_000).rounded() / 10_000 }
                let value = Vector3(rounded(sample.value.x), rounded(sample.value.y), rounded(sample.value.z))
                return RawSample(timestamp: sample.timestamp, value: value)
            }
        }

        var csv: String {
            let rows = samples.map { "\($0.timestamp.nanoseconds),\($0.value.x),\($0.value.y),\($0.value.z)\n" }
            return "# unit: g\n# convention: gravity\n# rate_hz: 25\n# source: generated\n# note: \(note)\nt_ns,x,y,z\n" + rows.joined()
        }

        var events: String {
            var replay = Replay(samples)
            if let last = samples.last, let end = replay.pipeline.lose(.ended, at: last.timestamp) { replay.changes.append(end) }
            return replay.changes.map { change in
                "\(change.timestamp.nanoseconds) \(change.device.name) \(change.edge.name) \(change.landscape.name) \(change.reason.rawValue)\n"
            }.joined()
        }
    }

    static let situations: [Situation] = {
        let upright = gravity(roll: 5, lean: 25)
        let table = Vector3(0, 0, -1)
        func onTable(from roll: Double, to next: Double) -> GeneratedMotion {
            let (held, picked) = (gravity(roll: roll, lean: 30), gravity(roll: next, lean: 30))
            return .still(held, 2).then(.moving(from: held, to: table, 0.6)).then(.still(table, 3))
                .then(.moving(from: table, to: picked, 0.6)).then(.still(picked, 2))
        }
        let blows = [Vector3(4, -2, 6), Vector3(-3, 5, 2), Vector3(0.5, 0.5, 8)]
        return [
            Situation(
                "flick-and-back", "85 degrees and back within 0.4 s, with the accelerations of a hand", [.portrait],
                GeneratedMotion.turning(6, roll: { $0 > 3 && $0 < 3.4 ? 85 * (1 - sine(turns: ($0 - 3) / 0.4 + 0.25)) / 2 : 0 })
                    .plus { time in
                        guard time > 3 && time < 3.4 else { return Vector3(0, 0, 0) }
                        let angular = 85 / 57.3 * GeneratedMotion.tau / 0.8
                        return Vector3(0.1 * angular * GeneratedMotion.tau / 0.4 * sine(turns: (time - 3) / 0.4 + 0.25) / 9.81, 0, 0)
                    }),
            Situation(
                "slow-turn", "10 degrees a second through all four edges, leaned back 35 degrees",
                [.portrait, .landscapeRight, .portraitUpsideDown, .landscapeLeft, .portrait],
                .turning(37, roll: { $0 * 10 > 180 ? $0 * 10 - 360 : $0 * 10 }, lean: { _ in 35 }), noise: 0.005),
            Situation(
                "diagonal", "held at 45 degrees of roll from the start", [],
                .turning(30, roll: { 45 + sine(turns: $0 * 0.7) }, lean: { _ in 30 })),
            Situation(
                "table-portrait", "put on a table upright, picked up on its left edge", [.portrait, .faceUp, .landscapeLeft],
                onTable(from: 0, to: -90)),
            Situation(
                "table-landscape", "put on a table on its right edge, picked up so", [.landscapeRight, .faceUp, .landscapeRight],
                onTable(from: 90, to: 90)),
            Situation(
                "over-the-head", "from the table over the head to the table",
                [.faceUp, .portrait, .faceDown, .portraitUpsideDown, .faceUp],
                GeneratedMotion(
                    value: { Vector3(0, -sine(turns: GeneratedMotion.eased($0 / 8)), -sine(turns: GeneratedMotion.eased($0 / 8) + 0.25)) },
                    duration: 8
                ).then(.still(table, 1))),
            Situation(
                "train", "swaying and rattling", [.portrait],
                GeneratedMotion.still(gravity(roll: 20, lean: 30), 40).plus {
                    Vector3(0.12 * sine(turns: 1.3 * $0), 0.15 * sine(turns: 1.9 * $0 + 0.3), 0.2 * sine(turns: 0.4 * $0))
                }, noise: 0.05),
            Situation(
                "walking", "two steps a second, held in the hand", [.portrait],
                GeneratedMotion.still(gravity(roll: 10, lean: 35), 40).plus {
                    gravity(roll: 10, lean: 35) * (0.4 * sine(turns: 2 * $0) + 0.2 * sine(turns: 4 * $0))
                        + Vector3(0.3 * sine(turns: $0), 0.1 * sine(turns: 2 * $0), 0.25 * sine(turns: 2 * $0 + 0.2))
                }, noise: 0.08),
            Situation(
                "knocks", "somebody knocks on the table", [.faceUp],
                GeneratedMotion.still(table, 12).plus { time in
                    let since = time - (time / 0.77).rounded(.down) * 0.77
                    let decay = 1 / (1 + since / 0.01)
                    return blows[Int(time / 0.77) % blows.count] * (decay * decay * decay * sine(turns: 35 * since + 0.25))
                }),
            Situation(
                "drop-and-catch", "0.45 s of free fall, caught", [.portrait],
                GeneratedMotion.still(upright, 3).then(.still(Vector3(0.03, 0, 0), 0.45))
                    .then(GeneratedMotion.still(upright * 2.5, 0.12).plus { Vector3(1.5 * sine(turns: $0 / 0.24), 0, 0) })
                    .then(.still(upright, 4))),
            Situation(
                "lap", "on a lap, 25 degrees from upright, moving a little", [.portrait],
                .turning(20, roll: { 2 * sine(turns: $0 / 5) }, lean: { 25 + 4 * sine(turns: $0 / 3) }), noise: 0.02),
            Situation(
                "braking", "upright in a car that brakes at 0.4 g", [.portrait],
                GeneratedMotion.still(gravity(roll: 0, lean: 20), 10).plus {
                    Vector3(0, 0, 0.4 * GeneratedMotion.eased(($0 - 3) / 0.4) * GeneratedMotion.eased((7 - $0) / 0.4))
                }, noise: 0.03),
        ]
    }()

    static let directory = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("../Fixtures")

    @Test(arguments: situations) func eachIsWhatAPersonExpectsAndWhatTheFilesSay(situation: Situation) throws {
        #expect(Replay(situation.samples).devices == situation.devices, "\(situation.name)")
        for (ending, text) in [("csv", situation.csv), ("events", situation.events)] {
            let file = Self.directory.appendingPathComponent("\(situation.name).\(ending)")
            if ProcessInfo.processInfo.environment["WRITE_FIXTURES"] != nil {
                try text.write(to: file, atomically: true, encoding: .utf8)
            }
            #expect(try String(contentsOf: file, encoding: .utf8) == text, "\(situation.name).\(ending)")
        }
    }
}
