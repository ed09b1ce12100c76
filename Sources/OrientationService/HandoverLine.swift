import JSON
import OrientationCore
import Varlink

/// The lines of a ``Handover`` as JSON.
extension Handover.Line {
    /// With the line break.
    public var encoded: [UInt8] { JSONValue.object(object).encoded() + [UInt8(ascii: "\n")] }

    private var object: JSONObject {
        switch self {
        case .state(let state, let sequence, let change, let interface):
            [
                "state": .string(state.device.name), "edge": .string(state.edge.name), "landscape": .string(state.landscape.name),
                "reason": .string(state.reason.rawValue), "time": .integer(state.timestamp.nanoseconds),
                "gravity": state.gravity.map { .array([.real($0.x), .real($0.y), .real($0.z)]) } ?? .null,
                "confidence": .real(state.confidence), "sequence": .integer(Int64(clamping: sequence)),
                "change": .integer(Int64(clamping: change)), "interface": interface.map { .string($0.shown.name) } ?? .null,
                "byHand": .bool(interface?.isByHand ?? false), "beneath": interface?.beneath.map { .string($0.name) } ?? .null,
            ]
        case .subscribed(let id, let name, let request):
            JSONObject([("subscribed", .string(id)), ("name", .string(name))] + Self.members(request))
        case .unread(let id, let bytes): ["unread": .string(id), "bytes": .array(bytes.map { .integer(Int64($0)) })]
        case .ended(let id): ["ended": .string(id)]
        case .controlled(let key, let request): JSONObject([("controlled", .string(key))] + Self.members(request))
        case .overtaken(let key): ["overtaken": .string(key)]
        }
    }

    private static func members(_ request: Handover.Request) -> [(String, JSONValue)] {
        [
            ("method", .string(request.method)), ("parameters", .object(request.parameters)),
            ("pid", .integer(Int64(request.peer.pid))), ("uid", .integer(Int64(request.peer.uid))),
            ("gid", .integer(Int64(request.peer.gid))),
        ]
    }

    init?(_ object: JSONObject) {
        if object["state"] != nil {
            guard let line = Self.state(object) else { return nil }
            self = line
        } else if let id = object["subscribed"]?.string, let name = object["name"]?.string, let request = Self.request(object) {
            self = .subscribed(id: id, name: name, request)
        } else if let id = object["unread"]?.string, let values = object["bytes"]?.array {
            let bytes = values.compactMap { $0.integer.flatMap { UInt8(exactly: $0) } }
            guard bytes.count == values.count else { return nil }
            self = .unread(id: id, bytes)
        } else if let id = object["ended"]?.string {
            self = .ended(id: id)
        } else if let key = object["controlled"]?.string, let request = Self.request(object) {
            self = .controlled(key: key, request)
        } else if let key = object["overtaken"]?.string {
            self = .overtaken(key: key)
        } else {
            return nil
        }
    }

    private static func request(_ object: JSONObject) -> Handover.Request? {
        guard let method = object["method"]?.string, let parameters = object["parameters"]?.object,
            let pid = object["pid"]?.integer.flatMap({ Int32(exactly: $0) }),
            let uid = object["uid"]?.integer.flatMap({ UInt32(exactly: $0) }),
            let gid = object["gid"]?.integer.flatMap({ UInt32(exactly: $0) })
        else { return nil }
        return Handover.Request(method: method, parameters: parameters, peer: PeerCredentials(pid: pid, uid: uid, gid: gid))
    }

    private static func state(_ object: JSONObject) -> Handover.Line? {
        func orientation(_ key: String) -> DeviceOrientation? { object[key]?.string.flatMap { DeviceOrientation(name: $0) } }
        guard let device = orientation("state"), let edge = orientation("edge"), let landscape = orientation("landscape"),
            let reason = object["reason"]?.string.flatMap({ ChangeReason(rawValue: $0) }), let time = object["time"]?.integer,
            let sequence = object["sequence"]?.integer.flatMap({ UInt64(exactly: $0) }),
            let change = object["change"]?.integer.flatMap({ UInt64(exactly: $0) })
        else { return nil }
        var state = OrientationState()
        (state.device, state.edge, state.landscape, state.reason) = (device, edge, landscape, reason)
        state.timestamp = Timestamp(nanoseconds: time)
        state.confidence = object["confidence"]?.double ?? 0
        if let axes = object["gravity"]?.array?.compactMap({ $0.double }), axes.count == 3 {
            state.gravity = Vector3(axes[0], axes[1], axes[2])
        }
        func shown(_ key: String) -> InterfaceOrientation? { object[key]?.string.flatMap { InterfaceOrientation(name: $0) } }
        let interface = shown("interface").map {
            SessionInterface($0, isByHand: object["byHand"]?.bool ?? false, beneath: shown("beneath"))
        }
        return .state(state, sequence: sequence, change: change, interface)
    }
}
