/// One interface orientation that is decided and told by itself: the session's, or that of a client.
struct InterfaceView: Sendable {
    /// What the policy wants; ahead of ``told`` while a change is under way.
    var decided: InterfaceOrientation
    /// What was announced last.
    private(set) var told: InterfaceOrientation
    /// What was told before the change that is under way; the same as ``told`` at other times.
    private(set) var before: InterfaceOrientation
    /// Where it is locked.
    private(set) var lock: InterfaceOrientation?
    /// Rotated by hand since the device's last change.
    private(set) var isByHand: Bool
    /// A change is to be told although nothing turns.
    private var isForced = false

    init(_ orientation: InterfaceOrientation, isByHand: Bool = false) {
        self.isByHand = isByHand
        decided = orientation
        told = orientation
        before = orientation
    }

    /// There is something to announce.
    var isDue: Bool { decided != told || isForced }

    /// The decision becomes the present change.
    mutating func begin() {
        before = told
        told = decided
        isForced = false
    }

    mutating func finish() { before = told }

    /// The device, a mask or a layer above says so.
    mutating func follow(_ orientation: InterfaceOrientation) {
        decided = orientation
        isByHand = false
    }

    /// A lock moves along.
    mutating func rotate(to orientation: InterfaceOrientation, force: Bool) {
        isByHand = isByHand || orientation != decided
        isForced = isForced || force
        decided = orientation
        if lock != nil { lock = orientation }
    }

    mutating func lock(at orientation: InterfaceOrientation) {
        lock = orientation
        decided = orientation
    }

    mutating func unlock() {
        lock = nil
        isByHand = false
    }

    /// What it was by hand it is no longer: the device has the say again.
    mutating func letGo() { isByHand = false }
}
