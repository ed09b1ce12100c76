import OrientationCore

@testable import OrientationService

/// What is asked of the interface.
extension SimulationWorld {
    mutating func decide(_ event: SimulationEvent) throws(Violation) {
        let before = hub.policy.report()
        let someone: (Int) -> InterfacePolicy.Client? = { [clients] place in
            clients.isEmpty ? nil : clients[place % clients.count].holder.client
        }
        do {
            let actions: [Hub.Action]
            switch event {
            case .configure(let mask, let autorotate, let silences):
                var settings = InterfaceSettings()
                (settings.supported, settings.autorotate, settings.lockSilencesDevice) = (mask, autorotate, silences)
                system = mask
                actions = hub.apply(OrientationSettings(), interface: settings)
            case .session(let wishes): actions = try hub.decide { policy in try policy.setSession(wishes) }
            case .wish(let place, let wishes):
                guard let client = someone(place) else { return }
                actions = try hub.decide { policy in try policy.setWishes(wishes, of: client) }
            case .form(let isTablet, let isLidClosed):
                actions = hub.decide { $0.formChanged(isTablet: isTablet, isLidClosed: isLidClosed) }
            case .lock(let target): actions = try hub.decide { policy in try policy.lock(at: target) }
            case .unlock: actions = hub.decide { $0.unlock() }
            case .rotate(let target, let force): actions = try hub.decide { policy in try policy.rotate(to: target, force: force) }
            case .lockOwn(let place, let target):
                guard let client = someone(place) else { return }
                actions = try hub.decide { policy in try policy.lock(at: target, of: client) }
            case .unlockOwn(let place):
                guard let client = someone(place) else { return }
                actions = hub.decide { $0.unlock(client) }
            case .rotateOwn(let place, let target):
                guard let client = someone(place) else { return }
                actions = try hub.decide { policy in try policy.rotate(to: target, of: client) }
            case .turnDone: actions = hub.decide { [turn] policy in turn.map { policy.turnDone($0.change) } ?? [] }
            case .turnDoneLate: actions = hub.decide { $0.turnDone($0.lastChange / 2) }
            default: return
            }
            try perform(actions)
        } catch let violation as Violation {
            throw violation
        } catch {
            try unchanged(before)
        }
    }
}
