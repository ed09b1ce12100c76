/// Gravity in g, smoothed a little: as fast as a turn while the device is still, slower the more it is moved.
struct GravityEstimate: Sendable {
    /// Seconds. Takes the noise off at rest and keeps up with a turn.
    private static let leastTime = 0.015
    /// Seconds a g of motion.
    private static let timeOfMotion = 0.05

    private(set) var gravity: Vector3?

    @inline(__always)
    mutating func take(_ sample: Vector3, weight: Double, elapsed: Double, motion: Double) {
        guard let before = gravity else {
            gravity = sample
            return
        }
        let effective = elapsed * weight
        let share = effective / (effective + Self.leastTime + Self.timeOfMotion * motion)
        gravity = before + (sample - before) * share
    }
}
