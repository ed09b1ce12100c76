import JSON
import OrientationCore
import Varlink

/// What one process leaves to the next one, written as it happens: a line of JSON each, so that a process that is killed in
/// the middle of a line has lost only that.
///
/// | line | means |
/// |---|---|
/// | `{"state":...}` | the last announced state, the counters and the session's interface |
/// | `{"subscribed":id,"name":...}` | a Monitor call: its request and who called |
/// | `{"unread":id,"bytes":[...]}` | more of the requests that wait behind it |
/// | `{"ended":id}` | it is over |
/// | `{"controlled":key,...}` | a call whose effect lasts; the last one of a key counts |
/// | `{"overtaken":key}` | it lasts no longer |
///
/// Requests are kept as they came: carrying them out again makes masks, roles, presentations and locks what they were.
public struct Handover: Equatable, Sendable {
    public struct Request: Equatable, Sendable {
        public var method: String
        public var parameters: JSONObject
        public var peer: PeerCredentials

        public init(method: String, parameters: JSONObject, peer: PeerCredentials) {
            self.method = method
            self.parameters = parameters
            self.peer = peer
        }

        /// As it goes over the wire.
        public func encoded(more: Bool) -> [UInt8] {
            JSONValue.object(["method": .string(method), "parameters": .object(parameters), "more": .bool(more)]).encoded() + [0]
        }
    }

    public struct Subscriber: Equatable, Sendable {
        public var id: String
        /// What the descriptor is called where it is kept.
        public var name: String
        public var request: Request
        public var unread: [UInt8] = []
    }

    public struct Control: Equatable, Sendable {
        public var key: String
        public var request: Request
    }

    public private(set) var sequence: UInt64 = 1
    public private(set) var change: UInt64 = 0
    public private(set) var state = OrientationState()
    /// Nil if nothing was told yet.
    public private(set) var interface: SessionInterface?
    /// In the order of their arrival.
    public private(set) var subscribers: [Subscriber] = []
    /// In the order in which they were carried out last.
    public private(set) var controls: [Control] = []

    public init() {}

    /// What the new process shows until it knows better; with nobody left who heard of the old one, it begins anew.
    public var presentState: OrientationState {
        if !subscribers.isEmpty { return state }
        var state = state
        (state.device, state.reason, state.gravity, state.confidence) = (.unknown, .released, nil, 0)
        return state
    }

    /// What the new process's session shows. Who was presented and is not there any more leaves what was beneath.
    public var presentInterface: SessionInterface? {
        if subscribers.contains(where: { $0.request.parameters["presented"]?.bool == true }) { return interface }
        return interface.map { SessionInterface($0.beneath ?? $0.shown, isByHand: $0.isByHand) }
    }

    /// Forgets those whose descriptors are not there.
    public mutating func keepOnly(names: Set<String>) {
        for gone in subscribers where !names.contains(gone.name) { take(.ended(id: gone.id)) }
    }

    // MARK: Lines

    public enum Line: Equatable, Sendable {
        case state(OrientationState, sequence: UInt64, change: UInt64, SessionInterface?)
        case subscribed(id: String, name: String, Request)
        case unread(id: String, [UInt8])
        case ended(id: String)
        case controlled(key: String, Request)
        case overtaken(key: String)
    }

    public mutating func take(_ line: Line) {
        switch line {
        case .state(let state, let sequence, let change, let interface):
            (self.state, self.sequence, self.change, self.interface) = (state, sequence, change, interface)
        case .subscribed(let id, let name, let request): subscribers.append(Subscriber(id: id, name: name, request: request))
        case .unread(let id, let bytes):
            guard let index = subscribers.firstIndex(where: { $0.id == id }) else { return }
            subscribers[index].unread += bytes
        case .ended(let id):
            subscribers.removeAll { $0.id == id }
            controls.removeAll { $0.request.parameters["id"]?.string == id }
        case .controlled(let key, let request):
            controls.removeAll { $0.key == key }
            controls.append(Control(key: key, request: request))
        case .overtaken(let key): controls.removeAll { $0.key == key }
        }
    }

    /// The fewest lines that say the same.
    public var lines: [Line] {
        var lines: [Line] = [.state(state, sequence: sequence, change: change, interface)]
        for subscriber in subscribers {
            lines.append(.subscribed(id: subscriber.id, name: subscriber.name, subscriber.request))
            if !subscriber.unread.isEmpty { lines.append(.unread(id: subscriber.id, subscriber.unread)) }
        }
        return lines + controls.map { .controlled(key: $0.key, $0.request) }
    }

    /// Reads lines; one that is not complete or not understood is left out.
    public init(reading bytes: [UInt8]) {
        for text in bytes.split(separator: UInt8(ascii: "\n")) {
            guard case .success(.object(let object)) = text.withUnsafeBytes({ JSONValue.parse($0) }), let line = Line(object) else {
                continue
            }
            take(line)
        }
    }
}
