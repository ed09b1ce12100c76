import JSON
import OrientationCore
import Sensors

/// The reply to Explain: everything between the sensor's counts and the answer.
struct ExplanationMessage {
    let state: StateMessage
    let source: SensorSource?
    /// The last one, if the sensor runs.
    let sample: RawSample?
    let age: Interval?
    let gravity: Vector3?
    let insight: DecisionInsight?
    let settings: OrientationSettings

    var json: JSONObject {
        let frame = NaturalFrame(natural: settings.natural)
        let measured = sample.flatMap { sample in source.map { $0.calibration.gravity(of: sample) } }
        let explanation = Explanation(state.state, gravity: gravity, insight: insight, settings: settings)
        return [
            "form": source.map { .object(SampleForm($0).json) } ?? .null,
            "state": .object(state.json),
            "sample": sample.map { .object($0.json) } ?? .null,
            "age": age.map { .integer(max(0, $0.nanoseconds)) } ?? .null,
            "measured": measured.map { .object($0.shownInG) } ?? .null,
            "norm": measured.map { .real(shown($0.length, perUnit: 10_000)) } ?? .null,
            "gravity": gravity.map { .object($0.shownInG) } ?? .null,
            "roll": gravity.map { .real(Angles.shown(frame.roll(of: $0))) } ?? .null,
            "lean": gravity.map { .real(Angles.shown(Angles.lean(of: $0))) } ?? .null,
            "thresholds": [
                "rollHysteresis": .real(settings.rollHysteresis), "flatEnter": .real(settings.flatEnter),
                "flatLeave": .real(settings.flatLeave), "natural": .string(settings.natural.name),
            ],
            "decision": insight.map { .object($0.json) } ?? .null,
            "verdict": .string(source == nil ? "there is no sensor" : explanation.verdict),
            "alternatives": .array(
                explanation.alternatives.map { ["device": .string($0.device.name), "reason": .string($0.reason)] }),
        ]
    }
}

extension DecisionInsight {
    fileprivate var json: JSONObject {
        [
            "reading": .string(reading.name), "evidence": .real(shown(evidence, perUnit: 100_000)),
            "sideEvidence": .real(shown(sideEvidence, perUnit: 100_000)), "demand": .real(shown(demand, perUnit: 100_000)),
            "stillness": .real(shown(stillness, perUnit: 1000)),
        ]
    }
}
