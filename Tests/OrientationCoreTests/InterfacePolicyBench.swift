import OrientationCore

/// A policy with clients that have names, and what was done so far.
struct PolicyBench {
    var policy: InterfacePolicy
    private(set) var actions: [InterfacePolicy.Action] = []
    /// What the latest client was told on its arrival.
    private(set) var first: InterfacePolicy.Action?
    private var count: UInt64 = 0

    init(_ change: (inout InterfaceSettings) -> Void = { _ in }) {
        var settings = InterfaceSettings()
        change(&settings)
        policy = InterfacePolicy(settings: settings)
    }

    mutating func arrive(
        _ wishes: InterfaceWishes = InterfaceWishes(), presented: Bool = false, presenter: Bool = false
    ) throws -> InterfacePolicy.Client {
        count += 1
        let client = InterfacePolicy.Client(number: count)
        let arrival = try policy.arrive(client, wishes, isPresented: presented, isPresenter: presenter)
        first = arrival.first
        actions += arrival.dropFirst()
        return client
    }

    mutating func turn(_ devices: DeviceOrientation..., landscape: DeviceOrientation? = nil) {
        for next in devices {
            let side = landscape ?? (next.isLandscape ? next : .landscapeLeft)
            actions += policy.deviceChanged(to: next, landscape: side)
        }
    }

    mutating func act(_ body: (inout InterfacePolicy) throws -> [InterfacePolicy.Action]) rethrows {
        actions += try body(&policy)
    }

    /// What happened since the last call, one line an action: who, phase, change, own step, own interface.
    mutating func told() -> [String] {
        defer { actions = [] }
        return actions.map { action in
            switch action {
            case .tell(let client, let report):
                let phase = report.phase.map { "\($0)" } ?? "plain"
                return "\(client.number) \(phase) \(report.change ?? 0): \(report.own.to.name) \(report.own.step)"
            case .awaitTurn(let change, let limit): return "await \(change) for \(limit.seconds) s"
            case .presenterSilent(let change): return "silent \(change)"
            }
        }
    }

    func own(_ client: InterfacePolicy.Client) -> InterfaceOrientation { policy.report(for: client).own.to }
    var session: InterfaceOrientation { policy.interface }
}
