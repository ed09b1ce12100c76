import EventLoop
import OrientationCore
import Sensors

/// What can be asked for.
extension OrientationService {
    /// Everything between the counts and the answer.
    func explanation() -> ExplanationMessage {
        let isOn = hub.isGenerating
        let age = lastSample.flatMap { source?.info.kind.isRecording == true ? nil : loop.now - $0.timestamp }
        return ExplanationMessage(
            state: message(seesGravity: true), source: source, sample: isOn ? lastSample : nil, age: isOn ? age : nil,
            gravity: isOn ? hub.gravity : nil, insight: isOn ? hub.insight : nil, settings: settings)
    }

    /// The present state; with the gravity of this moment only for those who may see it.
    ///
    /// - Parameter interface: what it says about the interface; nil for that of the session.
    func message(seesGravity: Bool = false, _ interface: InterfaceReport? = nil) -> StateMessage {
        var state = hub.state
        if seesGravity, hub.isGenerating, let gravity = hub.gravity { state.gravity = gravity }
        return StateMessage(
            sequence: hub.sequence, state: state, interface: interface ?? hub.policy.report(), frame: frame, isGenerating: hub.isGenerating)
    }

    var candidates: [SensorCandidate] { supply.candidates }

    /// Things that people should know, a line each.
    var warnings: [String] {
        (failure.map { [$0] } ?? []) + (supply.current?.info.warnings ?? [])
    }

    /// The sensor in use, for people.
    var sourceName: String { supply.current.map { "\($0.info.name) (\($0.info.id))" } ?? "none" }
}
