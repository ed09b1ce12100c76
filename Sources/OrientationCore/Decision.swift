/// Decides when what gravity says becomes a change: a sequential test between "still as it was" and "turned".
///
/// ```
/// sample --> weight (is this gravity?) --> estimate --> how far outside the held region --> evidence
///        \-> motion ------------------------------------------------------> demand --------/
/// evidence >= demand, and the mean since it began to grow says the same as the estimate now: change
/// ```
///
/// Between samples the last one holds, so the moment at which the evidence suffices is known in advance: that is the
/// deadline. Nothing in here changes when a deadline is asked for or time passes without one being due, so it makes no
/// difference who reports deadlines, a timer or the next sample.
struct Decision: Sendable {
    /// What a sample still says when the next does not come. Polled sensors are read every 0.2 s; a hole in a stream of
    /// samples is no evidence.
    static let longestHold = Interval.milliseconds(250)
    /// In g: a first sample whose norm is that near to 1 is at rest, with a gain 10 % wrong and an offset of 0.1 g.
    private static let calm = 0.2
    /// In g: longer samples are shortened to this, so that a knock turns the estimate no further than a turn does.
    private static let longestSample = 1.3
    /// In g: with this much excess a sample says nothing about gravity.
    private static let uselessExcess = 1.0
    /// Seconds over which the mean since the evidence began forgets, so that a turn through an edge does not blur it.
    private static let meanTime = 0.2
    @inline(__always)
    private static var memories: SIMD4<Double> { SIMD4(Motion.unrestTime, Motion.momentTime, meanTime, 1) }

    private var classifier: Classifier
    private var region: HeldRegion
    private var estimate = GravityEstimate()
    private var motion = Motion()
    private var deviceEvidence = Evidence()
    private var sideEvidence = Evidence()
    /// In g s: the estimate summed since the evidence for another device began to grow.
    private var sum = Vector3(0, 0, 0)
    private var weight = 0.0
    private var demand = Motion.leastDemand
    private var sampled = Timestamp(nanoseconds: 0)
    /// The evidence is that of this moment.
    private var grown = Timestamp(nanoseconds: 0)
    /// The demand was met and yet nothing changed: wait for the next sample.
    private var isSpent = false
    private var isFirstAndCalm = false

    var gravity: Vector3? { estimate.gravity }

    init(_ settings: OrientationSettings) {
        classifier = Classifier(settings)
        region = HeldRegion(settings)
    }

    mutating func apply(_ settings: OrientationSettings) {
        classifier = Classifier(settings)
        region = HeldRegion(settings)
    }

    /// Forgets all samples.
    mutating func reset() {
        estimate = GravityEstimate()
        motion = Motion()
        deviceEvidence = Evidence()
        sideEvidence = Evidence()
        sum = Vector3(0, 0, 0)
    }

    /// Takes a sample in. If it ``isRipe`` then, ask for the ``verdict(holding:)``.
    @inline(__always)
    mutating func take(_ measured: Vector3, at time: Timestamp, holding state: OrientationState, silenceHolds: Bool) {
        let norm = measured.length
        let excess = Motion.excess(ofNorm: norm)
        let sample = norm > Self.longestSample ? measured * (Self.longestSample / norm) : measured
        let doubt = excess / Self.uselessExcess
        let weight = doubt < 1 ? (1 - doubt * doubt) * (1 - doubt * doubt) : 0
        let gravity: Vector3
        if estimate.gravity == nil {
            isFirstAndCalm = (norm - 1).magnitude < Self.calm
            motion = Motion(sample, excess: excess)
            gravity = estimate.take(sample, weight: weight, elapsed: 0, motion: 0)
        } else {
            isFirstAndCalm = false
            grow(until: silenceHolds ? time : min(time, sampled + Self.longestHold))
            let elapsed = min(max(0, (time - sampled).seconds), Self.longestHold.seconds)
            // One division for three memories: what is left of each after the time elapsed.
            let fades = Self.memories / (Self.memories + elapsed)
            motion.take(sample, excess: excess, elapsed: elapsed, unrestFade: fades[0], momentFade: fades[1])
            gravity = estimate.take(sample, weight: weight, elapsed: elapsed, motion: motion.level)
            sum = deviceEvidence.amount > 0 ? sum * fades[2] : Vector3(0, 0, 0)
        }
        self.weight = weight
        sampled = time
        grown = time
        isSpent = false
        demand = motion.demand(silenceAgrees: silenceHolds)
        deviceEvidence.limit(to: demand)
        sideEvidence.limit(to: demand)
        aim(at: gravity, holding: state.device, side: state.landscape)
    }

