import OrientationCore
import SeededRandom
import Traces

/// The bundled recording: a tablet that is shown around, then laid on a table, picked up, turned over. Made, not measured;
/// with + - * / and square roots only, so that every machine makes the same file.
///
/// What makes it look like a hand: a tremor around 9 Hz, slow sway, turns that start and stop softly and shake the
/// device, a knock where it touches the table, and the noise of the chip over everything.
enum Tour {
    /// One pose that is held. Between two, the device turns from one to the next.
    struct Pose {
        /// Seconds.
        let from: Double
        let to: Double
        /// Direction of gravity in the panel's frame; any length.
        let gravity: Vector3
        let isInHand: Bool
        let expected: DeviceOrientation
    }

    static let poses = [
        Pose(from: 0, to: 4, gravity: Vector3(0.03, -0.87, -0.50), isInHand: true, expected: .portrait),
        Pose(from: 4.7, to: 8, gravity: Vector3(-0.90, 0.02, -0.42), isInHand: true, expected: .landscapeLeft),
        Pose(from: 8.6, to: 11, gravity: Vector3(-0.06, -0.91, -0.40), isInHand: true, expected: .portrait),
        Pose(from: 11.7, to: 15, gravity: Vector3(0.92, -0.05, -0.38), isInHand: true, expected: .landscapeRight),
        Pose(from: 16, to: 19.5, gravity: Vector3(0.02, -0.015, -1), isInHand: false, expected: .faceUp),
        Pose(from: 20.3, to: 23, gravity: Vector3(-0.85, -0.08, -0.52), isInHand: true, expected: .landscapeLeft),
        Pose(from: 23.9, to: 26.5, gravity: Vector3(0.04, 0.85, -0.50), isInHand: true, expected: .portraitUpsideDown),
        Pose(from: 27.4, to: 30, gravity: Vector3(0.01, 0.03, 1), isInHand: false, expected: .faceDown),
    ]

    /// Seconds between two rows: 50 Hz.
    static let interval = 0.02

    static var recording: String {
        var header = TraceHeader(unit: .metersPerSecondSquared, convention: .proper)
        header.rate = 50
        header.notes = [
            .init(key: "source", value: "made by Tests/TracesTests/Tour.swift"),
            .init(key: "licence", value: "as the rest of this repository"),
            .init(key: "device", value: "none: a tablet as it might be shown around"),
        ]
        var text = String(decoding: TraceText.header(header), as: UTF8.self)
        var shake = Shake()
        for row in 0...1500 {
            let time = Double(row) * interval
            // The chip reads the reaction to gravity.
            let value = -(direction(at: time) * Calibration.standardGravity) + shake.next(at: time)
            text += "\(row * 20_000_000),\(decimals(value.x)),\(decimals(value.y)),\(decimals(value.z))\n"
        }
        return text
    }

    static var truth: String {
        let rows = poses.map { "\(nanoseconds($0.from)),\(nanoseconds($0.to)),\($0.expected.name)\n" }
        return "start_ns,end_ns,expected\n" + rows.joined()
    }

    private static func nanoseconds(_ seconds: Double) -> Int {
        Int((seconds * 1000).rounded()) * 1_000_000
    }

    private static func direction(at time: Double) -> Vector3 {
        let next = poses.first { time < $0.from }
        let last = poses.last { time >= $0.from } ?? poses[0]
        guard time > last.to, let next else { return last.gravity * (1 / last.gravity.length) }
        let part = (time - last.to) / (next.from - last.to)
        let smooth = part * part * (3 - 2 * part)
        let mixed = last.gravity * (1 - smooth) + next.gravity * smooth
        return mixed * (1 / mixed.length)
    }

    /// Three decimals, as chips with 12 bits give.
    private static func decimals(_ value: Double) -> String {
        let thousandths = Int((value * 1000).rounded())
        let digits = String(1000 + abs(thousandths) % 1000).dropFirst()
        return "\(thousandths < 0 ? "-" : "")\(abs(thousandths) / 1000).\(digits)"
    }
}

/// What is on top of gravity, in m/s^2.
private struct Shake {
    private var random = SeededGenerator(seed: 50)
    private var tremor = (Vector3(0, 0, 0), Vector3(0, 0, 0))
    private var sway = Vector3(0, 0, 0)

    mutating func next(at time: Double) -> Vector3 {
        let pose = Tour.poses.last { time >= $0.from } ?? Tour.poses[0]
        let isTurning = time > pose.to
        let strength = isTurning ? 2.0 : pose.isInHand ? 1 : 0
        // A resonator at 9 Hz: 2 r cos(2 pi 9 Hz 20 ms) with r = 0.95 is 0.809; r^2 is 0.9025.
        let drive = noise() * (0.06 * strength)
        tremor = (tremor.0 * 0.809 - tremor.1 * 0.9025 + drive, tremor.0)
        sway = sway * 0.97 + noise() * (0.04 * strength)
        var sum = tremor.0 + sway + noise() * 0.025
        // The table answers once, hard, and rings out within a few samples.
        let sinceTouch = time - pose.from
        if !pose.isInHand, sinceTouch >= 0, sinceTouch < 0.07 {
            sum = sum + Vector3(0.4, -0.6, 5) * (1 - sinceTouch / 0.07)
        }
        return sum
    }

    /// Of variance 1 on each axis: the sum of twelve uniform numbers is near enough to normal.
    private mutating func noise() -> Vector3 {
        Vector3(normal(), normal(), normal())
    }

    private mutating func normal() -> Double {
        (0..<12).reduce(-6.0) { sum, _ in sum + Double(random.next() >> 11) * 0x1p-53 }
    }
}
