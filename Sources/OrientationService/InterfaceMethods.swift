import Glibc
import JSON
import OrientationCore
import Varlink

/// The methods about the interface: two reaches, the session's with rights of control, and a subscription's own.
struct InterfaceMethods {
    private let service: OrientationService
    private let mayControl: (Call) -> Bool

    init(_ service: OrientationService, mayControl: @escaping (Call) -> Bool) {
        self.service = service
        self.mayControl = mayControl
    }

    var handlers: [String: VarlinkServer.Handler] {
        [
            "SetSupported": setSupported,
            "SetPreferred": setPreferred,
            "SetSession": setSession,
            "Lock": lock,
            "Unlock": unlock,
            "Rotate": rotate,
            "TurnDone": turnDone,
        ]
    }

    // MARK: Monitor

    /// What a Monitor call asks of the interface.
    struct Arrival {
        var wishes: InterfaceWishes
        var isPresented: Bool
        var isPresenter: Bool
        /// It says nothing about the interface.
        var onlyWatches: Bool
    }

    private static let parameters = ["supported", "preferred", "autorotate", "presented", "role"]

    func arrival(_ call: Call) throws(CallError) -> Arrival {
        let isPresented = try call.parameters.optional("presented") ?? false
        let isPresenter = try (call.parameters.optional("role") as String?) == "presenter"
        if isPresented || isPresenter { try requireControl(call) }
        return Arrival(
            wishes: try Self.wishes(call.parameters), isPresented: isPresented, isPresenter: isPresenter,
            onlyWatches: Self.parameters.allSatisfy { call.parameters[$0]?.isNull ?? true })
    }

    private static func wishes(_ parameters: JSONObject) throws(CallError) -> InterfaceWishes {
        InterfaceWishes(
            supported: try mask(parameters) ?? .all, preferred: try preferred(parameters),
            autorotate: try parameters.optional("autorotate") ?? true)
    }

    // MARK: Masks

    private func setSupported(_ call: Call) throws(CallError) {
        let mask = try Self.mask(call.parameters) ?? .all
        try changeWishes(call) { $0.supported = mask }
    }

    private func setPreferred(_ call: Call) throws(CallError) {
        let preferred = try Self.preferred(call.parameters)
        try changeWishes(call) { $0.preferred = preferred }
    }

    private func setSession(_ call: Call) throws(CallError) {
        try requireControl(call)
        let wishes = try Self.wishes(call.parameters)
        try decide(call) { policy throws(InterfacePolicyError) in try policy.setSession(wishes) }
    }

    private func changeWishes(_ call: Call, _ change: (inout InterfaceWishes) -> Void) throws(CallError) {
        let client = try client(call)
        let policy = service.hub.policy
        var wishes = client.flatMap { policy.wishes(of: $0) } ?? policy.sessionWishes
        change(&wishes)
        try decide(call) { policy throws(InterfacePolicyError) in
            guard let client else { return try policy.setSession(wishes) }
            return try policy.setWishes(wishes, of: client)
        }
    }

    // MARK: By hand

    private func lock(_ call: Call) throws(CallError) {
        let client = try client(call)
        let target = try Self.target(call.parameters)
        try decide(call) { policy throws(InterfacePolicyError) in try policy.lock(at: target, of: client) }
    }

    private func unlock(_ call: Call) throws(CallError) {
        let client = try client(call)
        try decide(call) { policy throws(InterfacePolicyError) in policy.unlock(client) }
    }

    private func rotate(_ call: Call) throws(CallError) {
        let client = try client(call)
        guard let target = try Self.target(call.parameters) else { throw .invalidParameter("orientation") }
        let force = try call.parameters.optional("force") ?? false
        try decide(call) { policy throws(InterfacePolicyError) in try policy.rotate(to: target, force: force, of: client) }
    }

    // MARK: The presenter

    /// From the presenter alone: known by its subscription's id, or as the process that subscribed.
    private func turnDone(_ call: Call) throws(CallError) {
        let change: Int64 = try call.parameters.required("change")
        let id: String? = try call.parameters.optional("id")
        guard let presenter = service.presenter, presenter.call.peer.uid == call.peer.uid,
            id.map({ $0 == presenter.id }) ?? (presenter.call.peer.pid == call.peer.pid)
        else { throw .permissionDenied }
        guard let number = UInt64(exactly: change), number > 0, number <= service.hub.policy.lastChange else {
            throw .invalidParameter("change")
        }
        service.decide { $0.turnDone(number) }
        call.reply()
    }

    // MARK: Inside

    private func decide(
        _ call: Call, _ event: (inout InterfacePolicy) throws(InterfacePolicyError) -> [InterfacePolicy.Action]
    ) throws(CallError) {
        do {
            try service.decide(keeping: call, event)
        } catch {
            throw ServiceError.policy(error)
        }
        call.reply()
    }

    /// Whom a call concerns: the subscription it names, which has to be the caller's, or the session, which needs rights.
    private func client(_ call: Call) throws(CallError) -> InterfacePolicy.Client? {
        guard let id: String = try call.parameters.optional("id") else {
            try requireControl(call)
            return nil
        }
        guard let subscription = service.subscription(id, of: call.peer.uid) else { throw ServiceError.noSuchSubscription(id) }
        return subscription.client
    }

    private func requireControl(_ call: Call) throws(CallError) {
        if !mayControl(call) { throw .permissionDenied }
    }

    /// The parameters of a Monitor call are held as long as it runs; each name once is four.
    private static let mostNames = 16

    /// An empty list is an empty mask, which has nothing in common with any other.
    private static func mask(_ parameters: JSONObject) throws(CallError) -> OrientationMask? {
        guard let names: [String] = try parameters.optional("supported") else { return nil }
        if names.isEmpty { return [] }
        guard names.count <= mostNames, let mask = OrientationMask(names: names) else { throw .invalidParameter("supported") }
        return mask
    }

    private static func preferred(_ parameters: JSONObject) throws(CallError) -> InterfaceOrientation? {
        guard let name: String = try parameters.optional("preferred") else { return nil }
        guard let preferred = InterfaceOrientation(name: name) else { throw .invalidParameter("preferred") }
        return preferred
    }

    private static func target(_ parameters: JSONObject) throws(CallError) -> InterfaceTarget? {
        guard let name: String = try parameters.optional("orientation") else { return nil }
        guard let target = InterfaceTarget(name: name) else { throw .invalidParameter("orientation") }
        return target
    }
}
