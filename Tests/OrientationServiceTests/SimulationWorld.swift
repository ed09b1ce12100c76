import OrientationCore

@testable import OrientationService

/// The hub with a clock, clients and a sensor that are not there, and the books that its promises are checked against.
struct SimulationWorld {
    /// Something broken on purpose, to see that it is noticed.
    enum Sabotage { case none, losesGoodbyes, forgetsBlocked, sleepsThroughDeadlines, takesSpikesForTurns }

    enum Sensor { case absent, off, on, over }

    var hub = Hub(settings: OrientationSettings())
    var steps = 0
    let sabotage: Sabotage
    var time = Timestamp(nanoseconds: 1_000_000_000)
    var clients: [SimulationClient] = []
    var silentHolders: [Hub.Holder] = []
    var waits: [Hub.Holder] = []
    var sensor = Sensor.absent
    var system = OrientationMask.all
    var onlyChanges = false
    /// Switching the sensor on fails.
    var isBusy = false
    var lastUsable: Timestamp?
    var turn: (change: UInt64, due: Timestamp)?

    init(_ sabotage: Sabotage = .none) {
        self.sabotage = sabotage
    }

    var holders: Int { clients.count + silentHolders.count + waits.count }

    mutating func step(_ event: SimulationEvent) throws(Violation) {
        try happen(event)
        for index in clients.indices {
            switch clients[index].pace {
            case .keepsUp: try clients[index].read(.max, hub)
            case .slow: try clients[index].read(1, hub)
            case .stopped: break
            }
            if !clients[index].hasUnread { try clients[index].checkUpToDate(hub) }
        }
        try check()
    }

    /// Everybody reads what is left, the presenter does its work, all leave.
    mutating func end() throws(Violation) {
        while let turn { try perform(hub.decide { $0.turnDone(turn.change) }) }
        for index in clients.indices {
            while clients[index].hasUnread { try clients[index].read(1, hub) }
            try clients[index].checkUpToDate(hub)
        }
        while !clients.isEmpty { try step(.leave(0)) }
        while !silentHolders.isEmpty { try release(silentHolders.removeFirst()) }
        while !waits.isEmpty { try step(.giveUp(0)) }
        try check()
    }

    // MARK: What happens

    mutating func happen(_ event: SimulationEvent) throws(Violation) {
        steps += 1
        switch event {
        case .arrive(let wishes, let isPresented, let isPresenter, let onlyWatches, let pace):
            let before = hub.policy.report()
            guard
                let (holder, actions) = try? hub.subscribe(
                    wishes, isPresented: isPresented, isPresenter: isPresenter, onlyWatches: onlyWatches)
            else { return try unchanged(before) }
            clients.append(SimulationClient(holder, pace))
            try perform(actions)
        case .hold:
            let (holder, actions) = hub.hold()
            silentHolders.append(holder)
            try perform(actions)
        case .leave(let place):
            if !silentHolders.isEmpty, place % 4 == 3 { return try release(silentHolders.removeFirst()) }
            if let index = index(place) { try release(clients.remove(at: index).holder) }
        case .wait:
            let (holder, actions) = hub.wait()
            waits.append(holder)
            try perform(actions)
        case .giveUp(let place):
            if !waits.isEmpty { try release(waits.remove(at: place % waits.count)) }
        case .pace(let place, let pace): if let index = index(place) { clients[index].pace = pace }
        case .read(let place, let count): if let index = index(place) { try clients[index].read(count, hub) }
        case .sensorComes(let onlyChanges, let isRecording): try sensorComes(onlyChanges, isRecording)
        case .sensorGoes: try sensorGoes(.sensorLost)
        case .recordingEnds: if sensor == .on { try sensorGoes(.ended) }
        case .still, .shake, .garbage, .silence: try move(event)
        case .fault(let fault): try suffer(fault)
        case .configure, .session, .wish, .form, .lock, .unlock, .rotate, .lockOwn, .unlockOwn, .rotateOwn, .turnDone, .turnDoneLate:
            try decide(event)
        }
    }

    func unchanged(_ before: InterfaceReport) throws(Violation) {
        guard hub.policy.report() == before else { throw .refusalChangedSomething }
    }

    mutating func release(_ holder: Hub.Holder) throws(Violation) {
        if sabotage == .losesGoodbyes { return }
        try perform(hub.release(holder, at: time))
    }

    func index(_ place: Int) -> Int? { clients.isEmpty ? nil : place % clients.count }

    // MARK: What the hub wants done

    mutating func perform(_ actions: [Hub.Action]) throws(Violation) {
        for action in actions {
            switch action {
            case .startSensor:
                guard sensor == .off else { throw .holdsBalance }
                sensor = .on
                lastUsable = nil
                if isBusy { try sensorGoes(.sensorLost) }
            case .stopSensor:
                guard sensor == .on else { throw .holdsBalance }
                sensor = .off
            case .tell(let holder, let report):
                if let index = clients.firstIndex(where: { $0.holder == holder }) {
                    if sabotage == .forgetsBlocked && clients[index].isBlocked { continue }
                    try clients[index].tell(report, hub)
                } else if !silentHolders.contains(holder) {
                    throw .toldSomebodyWhoLeft
                }
            case .answer(let holder):
                guard let index = waits.firstIndex(of: holder) else { throw .toldSomebodyWhoLeft }
                guard hub.state.device != .unknown else { throw .answeredUndecided }
                waits.remove(at: index)
                try release(holder)
            case .refuse(let holder):
                guard let index = waits.firstIndex(of: holder) else { throw .toldSomebodyWhoLeft }
                waits.remove(at: index)
            case .awaitTurn(let change, let limit): turn = (change, time + limit)
            case .presenterSilent(let change): guard hub.policy.turning != change else { throw .turnNeverEnds }
            }
        }
        if hub.policy.turning != turn?.change { turn = nil }
    }

    mutating func check() throws(Violation) {
        if sensor == .over && holders == 0 { sensor = .off }
        let runs = sensor == .on
        guard hub.isGenerating == runs, runs == (holders > 0 && (sensor == .on || sensor == .off)) else { throw .holdsBalance }
        guard hub.holderCount == holders else { throw .holdsBalance }
        if holders == 0 && hub.state.device != .unknown { throw .unknownWhenReleased }
        if !runs && hub.nextDeadline != nil { throw .deadlineWhenIdle }
        if hub.policy.turning == nil {
            guard system.contains(hub.policy.interface) else { throw .interfaceOutsideSystemMask }
            for client in clients where !system.contains(hub.policy.report(for: client.holder.client).own.to) {
                throw .interfaceOutsideSystemMask
            }
        } else if turn == nil {
            throw .turnNeverEnds
        }
        if runs, !onlyChanges, let lastUsable, time - lastUsable > OrientationPipeline.patience, hub.state.device != .unknown {
            throw .stalledUnnoticed
        }
    }
}
