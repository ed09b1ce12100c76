/// Evidence for a change, in g s: the time integral of how far gravity is outside the region that holds.
///
/// It has the unit of a velocity, and that is what it is: had the device not been turned, a hand or a vehicle would have
/// had to accelerate it by this much (1 g s = 9.8 m/s) to make the sensor read the same. Shaking adds and takes away
/// equal amounts, since what moves back and forth gains no velocity; a turn only adds. It grows between samples too (the
/// last one holds until the next), never above what is demanded and never below nothing: a cumulative sum test.
struct Evidence: Sendable {
    /// In g: nearer to the border counts as this far, so that also the least tilt past it is announced in the end.
    private static let least = 0.015
    /// In g: a clear turn is clear enough; beyond this the size says nothing about how sure it is.
    static let most = 0.55

    private(set) var amount = 0.0
    /// In g s a second.
    private var rate = 0.0

    /// What grows from now on.
    ///
    /// - Parameter excess: how far outside in g, negative inside.
    /// - Parameter weight: 0 to 1, how much the sample says about gravity.
    @inline(__always)
    mutating func turn(toExcess excess: Double, weight: Double) {
        let bounded = excess > 0 ? min(max(excess, Self.least), Self.most) : max(excess, -Self.most)
        rate = bounded * weight
    }

    /// Whether it grows and does not suffice yet.
    @inline(__always)
    func isPending(before demand: Double) -> Bool { rate > 0 && amount < demand }

    @inline(__always)
    mutating func grow(for seconds: Double, upTo demand: Double) {
        amount = max(0, amount + rate * seconds)
        // A deadline is in whole nanoseconds: what it lets grow may miss the demand by the last digits.
        if amount > demand * (1 - 1e-6) { amount = demand }
    }

    /// Whether the demand may be met after so many seconds, with room for rounding.
    @inline(__always)
    func maySuffice(after seconds: Double, _ demand: Double) -> Bool {
        isPending(before: demand) && amount + rate * seconds >= demand * (1 - 1e-6)
    }

    /// Motion may have calmed down: no more than what is demanded now.
    @inline(__always)
    mutating func limit(to demand: Double) { amount = min(amount, demand) }

    /// Nanoseconds until the demand is met, if it is going to be; nil if it is already.
    @inline(__always)
    func delay(until demand: Double) -> Interval? {
        guard rate > 0, amount < demand else { return nil }
        let seconds = (demand - amount) / rate
        // A day is never: no sensor keeps a device in doubt that long.
        return seconds < 86_400 ? Interval(nanoseconds: Int64((seconds * 1e9).rounded(.up))) : nil
    }

    mutating func clear() { amount = 0 }
}
