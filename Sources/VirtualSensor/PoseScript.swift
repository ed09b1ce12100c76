import Arguments
import OrientationCore

/// A motion in words: `portrait 2s; roll 90deg 0.5s; faceUp over 1s; shake 0.5g 1s`.
///
/// | statement | meaning |
/// |---|---|
/// | `NAME [TIME]` | in that position at once, and held |
/// | `NAME over TIME` | turned there evenly |
/// | `roll ANGLE TIME` | turned by that much in the plane of the screen, clockwise as seen |
/// | `lean ANGLE TIME` | leaned back by that much |
/// | `hold TIME` | stays |
/// | `shake SIZE TIME` | stays, shaken to and fro at 5 Hz |
///
/// Names are those of the orientations; times end in `s` or `ms`, angles in `deg`, sizes in `g`.
public struct PoseScript: Sendable {
    /// Why a text is no script.
    public struct Flaw: Error, Equatable, CustomStringConvertible {
        /// Counted from 1.
        public let statement: Int
        public let reason: String

        public var description: String { "statement \(statement): \(reason)" }
    }

    public let track: PoseTrack

    /// Seconds that a position is held if nothing is said.
    private static let usualHold = 1.0
    /// A script is watched by somebody.
    private static let longest = 86_400.0

    public init(parsing text: String) throws(Flaw) {
        var motion = ScriptedMotion()
        var count = 0
        for statement in text.split(whereSeparator: { $0 == ";" || $0.isNewline }) {
            let words = statement.split(separator: " ").map(String.init)
            guard let first = words.first, !first.hasPrefix("#") else { continue }
            count += 1
            do throws(ScriptError) {
                try Self.add(first, Array(words.dropFirst()), to: &motion)
            } catch {
                throw Flaw(statement: count, reason: error.reason)
            }
            if motion.seconds > Self.longest { throw Flaw(statement: count, reason: "longer than a day") }
        }
        guard let track = motion.track else {
            throw Flaw(statement: 1, reason: "there is none; for example 'portrait 2s; roll 90deg 0.5s'")
        }
        self.track = track
    }

    private static func add(_ verb: String, _ words: [String], to motion: inout ScriptedMotion) throws(ScriptError) {
        switch (verb, words.count) {
        case ("hold", 1): motion.hold(try seconds(words[0]))
        case ("roll", 2): motion.turn(roll: try number(words[0], "deg", "an angle such as 90deg"), lean: 0, over: try seconds(words[1]))
        case ("lean", 2): motion.turn(roll: 0, lean: try number(words[0], "deg", "an angle such as 90deg"), over: try seconds(words[1]))
        case ("shake", 2): motion.shake(try number(words[0], "g", "a size such as 0.5g"), for: try seconds(words[1]))
        case ("hold", _), ("roll", _), ("lean", _), ("shake", _):
            throw ScriptError("'\(verb)' takes \(verb == "hold" ? "a time" : "a size and a time")")
        case (_, _):
            guard let device = DeviceOrientation(name: verb), device != .unknown else {
                let names = DeviceOrientation.allCases.dropFirst().map(\.name) + ["roll", "lean", "hold", "shake"]
                throw ScriptError("'\(verb)' is not one of \(names.joined(separator: ", "))\(suggestion(for: verb, among: names))")
            }
            switch (words.first, words.count) {
            case (nil, _): motion.stand(device, for: usualHold)
            case (_, 1): motion.stand(device, for: try seconds(words[0]))
            case ("over", 2): motion.turn(to: device, over: try seconds(words[1]))
            case (_, _): throw ScriptError("after '\(verb)' comes a time, or 'over' and a time")
            }
        }
    }

    private static func seconds(_ text: String) throws(ScriptError) -> Double {
        let milliseconds = text.hasSuffix("ms")
        let value = try number(text, milliseconds ? "ms" : "s", "a time such as 2s or 500ms, of at most a day") * (milliseconds ? 0.001 : 1)
        guard value >= 0, value <= longest else { throw ScriptError("'\(text)' is no time from 0 to a day") }
        return value
    }

