/// A first-order low-pass over the samples that look like gravity.
struct GravityFilter: Sendable {
    /// Seconds. Shorter follows taps, longer is late.
    static let timeConstant = 0.12
    /// In g around 1: outside, motion dominates and the direction says nothing.
    static let gate = 0.35

    private(set) var gravity: Vector3?
    private var last = Timestamp(nanoseconds: 0)

    /// - Returns: the filtered gravity, or nil when this sample was not fit to move it.
    @inline(__always)
    mutating func gravity(from sample: Vector3, at time: Timestamp) -> Vector3? {
        let square = sample.lengthSquared
        guard square > (1 - Self.gate) * (1 - Self.gate), square < (1 + Self.gate) * (1 + Self.gate) else { return nil }
        guard let before = gravity else {
            gravity = sample
            last = time
            return sample
        }
        let step = max(0, (time - last).seconds)
        last = time
        let weight = step / (step + Self.timeConstant)
        let filtered = before + (sample - before) * weight
        gravity = filtered
        return filtered
    }

    mutating func reset() { gravity = nil }
}
