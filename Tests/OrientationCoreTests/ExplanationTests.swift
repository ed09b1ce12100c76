import OrientationCore
import Testing

@Suite struct ExplanationTests {
    /// The explanation after a second in each of these positions.
    private func explanation(after gravities: [Vector3], hysteresis: Double = 10) -> Explanation {
        var settings = OrientationSettings()
        settings.rollHysteresis = hysteresis
        var pipeline = OrientationPipeline(
            calibration: Calibration(scale: Vector3(1, 1, 1) * Calibration.standardGravity), settings: settings)
        for (second, gravity) in gravities.enumerated() {
            for step in 0..<50 {
                let time = Timestamp(nanoseconds: Int64(second) * 1_000_000_000 + Int64(step) * 20_000_000)
                pipeline.take(RawSample(timestamp: time, value: gravity)) { _ in }
            }
        }
        return Explanation(pipeline.state, gravity: pipeline.gravity, insight: pipeline.insight, settings: settings)
    }

    private func tilted(roll: Double, lean: Double = 0) -> Vector3 {
        let (roll, lean) = (Angles.sineAndCosine(degrees: roll), Angles.sineAndCosine(degrees: lean))
        return Vector3(roll.sine * lean.cosine, -roll.cosine * lean.cosine, -lean.sine)
    }

    private func reason(_ device: DeviceOrientation, in explanation: Explanation) -> String {
        explanation.alternatives.first { $0.device == device }?.reason ?? ""
    }

    @Test func anEdgeSaysHowFarItIsToTheOthers() {
        let held = explanation(after: [tilted(roll: 20, lean: 30)])
        #expect(held.verdict.contains("roll is 20.0 degrees from its middle, and it is left past 55.0 degrees"))
        #expect(held.alternatives.map(\.device) == [.portraitUpsideDown, .landscapeLeft, .landscapeRight, .faceUp, .faceDown])
        #expect(reason(.landscapeRight, in: held).contains("35.0 degrees to go"))
        #expect(reason(.landscapeLeft, in: held).contains("75.0 degrees to go"))
        #expect(reason(.portraitUpsideDown, in: held).contains("115.0 degrees to go"))
        #expect(reason(.faceUp, in: held) == "30.0 degrees of lean to go")
        #expect(reason(.faceDown, in: held).hasSuffix("and the glass points up"))
    }

    @Test func whatIsSaidToBeMissingIsWhatIsMissing() {
        #expect(explanation(after: [tilted(roll: 20), tilted(roll: 54)]).alternatives.map(\.device).contains(.landscapeRight))
        let turned = explanation(after: [tilted(roll: 20), tilted(roll: 56)])
        #expect(!turned.alternatives.map(\.device).contains(.landscapeRight), "35 to go were told, and 36 were gone")
        #expect(reason(.portrait, in: turned).contains("21.0 degrees to go"))
    }

    @Test func lyingFlatSaysWhatPicksItUp() {
        let flat = explanation(after: [tilted(roll: 0, lean: 80)])
        #expect(flat.verdict.hasPrefix("lean is 80.0 degrees"))
        #expect(reason(.portrait, in: flat) == "flat until lean, now 80.0 degrees, is below 50.0 degrees")
        #expect(reason(.faceDown, in: flat) == "the glass points up")
    }

    @Test func aDiagonalStartWaits() {
        let diagonal = explanation(after: [tilted(roll: 44)])
        #expect(diagonal.verdict.contains("held diagonally"))
        #expect(diagonal.alternatives.count == 6)
    }

    @Test func withoutASampleItSaysWhatIsMissing() {
        let nothing = Explanation(OrientationState(), gravity: nil, insight: nil, settings: OrientationSettings())
        #expect(nothing.verdict == "nobody listens, so the sensor is off and nothing is known")
        #expect(nothing.alternatives.isEmpty)
    }
}
