/// How much the device is being moved, and so how much evidence a change has to bring.
///
/// Three things that motion does to an accelerometer, each with its own memory:
///
/// | what | seen as | remembered |
/// |---|---|---|
/// | walking, a vehicle, shaking | the mean square of how far the norm is from 1 g | for some steps |
/// | a knock, a catch | the largest such distance | for a moment |
/// | turning | two steps in a row from sample to sample; one alone is a turn already over, or a knock | for a moment |
struct Motion: Sendable {
    /// In g: a resting sensor reads 0.94 to 1.07 g, so this much is calibration and no motion.
    static let restBand = 0.07
    /// Seconds. Two or three steps: shorter forgets between two heel strikes.
    private static let unrestTime = 1.5
    /// Seconds. How long a knock rings, and the longest a turn by hand pauses at its far end.
    private static let momentTime = 0.15
    /// In g. More than that says no more: the device is being shaken.
    private static let mostExcess = 1.0

    /// In g^2: mean square of the excess.
    private var unrest = 0.0
    /// In g: the largest excess of late.
    private var shock = 0.0
    /// In g: the smaller of two steps in a row, the largest of late.
    private var turning = 0.0
    private var lastStep = 0.0
    private var last: Vector3?

    /// How far a norm (g) is from what a resting sensor may read, in g.
    @inline(__always)
    static func excess(ofNorm norm: Double) -> Double {
        min(mostExcess, max(0, (norm - 1).magnitude - restBand))
    }

    /// - Parameter sample: gravity as measured, in g, its length limited.
    /// - Parameter excess: from ``excess(ofNorm:)``.
    /// - Parameter elapsed: seconds since the sample before, 0 for the first.
    @inline(__always)
    mutating func take(_ sample: Vector3, excess: Double, elapsed: Double) {
        let step = last.map { (sample - $0).length } ?? 0
        let fade = Self.momentTime / (Self.momentTime + elapsed)
        unrest += (excess * excess - unrest) * (elapsed / (elapsed + Self.unrestTime))
        shock = max(shock * fade, excess)
        turning = max(turning * fade, min(step, lastStep))
        lastStep = step
        last = sample
    }

    /// The root mean square of the motion, in g.
    @inline(__always)
    var level: Double { unrest.squareRoot() }

    /// What a change has to bring while the device lies still, in g s: 0.11 m/s.
    static let leastDemand = 0.011
    /// In seconds: motion of 1 g in the rhythm of steps (2 Hz) or of a hand fakes a turn for about half a period.
    private static let demandOfUnrest = 0.28
    /// In seconds: how long a knock of 1 g rings.
    private static let demandOfShock = 0.03
    /// In seconds: the pause at the far end of a flick.
    private static let demandOfTurning = 0.07

    /// The evidence in g s that a change needs now.
    @inline(__always)
    var demand: Double {
        Self.leastDemand + Self.demandOfUnrest * level + Self.demandOfShock * shock + Self.demandOfTurning * turning
    }

    /// 1 while the device lies still, towards 0 the more it is moved; half at 0.5 g of motion.
    var stillness: Double {
        1 / (1 + (demand - Self.leastDemand) / (0.5 * Self.demandOfUnrest))
    }
}
