import JSON
import OrientationCore

/// The type `State` of the interface file: what subscribers and callers of Get are sent.
struct StateMessage {
    var sequence: UInt64
    var state: OrientationState
    var interface: InterfaceReport
    var frame: NaturalFrame
    var isGenerating: Bool
    var missed = 0

    var json: JSONObject {
        let gravity = state.gravity
        return [
            "sequence": .integer(Int64(clamping: sequence)),
            "timestamp": .integer(state.timestamp.nanoseconds),
            "device": .string(state.device.name),
            "edge": .string(state.edge.name),
            "landscape": .string(state.landscape.name),
            "interface": .string(interface.own.to.name),
            "sessionInterface": .string(interface.session.to.name),
            "phase": interface.phase.map { .string($0.rawValue) } ?? .null,
            "change": interface.change.map { .integer(Int64(clamping: $0)) } ?? .null,
            "turn": .object(interface.own.json),
            "sessionTurn": .object(interface.session.json),
            "reason": .string(state.reason.rawValue),
            "confidence": .real(shown(state.confidence, perUnit: 1000)),
            "roll": gravity.map { .real(Angles.shown(frame.roll(of: $0))) } ?? .null,
            "lean": gravity.map { .real(Angles.shown(Angles.lean(of: $0))) } ?? .null,
            "gravity": gravity.map { ["x": told($0.x), "y": told($0.y), "z": told($0.z)] } ?? .null,
            "generating": .bool(isGenerating),
            "missed": .integer(Int64(missed)),
        ]
    }

    /// In g, to a tenth of a milli-g: finer than any sensor's noise.
    private func told(_ gravity: Double) -> JSONValue { .real(shown(gravity, perUnit: 10_000)) }
}

extension InterfaceTurn {
    /// The type `Turn` of the interface file.
    fileprivate var json: JSONObject {
        [
            "from": .string(from.name),
            "angle": .integer(Int64(angle)),
            "step": .integer(Int64(step)),
            "transform": .string(transform.rawValue),
            "swapsSize": .bool(swapsSize),
        ]
    }
}