    /// When the evidence suffices if no other sample comes.
    @inline(__always)
    func deadline(silenceHolds: Bool) -> Timestamp? {
        guard !isSpent, estimate.gravity != nil else { return nil }
        // A turn that is under way settles the side as well: no announcement of its own just before.
        guard let delay = deviceEvidence.delay(until: demand) ?? sideEvidence.delay(until: demand) else { return nil }
        let due = grown + delay
        return silenceHolds || due <= sampled + Self.longestHold ? due : nil
    }

    /// Whether a deadline may have come by `time`: never false if one has, and cheaper than to ask for it.
    @inline(__always)
    func mayBeDue(by time: Timestamp) -> Bool {
        let seconds = (time - grown).seconds
        return !isSpent && (deviceEvidence.maySuffice(after: seconds, demand) || sideEvidence.maySuffice(after: seconds, demand))
    }

    /// The deadline has come: the evidence is that of `time`.
    mutating func reach(_ time: Timestamp) {
        grow(until: time)
        isSpent = true
        isFirstAndCalm = false
    }

    /// Whether ``verdict(holding:)`` has anything to weigh.
    @inline(__always)
    var isRipe: Bool { isFirstAndCalm || deviceEvidence.amount >= demand || sideEvidence.amount >= demand }

    /// What has been gathered, for those who explain it.
    func insight(holding state: OrientationState) -> DecisionInsight? {
        estimate.gravity.map {
            DecisionInsight(
                reading: classifier.device(for: $0, holding: state.device, edge: state.edge), evidence: deviceEvidence.amount,
                sideEvidence: sideEvidence.amount, demand: demand, stillness: motion.stillness)
        }
    }

    /// What is to be announced now: `state` with another device, edge or landscape, or as it is.
    @inline(__always)
    mutating func verdict(holding state: OrientationState) -> OrientationState {
        guard let gravity = estimate.gravity else { return state }
        var next = state
        if isFirstAndCalm || deviceEvidence.amount >= demand {
            let reading = classifier.device(for: gravity, holding: state.device, edge: state.edge)
            if reading != state.device && (isFirstAndCalm || reading == meanReading(holding: state)) {
                next.device = reading
                if reading.isEdge { next.edge = reading }
                deviceEvidence.clear()
                sum = Vector3(0, 0, 0)
            }
        }
        if next.device.isLandscape {
            next.landscape = next.device
            sideEvidence.clear()
        } else if isFirstAndCalm || (sideEvidence.amount >= demand && !isTurnPending(state)) {
            next.landscape = classifier.landscape(for: gravity, device: next.device, last: state.landscape)
            sideEvidence.clear()
        }
        guard next.differs(from: state) else { return state }
        next.gravity = gravity
        next.confidence = region.clearness(of: next.device, at: gravity) * motion.stillness
        isSpent = false
        aim(at: gravity, holding: next.device, side: next.landscape)
        return next
    }

    /// Evidence for another device grows. While nothing is known it always does, and the side does not wait for it.
    @inline(__always)
    private func isTurnPending(_ state: OrientationState) -> Bool {
        state.device != .unknown && deviceEvidence.isPending(before: demand)
    }

    private func meanReading(holding state: OrientationState) -> DeviceOrientation? {
        sum.lengthSquared > 0 ? classifier.device(for: sum, holding: state.device, edge: state.edge) : nil
    }

    @inline(__always)
    private mutating func grow(until time: Timestamp) {
        guard time > grown else { return }
        let seconds = (time - grown).seconds
        deviceEvidence.grow(for: seconds, upTo: demand)
        sideEvidence.grow(for: seconds, upTo: demand)
        if let gravity = estimate.gravity { sum = sum + gravity * (weight * seconds) }
        grown = time
    }

    /// Which way the evidence grows from now on. While nothing is known, any sample that shows gravity is evidence.
    @inline(__always)
    private mutating func aim(at gravity: Vector3, holding device: DeviceOrientation, side: DeviceOrientation) {
        deviceEvidence.turn(
            toExcess: device == .unknown ? Evidence.most : region.excess(of: gravity, over: device), weight: weight)
        sideEvidence.turn(toExcess: classifier.excess(of: gravity, over: side, device: device), weight: weight)
    }
}
