/// Gravity in g, smoothed a little: as fast as a turn while the device is still, slower the more it is moved.
struct GravityEstimate: Sendable {
    /// Seconds. Takes the noise off at rest and keeps up with a turn.
    private static let leastTime = 0.015
    /// Seconds a g of motion.
    private static let timeOfMotion = 0.05

    private(set) var gravity: Vector3?

    /// - Returns: the new estimate.
    @inline(__always)
    mutating func take(_ sample: Vector3, weight: Double, elapsed: Double, motion: Double) -> Vector3 {
        guard let before = gravity else {
            gravity = sample
            return sample
        }
        let effective = elapsed * weight
        let share = effective / (effective + Self.leastTime + Self.timeOfMotion * motion)
        let after = before + (sample - before) * share
        gravity = after
        return after
    }
}
