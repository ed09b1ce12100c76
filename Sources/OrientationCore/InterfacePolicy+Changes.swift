/// What a client is told about the interface along with a state.
public struct InterfaceReport: Hashable, Sendable {
    /// Which of the two times a change is told.
    public enum Phase: String, CaseIterable, Sendable {
        case will
        case did
    }

    /// Nil where the state tells of no change of interface.
    public var phase: Phase?
    /// The change's number; the same in `will` and `did`.
    public var change: UInt64?
    /// The client's own interface; from `will` on `to` is the new one.
    public var own: InterfaceTurn
    /// The session's, which the presenter shows.
    public var session: InterfaceTurn

    public init(phase: Phase? = nil, change: UInt64? = nil, own: InterfaceTurn, session: InterfaceTurn) {
        self.phase = phase
        self.change = change
        self.own = own
        self.session = session
    }
}

/// How changes are told: one at a time, each twice.
extension InterfacePolicy {
    /// What is shown now, as a part of no change; without a client, or for an unknown one, that of the session.
    public func report(for client: Client? = nil) -> InterfaceReport {
        let view = client.flatMap { member($0)?.view } ?? session
        return InterfaceReport(own: turn(view.told, view.told), session: turn(session.told, session.told))
    }

    /// Tells everybody what is shown, as a part of no change.
    public var tellingAll: [Action] {
        let session = turn(session.told, session.told)
        return members.map { .tell($0.client, InterfaceReport(own: turn($0.view.told, $0.view.told), session: session)) }
    }

    /// What a client is told first: in the middle of a change its `will`, since it will get the `did`.
    public func joining(_ client: Client) -> InterfaceReport {
        guard let turning, let member = member(client) else { return report(for: client) }
        return report(for: member, .will, turning)
    }

    /// The presenter has turned the screen. An answer for a change that is over, or that never was, does nothing.
    public mutating func turnDone(_ change: UInt64) -> [Action] {
        guard turning == change else { return [] }
        return finish() + settle()
    }

    /// ``turnLimit`` has passed since the change was given to the presenter.
    public mutating func turnOverdue(_ change: UInt64) -> [Action] {
        guard turning == change else { return [] }
        return [.presenterSilent(change)] + finish() + settle()
    }

    /// Makes sure that what is wanted is allowed, and begins the next change if there is something to tell.
    mutating func settle() -> [Action] {
        keepAllowed()
        guard turning == nil else { return [] }
        let sessionTurns = session.isDue
        let concerned = members.indices.filter { sessionTurns || members[$0].view.isDue }
        guard sessionTurns || !concerned.isEmpty else { return [] }
        lastChange += 1
        session.begin()
        for index in concerned { members[index].view.begin() }
        var actions = concerned.map { Action.tell(members[$0].client, report(for: members[$0], .will, lastChange)) }
        if sessionTurns && hasPresenter {
            turning = lastChange
            return actions + [.awaitTurn(lastChange, atMost: Self.turnLimit)]
        }
        actions += concerned.map { Action.tell(members[$0].client, report(for: members[$0], .did, lastChange)) }
        end()
        return actions
    }

    /// `did` for the change that the presenter was busy with.
    mutating func finish() -> [Action] {
        guard let change = turning else { return [] }
        turning = nil
        let actions = members.map { Action.tell($0.client, report(for: $0, .did, change)) }
        end()
        return actions
    }

    private mutating func end() {
        session.finish()
        for index in members.indices { members[index].view.finish() }
    }

    private func report(for member: Member, _ phase: InterfaceReport.Phase, _ change: UInt64) -> InterfaceReport {
        InterfaceReport(
            phase: phase, change: change, own: turn(member.view.before, member.view.told), session: turn(session.before, session.told))
    }

    private func turn(_ from: InterfaceOrientation, _ to: InterfaceOrientation) -> InterfaceTurn {
        InterfaceTurn(from: from, to: to, natural: settings.naturalInterface)
    }
}
