/// How much the device is being moved, and so how much evidence a change has to bring.
///
/// Three things that motion does to an accelerometer, each with its own memory:
///
/// | what | seen as | remembered |
/// |---|---|---|
/// | walking, a vehicle, shaking | the mean square of how far the norm is from 1 g | for some steps |
/// | a knock, a catch | the largest such distance | for a moment |
/// | turning | two strides in a row, each over at least 25 ms; one alone is a turn already over | for a moment |
/// | a single step: a turn already over, or a knock caught by one sample | one step from the sample before | until the next sample |
struct Motion: Sendable {
    /// In g: resting sensors read 0.94 to 1.07 g, so most of this is calibration and no motion.
    static let restBand = 0.05
    /// Seconds. Two or three steps: shorter forgets between two heel strikes.
    static let unrestTime = 1.5
    /// Seconds. How long a knock rings, and the longest a turn by hand pauses at its far end.
    static let momentTime = 0.15
    /// Seconds. Long enough to stand out from noise, short enough that every sample at 25 Hz ends one.
    private static let shortestStride = 0.025
    /// In g. More than that says no more: the device is being shaken.
    private static let mostExcess = 1.0

    /// In g^2: mean square of the excess.
    private var unrest = 0.0
    /// In g: its root.
    private(set) var level = 0.0
    /// In g: the largest excess of late.
    private var shock = 0.0
    /// In g: the smaller of two strides in a row, the largest of late.
    private var turning = 0.0
    /// In g: from the sample before to the last one.
    private var lastStep = 0.0
    private var last = Vector3(0, 0, 0)
    /// In g: the last stride, where it ended, and the seconds since. Strides make turning look the same at every rate.
    private var lastStride = 0.0
    private var strideStart = Vector3(0, 0, 0)
    private var strideTime = 0.0

    /// How far a norm (g) is from what a resting sensor may read, in g.
    @inline(__always)
    static func excess(ofNorm norm: Double) -> Double {
        min(mostExcess, max(0, (norm - 1).magnitude - restBand))
    }

    /// Begins with a first sample.
    init(_ sample: Vector3 = Vector3(0, 0, 0), excess: Double = 0) {
        last = sample
        strideStart = sample
        shock = excess
    }

    /// - Parameter sample: gravity as measured, in g, its length limited.
    /// - Parameter excess: from ``excess(ofNorm:)``.
    /// - Parameter elapsed: seconds since the sample before.
    /// - Parameter unrestFade: what is left of a memory of ``unrestTime`` after that; `momentFade` of ``momentTime``.
    @inline(__always)
    mutating func take(_ sample: Vector3, excess: Double, elapsed: Double, unrestFade: Double, momentFade: Double) {
        let square = excess * excess
        unrest = square + (unrest - square) * unrestFade
        level = unrest.squareRoot()
        shock = max(shock * momentFade, excess)
        turning *= momentFade
        lastStep = (sample - last).length
        last = sample
        strideTime += elapsed
        guard strideTime >= Self.shortestStride else { return }
        strideTime = 0
        let stride = (sample - strideStart).length
        turning = max(turning, min(stride, lastStride))
        lastStride = stride
        strideStart = sample
    }

    /// What a change has to bring while the device lies still, in g s: 0.11 m/s.
    static let leastDemand = 0.011
    /// In seconds: motion of 1 g in the rhythm of steps (2 Hz) or of a hand fakes a turn for about half a period.
    private static let demandOfUnrest = 0.23
    /// In seconds: how long a knock of 1 g rings.
    private static let demandOfShock = 0.03
    /// In seconds: the pause at the far end of a flick.
    private static let demandOfTurning = 0.1

    /// In seconds: a full turn seen by one sample alone waits 0.1 s for the next to agree, so at 10 Hz and above no
    /// single sample decides, and below it one does rather than be late.
    private static let demandOfStep = 0.03

    /// The evidence in g s that a change needs now.
    ///
    /// - Parameter silenceAgrees: the sensor reports only changes, so that no next sample is agreement already.
    @inline(__always)
    func demand(silenceAgrees: Bool) -> Double {
        let moved = Self.demandOfUnrest * level + Self.demandOfShock * shock + Self.demandOfTurning * turning
        return Self.leastDemand + moved + (silenceAgrees ? 0 : Self.demandOfStep * lastStep)
    }

    /// 1 while the device lies still, towards 0 the more it is moved; half where motion makes a change bring ten times as
    /// much as at rest, as walking does.
    var stillness: Double {
        1 / (1 + (demand(silenceAgrees: true) - Self.leastDemand) / (10 * Self.leastDemand))
    }
}
