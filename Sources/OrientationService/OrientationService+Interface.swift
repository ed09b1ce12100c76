import EventLoop
import Glibc
import JSON
import OrientationCore
import Varlink

/// The interface policy on the loop: calls go in, what it decides is carried out, the presenter is waited for.
extension OrientationService {
    /// Carries out something that the policy may refuse.
    ///
    /// - Parameter call: that asked for it, if its effect outlives it.
    func decide<Failure: Error>(
        keeping call: Call? = nil, _ event: (inout InterfacePolicy) throws(Failure) -> [InterfacePolicy.Action]
    ) throws(Failure) {
        let actions = try hub.decide(event)
        // Before anybody is told, so that nobody knows more than a later process.
        if let call { keeper?.controlled(call, lock: lock(call)) }
        perform(actions)
    }

    /// Where what a call was about is locked now.
    private func lock(_ call: Call) -> InterfaceOrientation? {
        guard let id = call.parameters["id"]?.string else { return hub.policy.lock }
        return subscription(id, of: call.peer.uid).flatMap { hub.policy.lock(of: $0.client) }
    }

    /// The machine's switches have moved; nil where it has none.
    public func formChanged(isTablet: Bool?, isLidClosed: Bool?) {
        decide { $0.formChanged(isTablet: isTablet, isLidClosed: isLidClosed) }
    }

    /// The presenter gets its time; without an answer it goes on without it.
    func awaitTurn(_ change: UInt64, atMost limit: Interval) {
        do {
            turnTimer = try loop.timer { [unowned self] in decide { $0.turnOverdue(change) } }
            turnTimer?.fire(at: loop.now + limit)
        } catch {
            log(.error, "\(error); the presenter is not waited for")
            decide { $0.turnOverdue(change) }
        }
    }

    func presenterSilent(_ change: UInt64) {
        let pid = presenter.map { " (pid \($0.call.peer.pid))" } ?? ""
        log(.warning, "the presenter\(pid) has not answered within 1 s of change \(change); going on without it")
    }

    /// The subscription that turns the screen.
    var presenter: Subscription? {
        subscriptions.values.first { hub.policy.isPresenter($0.client) }
    }

    /// What a reader that has caught up is told about the interface.
    func report(for client: InterfacePolicy.Client, _ writing: Delivery.Writing) -> InterfaceReport {
        switch writing {
        case .state: return hub.policy.report(for: client)
        case .will: return hub.policy.joining(client)
        case .did(let change):
            var report = hub.policy.report(for: client)
            (report.phase, report.change) = (.did, change)
            return report
        }
    }
}
