import OrientationCore

/// Something in this program that holds the sensor and follows it, as a subscriber does over the socket.
public final class Observation {
    let holder: Hub.Holder
    let handler: (Observed) -> Void

    init(_ holder: Hub.Holder, _ handler: @escaping (Observed) -> Void) {
        self.holder = holder
        self.handler = handler
    }
}

/// What an ``Observation`` is told.
public enum Observed {
    /// The present state at once, then each change.
    case state(OrientationState)
    /// Gravity in the frame of the panel, in g, after each sample.
    case gravity(Vector3)
}
