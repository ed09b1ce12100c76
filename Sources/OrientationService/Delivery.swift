/// Newest wins: what one subscriber is owed when it reads more slowly than things change.
///
/// A state that cannot be written now is not queued. When the reader has caught up it gets the newest one, and the
/// count of those that it never saw.
public struct Delivery: Equatable, Sendable {
    /// States that this reader did not get since the last one that it got, not counting the one it is owed.
    public private(set) var missed = 0
    private var isOwed = false

    public init() {}

    /// There is a new state.
    ///
    /// - Returns: whether to write it now; otherwise it is owed.
    public mutating func offer(isBlocked: Bool) -> Bool {
        if isBlocked {
            if isOwed { missed += 1 }
            isOwed = true
            return false
        }
        return true
    }

    /// The reader can take more.
    ///
    /// - Returns: whether it is owed the newest state, which the caller writes.
    public mutating func drained() -> Bool {
        defer { isOwed = false }
        return isOwed
    }

    /// The state was written, with ``missed`` in it.
    public mutating func written() {
        missed = 0
        isOwed = false
    }
}
