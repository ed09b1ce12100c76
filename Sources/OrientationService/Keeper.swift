import OrientationCore
import Varlink

/// Whoever keeps what a later process needs to serve the same subscribers.
public protocol Keeper: AnyObject {
    /// A Monitor call runs.
    func subscribed(_ call: Call, id: String)
    /// It has ended. Its connection may go on, and is not kept any more.
    func ended(_ id: String, _ connection: ServerConnection)
    /// Called often; what is the same as before need not be kept again.
    func changed(_ state: OrientationState, sequence: UInt64, change: UInt64)
    /// A method of control was carried out.
    func controlled(_ call: Call, lock: InterfaceOrientation?)
}

extension OrientationMethods {
    /// The methods whose effect outlives their call.
    static let lastingMethods: Set = ["SetSupported", "SetPreferred", "SetSession", "Lock", "Unlock", "Rotate"]

    /// Has the keeper told of each call that was carried out.
    static func kept(_ handlers: [String: VarlinkServer.Handler], _ service: OrientationService) -> [String: VarlinkServer.Handler] {
        var result = handlers
        for method in lastingMethods {
            guard let handler = handlers[method] else { continue }
            result[method] = KeptHandler(handler: handler, service: service).handle
        }
        return result
    }
}

/// A handler whose calls have an effect that outlives them.
private struct KeptHandler {
    let handler: VarlinkServer.Handler
    let service: OrientationService

    func handle(_ call: Call) throws(CallError) {
        try handler(call)
        service.keeper?.controlled(call, lock: service.hub.policy.lock)
    }
}
