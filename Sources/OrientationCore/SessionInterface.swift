/// What the session shows, and what a later process has to know of how it came there.
public struct SessionInterface: Equatable, Sendable {
    public var shown: InterfaceOrientation
    /// Rotated by hand since the device's last change.
    public var isByHand: Bool
    /// What was shown before the first presented client came; nil while none is there.
    public var beneath: InterfaceOrientation?

    public init(_ shown: InterfaceOrientation, isByHand: Bool = false, beneath: InterfaceOrientation? = nil) {
        self.shown = shown
        self.isByHand = isByHand
        self.beneath = beneath
    }
}

extension InterfacePolicy {
    public var sessionInterface: SessionInterface {
        SessionInterface(session.decided, isByHand: session.isByHand, beneath: beneath)
    }

    /// Goes on where an earlier process ended, so that nothing turns by it. A lock of the configuration has the last word.
    public mutating func resume(after change: UInt64, showing interface: SessionInterface? = nil) {
        lastChange = max(lastChange, change)
        guard let interface, session.lock == nil else { return }
        session = InterfaceView(interface.shown, isByHand: interface.isByHand)
        beneath = interface.beneath
    }
}