    private static func number(_ text: String, _ unit: String, _ what: String) throws(ScriptError) -> Double {
        guard text.hasSuffix(unit), let value = Double(text.dropLast(unit.count)), value.magnitude <= 1e6 else {
            throw ScriptError("'\(text)' is not \(what)")
        }
        return value
    }
}

private struct ScriptError: Error {
    let reason: String
    init(_ reason: String) { self.reason = reason }
}

/// Angles over time, as poses.
private struct ScriptedMotion {
    private(set) var seconds = 0.0
    private var roll = 0.0
    private var lean = 0.0
    private var steps: [PoseTrack.Step] = []

    private static let step = 0.01
    /// Hz.
    private static let shaking = 5.0

    var track: PoseTrack? { PoseTrack(steps) }

    mutating func hold(_ span: Double) {
        add()
        seconds += span
        add()
    }

    mutating func stand(_ device: DeviceOrientation, for span: Double) {
        (roll, lean) = angles(of: device)
        hold(span)
    }

    mutating func turn(to device: DeviceOrientation, over span: Double) {
        let target = angles(of: device)
        // Lying flat it has no roll: it is picked up by the edge that is wanted.
        if lean.magnitude == 90 { roll = target.roll }
        // The short way round.
        let way = target.roll - roll
        turn(roll: way - 360 * (way / 360).rounded(), lean: target.lean - lean, over: span)
        (roll, lean) = target
        add()
    }

    mutating func turn(roll angle: Double, lean back: Double, over span: Double) {
        let (start, startRoll, startLean) = (seconds, roll, lean)
        add()
        let count = max(1, Int((span / Self.step).rounded()))
        for step in 1...count {
            let share = Double(step) / Double(count)
            seconds = start + span * share
            roll = startRoll + angle * share
            lean = startLean + back * share
            add()
        }
    }

    mutating func shake(_ size: Double, for span: Double) {
        let start = seconds
        let count = max(1, Int((span / Self.step).rounded()))
        for step in 0..<count {
            seconds = start + Double(step) * Self.step
            // To and fro as a triangle, which needs no sine: -1 to 1.
            let phase = (Double(step) * Self.step * Self.shaking).truncatingRemainder(dividingBy: 1)
            add(pushed: size * (4 * (phase - 0.5).magnitude - 1))
        }
        seconds = start + span
        add()
    }

    /// Lying flat keeps the roll.
    private func angles(of device: DeviceOrientation) -> (roll: Double, lean: Double) {
        switch device {
        case .portrait, .unknown: (0, 0)
        case .landscapeLeft: (-90, 0)
        case .landscapeRight: (90, 0)
        case .portraitUpsideDown: (180, 0)
        case .faceUp: (roll, 90)
        case .faceDown: (roll, -90)
        }
    }

    private mutating func add(pushed size: Double = 0) {
        let (inPlane, back) = (Self.direction(roll), Self.direction(lean))
        let (x, y, z) = (inPlane.sine * back.cosine + size, -inPlane.cosine * back.cosine + size, -back.sine + size)
        let time = Interval(nanoseconds: Int64((seconds * 1e9).rounded()))
        steps.append(PoseTrack.Step(time: time, pose: Pose(milliG: x * 1000, y * 1000, z * 1000)))
    }

    /// Sine and cosine of any angle, from those of 0 to 90 degrees.
    private static func direction(_ degrees: Double) -> (sine: Double, cosine: Double) {
        let turned = degrees - 360 * (degrees / 360).rounded(.down)
        let quarter = (turned / 90).rounded(.down)
        let (sine, cosine) = Angles.sineAndCosine(degrees: turned - 90 * quarter)
        switch Int(quarter) % 4 {
        case 0: return (sine, cosine)
        case 1: return (cosine, -sine)
        case 2: return (-sine, -cosine)
        case _: return (-cosine, sine)
        }
    }
}
