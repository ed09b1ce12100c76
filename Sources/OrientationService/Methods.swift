import EventLoop
import JSON
import OrientationCore
import Posix
import Sensors
import Varlink

/// The methods of `org.orientationd`: from a call to the service and back.
public final class OrientationMethods {
    public static let interfaceName = "org.orientationd"

    /// The interface file, the source of truth for what is accepted and sent.
    public static var description: String { String(decoding: PackageResources.org_orientationd_varlink, as: UTF8.self) }

    private let service: OrientationService
    private let rights: Rights
    private let started: Timestamp
    private let loop: EventLoop

    /// - Parameter group: members of this group may see raw gravity and control.
    public init(_ service: OrientationService, group: String, loop: EventLoop) {
        self.service = service
        self.loop = loop
        rights = Rights(group: group)
        started = loop.now
    }

    /// For `VarlinkServer.register`; types of parameters are checked against the interface file before.
    public var handlers: [String: VarlinkServer.Handler] {
        interface.handlers.merging(ownHandlers) { own, _ in own }
    }

    private var interface: InterfaceMethods { InterfaceMethods(service, mayControl: mayControl) }

    private var ownHandlers: [String: VarlinkServer.Handler] {
        [
            "Get": get,
            "Monitor": monitor,
            "EndSubscription": endSubscription,
            "ListSensors": { [service] call in
                call.reply(["sensors": .array(service.candidates.map { .object($0.json) })])
            },
            "Status": status,
            "Samples": samples,
            "Explain": explain,
        ]
    }

    /// Longer than this nobody waits for one reading: an hour.
    private static let longestWait: Int64 = 3_600_000
    /// Hz. Faster than any screen sensor is read.
    private static let gravityRates = 0.01...1000.0

    private func get(_ call: Call) throws(CallError) {
        let seesGravity = mayControl(call)
        try answer(call) { [service] in ["state": .object(service.message(seesGravity: seesGravity).json)] }
    }

    private func explain(_ call: Call) throws(CallError) {
        guard mayControl(call) else { throw .permissionDenied }
        let reply = { [service] in service.explanation().json }
        // Without a sensor there is something to explain as well.
        guard service.hub.hasSensor else { return call.reply(reply()) }
        try answer(call, reply)
    }

    /// At once, or with `wait` at the first decided reading.
    private func answer(_ call: Call, _ reply: @escaping () -> JSONObject) throws(CallError) {
        guard let milliseconds: Int64 = try call.parameters.optional("wait") else { return call.reply(reply()) }
        guard (0...Self.longestWait).contains(milliseconds) else { throw .invalidParameter("wait") }
        do {
            try service.wait(call, patience: .milliseconds(milliseconds), reply: reply)
        } catch {
            call.reply(reply())
        }
    }

    private func samples(_ call: Call) throws(CallError) {
        try call.requireMore()
        guard mayControl(call) else { throw .permissionDenied }
        guard service.hub.hasSensor else { throw ServiceError.noSensor }
        service.sendSamples(call)
    }

    private func monitor(_ call: Call) throws(CallError) {
        try call.requireMore()
        var interval: Interval?
        if let rate: Double = try call.parameters.optional("gravity") {
            guard Self.gravityRates.contains(rate) else { throw .invalidParameter("gravity") }
            guard mayControl(call) else { throw .permissionDenied }
            interval = Interval(nanoseconds: Int64(1e9 / rate))
        }
        let arrival = try interface.arrival(call)
        do {
            try service.subscribe(
                call, gravityInterval: interval, arrival.wishes, isPresented: arrival.isPresented, isPresenter: arrival.isPresenter,
                onlyWatches: arrival.onlyWatches)
        } catch {
            throw ServiceError.policy(error)
        }
    }

    private func endSubscription(_ call: Call) throws(CallError) {
        let id: String = try call.parameters.required("id")
        guard service.endSubscription(id: id, user: call.peer.uid) else { throw ServiceError.noSuchSubscription(id) }
        call.reply()
    }

    private func status(_ call: Call) {
        let status: JSONObject = [
            "version": .string(Version.text),
            "source": .string(service.sourceName),
            "state": .object(service.message(seesGravity: mayControl(call)).json),
            "subscribers": .integer(Int64(service.hub.subscriberCount)),
            "holders": .integer(Int64(service.hub.holderCount)),
            "samples": .integer(Int64(service.hub.samples)),
            "rejected": .integer(Int64(service.hub.rejected)),
            "lock": service.hub.policy.lock.map { .string($0.name) } ?? .null,
            "presenter": service.presenter.map { .integer(Int64($0.call.peer.pid)) } ?? .null,
            "uptime": .integer((loop.now - started).nanoseconds),
            "warnings": .array(service.warnings.map { .string($0) }),
        ]
        call.reply(status)
    }

    private func mayControl(_ call: Call) -> Bool {
        rights.mayControl(user: call.peer.uid) { call.connection.peerGroups }
    }
}

extension SensorCandidate {
    fileprivate var json: JSONObject {
        [
            "name": .string(info.name),
            "id": .string(info.id),
            "kind": .string(info.kind.rawValue),
            "used": .bool(isUsed),
            "reason": .string(reason),
            "location": .string(info.location.rawValue),
            "locationSource": .string(info.locationSource),
            "matrix": .string(info.matrix),
            "access": .string(info.access),
            "rate": info.rate.map { .real($0) } ?? .null,
            "reportsOnlyChanges": .bool(info.reportsOnlyChanges),
            "warnings": .array(info.warnings.map { .string($0) }),
        ]
    }
}

extension OrientationMethods {
    /// For `org.varlink.service.GetInfo`.
    public static let info = ServiceInfo(
        vendor: "orientationd", product: "orientationd", version: Version.text, url: "https://varlink.org")

    public static let limitErrors = ServiceError.limits
}
