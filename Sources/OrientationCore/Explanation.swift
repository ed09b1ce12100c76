/// Why the orientation is what it is and not another one, in sentences for people who know neither the code nor the words.
public struct Explanation: Equatable, Sendable {
    /// Why not this one.
    public struct Alternative: Equatable, Sendable {
        public let device: DeviceOrientation
        public let reason: String
    }

    /// Why it is what it is.
    public let verdict: String
    /// The other orientations, in the order of their numbers; empty while there is no gravity to compare with.
    public let alternatives: [Alternative]

    /// - Parameter gravity: as filtered, in the panel's frame, in g; nil before any usable sample.
    /// - Parameter insight: nil with `gravity`.
    public init(_ state: OrientationState, gravity: Vector3?, insight: DecisionInsight?, settings: OrientationSettings) {
        guard let gravity, let insight else {
            verdict = Self.withoutGravity(state)
            alternatives = []
            return
        }
        let angles = HeldAngles(gravity, settings)
        verdict = Self.verdict(state, angles, insight)
        alternatives = DeviceOrientation.allCases.filter { $0 != .unknown && $0 != state.device }.map { device in
            let reason =
                device == insight.reading
                ? Self.pending(insight)
                : state.device == .unknown ? angles.whyNotFirst(device) : angles.whyNot(device, holding: state.device)
            return Alternative(device: device, reason: reason)
        }
    }

    private static func withoutGravity(_ state: OrientationState) -> String {
        switch state.reason {
        case .released: "nobody listens, so the sensor is off and nothing is known"
        case .stalled: "the sensor has sent nothing usable for \(Int(OrientationPipeline.patience.seconds)) seconds"
        case .sensorLost: "the sensor is gone"
        case .ended: "the recording is over"
        case .firstReading, .rolled, .pickedUp, .laidFlat, .turnedOver, .sideChanged, .sensorBack:
            "the sensor is on, and no usable sample has come yet"
        }
    }

    private static func verdict(_ state: OrientationState, _ angles: HeldAngles, _ insight: DecisionInsight) -> String {
        switch state.device {
        case .unknown: insight.reading == .unknown ? angles.doubt : "gravity says \(insight.reading.name); \(pending(insight))"
        case .faceUp, .faceDown:
            "lean is \(degrees(angles.lean)); it lies flat from \(degrees(angles.settings.flatEnter)) on and until it is below "
                + degrees(angles.settings.flatLeave)
        case .portrait, .portraitUpsideDown, .landscapeLeft, .landscapeRight:
            "roll is \(degrees(angles.offset(from: state.device).magnitude)) from its middle, and it is left past \(degrees(angles.reach)); "
                + "lean is \(degrees(angles.lean)), and flat begins at \(degrees(angles.settings.flatEnter))"
        }
    }

    /// Gravity is there already, and it is not announced.
    private static func pending(_ insight: DecisionInsight) -> String {
        let share = Int((insight.demand > 0 ? min(1, insight.evidence / insight.demand) * 100 : 0).rounded())
        let motion = insight.stillness < 0.5 ? ", and being moved makes it wait longer" : ""
        return "gravity points there now; \(share) % of the evidence that a change needs is there\(motion)"
    }
}

/// Degrees as people are shown them.
func degrees(_ angle: Double) -> String { "\(Angles.shown(angle)) degrees" }
