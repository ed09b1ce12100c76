import OrientationCore

/// Newest wins: what one subscriber is owed when it reads more slowly than things change.
///
/// A state that cannot be written now is not queued. When the reader has caught up it gets the newest one, and the
/// count of those that it never saw. Of the two times that a change of interface is told a reader may miss both, but
/// not one of them:
///
/// | holds | `will` | `did` of the same | drained, still turning | drained, settled |
/// |---|---|---|---|---|
/// | no `will` | holds it | not told | the state as `will`: holds it | the state |
/// | a `will`, reader keeps up | | tells it, holds none | | |
/// | a `will`, reader blocked | owed | owed | the state as `did`, then as `will` | the state as `did` |
public struct Delivery: Equatable, Sendable {
    /// A state to write now: as it is, or as one of the two times that a change is told.
    public enum Writing: Equatable, Sendable {
        case state
        case will(UInt64)
        case did(UInt64)
    }

    /// States that this reader did not get since the last one that it got, not counting the one it is owed.
    public private(set) var missed = 0
    private var isOwed = false
    /// What it is owed is not just the second time that a change is told.
    private var isOwedNews = false
    /// The change whose `will` it got and whose `did` it has not.
    private var open: UInt64?

    public init() {}

    /// There is a new state.
    ///
    /// - Returns: whether to write it now; otherwise it is owed, or of no use to this reader.
    public mutating func offer(_ writing: Writing = .state, isBlocked: Bool) -> Bool {
        if case .did(let change) = writing, open != change { return false }
        if isBlocked {
            isOwed = true
            // A change counts once, however often it is told.
            if case .did = writing { return false }
            if isOwedNews { missed += 1 }
            isOwedNews = true
            return false
        }
        return true
    }

    /// The reader can take more.
    ///
    /// - Parameter turning: the change that is under way.
    /// - Returns: how to write the newest state, in order; nothing if it is owed nothing.
    public mutating func drained(turning: UInt64? = nil) -> [Writing] {
        guard isOwed else { return [] }
        (isOwed, isOwedNews) = (false, false)
        let last = open.flatMap { $0 == turning ? nil : Writing.did($0) }
        guard let turning, open != turning else { return [last ?? .state] }
        return (last.map { [$0] } ?? []) + [.will(turning)]
    }

    /// The state was written, with ``missed`` in it.
    public mutating func written(_ writing: Writing = .state) {
        missed = 0
        (isOwed, isOwedNews) = (false, false)
        switch writing {
        case .state: break
        case .will(let change): open = change
        case .did: open = nil
        }
    }
}

extension InterfaceReport {
    /// How this report has to be delivered.
    var writing: Delivery.Writing {
        switch (phase, change) {
        case (.will, let change?): .will(change)
        case (.did, let change?): .did(change)
        case (nil, _), (_, nil): .state
        }
    }
}
