import OrientationCore
import Varlink

/// Whoever keeps what a later process needs to serve the same subscribers.
public protocol Keeper: AnyObject {
    /// A Monitor call runs.
    func subscribed(_ call: Call, id: String)
    /// It has ended. Its connection may go on, and is not kept any more.
    func ended(_ id: String, _ connection: ServerConnection)
    /// Called often; what is the same as before need not be kept again.
    ///
    /// - Parameter isByHand: whether a subscription's own interface is where somebody rotated it.
    func changed(
        _ state: OrientationState, sequence: UInt64, change: UInt64, interface: SessionInterface, isByHand: (_ id: String) -> Bool)
    /// A call whose effect outlives it is carried out, and nobody has been told yet.
    ///
    /// - Parameter lock: where the session, or the subscription that the call names, is locked now.
    func controlled(_ call: Call, lock: InterfaceOrientation?)
}
