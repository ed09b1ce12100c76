import OrientationCore

/// What a polled sensor is asked, and which of its readings the loop has to see, so that neither the chip's bus nor the loop
/// is used more than needed: each value of a chip behind a hub costs a round trip.
///
///     phase     | asked                                               | handed over           | ends
///     ----------+-----------------------------------------------------+-----------------------+--------------------------
///     following | all axes, often                                     | all                   | nothing moves for 1 s, or
///               |                                                     |                       | one axis points down for 1 s
///     watching  | the axis that gravity points along, seldom; when it | now and then, as a    | that axis leaves gravity, or
///               | moves now and then also that of left and right;     | sign of life          | another of them changes
///               | where gravity points between two axes, both         |                       |
///
/// The value of an axis is the cosine of the angle between it and gravity. While that angle stays small nothing is decided
/// but left or right, whatever else moves: a quadrant is left past 45 degrees, and lying flat likewise. When following
/// begins, the last look of before is handed over with it, so that the time without readings was one without a turn.
struct PollingDigest: Sendable {
    struct Reading: Equatable, Sendable {
        var value: Vector3
        var time: Timestamp
    }

    /// What to read next.
    enum Question: Equatable, Sendable {
        case all
        /// Only these, one after the other; 0 is x.
        case axes([Int])
    }

    /// The axis that gravity points along.
    private struct Alignment: Sendable {
        var axis: Int
        var isPositive: Bool
        var since: Timestamp
    }

    private(set) var question = Question.all
    private var cadence: PollingCadence
    private let calibration: Calibration
    /// The axis of the sensor along which left and right of the screen lie.
    private let sideAxis: Int
    /// The last reading of all axes, with the time of the last look that found it unchanged.
    private var rest: Reading?
    /// What it weighed, in m/s^2.
    private var norm = Calibration.standardGravity
    private var alignment: Alignment?
    private var handedOver: Timestamp?
    private var isMoving = false
    private var looks = 0

    /// With two seconds for a look at one axis still below the 5 s after which the core does not know any more (design.md
    /// section 3).
    static let longestSilence = Interval.milliseconds(2500)
    /// Closer than this cosine gravity points along one axis: within 26 degrees, where 35 and 40 are those of the borders.
    static let alignedCosine = 0.9
    /// A change of one axis in g that may be a turn where gravity points between two: 2 degrees, and several times the
    /// noise of a cheap chip.
    static let suspicion = 0.03
    /// In g. Less is neither left nor right (design.md section 3).
    static let side = 0.05
    /// In motion every fifth look, so once a second, is at left and right too.
    static let looksToASide = 5

    init(_ cadence: PollingCadence, _ calibration: Calibration) {
        self.cadence = cadence
        self.calibration = calibration
        let row = calibration.matrix.x
        sideAxis = (0..<3).max { row[$0].magnitude < row[$1].magnitude } ?? 0
    }

    /// Takes a reading of all axes.
    ///
    /// - Returns: what to hand over, oldest first, and how long to wait before the next question.
    mutating func take(_ value: Vector3, at time: Timestamp) -> (readings: [Reading], pause: Interval) {
        isMoving = cadence.pause(after: value, at: time) == cadence.moving
        align(with: value, at: time)
        let isSettled = alignment.map { time - $0.since >= PollingCadence.lingering } ?? false
        let follows = isMoving && !isSettled
        let pause = follows ? cadence.moving : cadence.still
        let reading = Reading(value: value, time: time)
        // Only what has not been handed over yet.
        let before = rest.flatMap { rest in handedOver.map { rest.time > $0 } == true ? rest : nil }
        rest = reading
        question = follows ? .all : nextLook()
        guard isMoving || isSilenceOver(at: time + pause) else { return ([], pause) }
        handedOver = time
        return ([before, reading].compactMap { $0 }, pause)
    }

    /// Takes one of the axes that were asked for.
    ///
    /// - Returns: how long to wait before the next question; nil if all axes have to be read at once.
    mutating func take(_ value: Double, ofAxis axis: Int, at time: Timestamp) -> Interval? {
        guard let before = rest, isHarmless(value, ofAxis: axis, before.value[axis]), !isSilenceOver(at: time + cadence.still) else {
            question = .all
            return nil
        }
        rest = Reading(value: before.value, time: time)
        question = nextLook()
        return cadence.still
    }

    /// It says nothing that could be a turn.
    private func isHarmless(_ value: Double, ofAxis axis: Int, _ before: Double) -> Bool {
        let (force, forceBefore) = (force(value, axis), force(before, axis))
        guard let alignment else {
            // A coarse chip flickers between two counts.
            return (value - before).magnitude < max(1.5, counts(Self.suspicion, axis))
        }
        if axis == alignment.axis {
            return (alignment.isPositive ? force : -force) >= Self.alignedCosine * norm
        }
        let isOtherSide = (force < 0) != (forceBefore < 0)
        return !isOtherSide || force.magnitude <= Self.side * Calibration.standardGravity
    }

    private mutating func nextLook() -> Question {
        guard let alignment else { return .axes(rest.map { strongestAxes(of: $0.value) } ?? [0, 1, 2]) }
        looks += 1
        let looksAside = isMoving && alignment.axis != sideAxis && looks % Self.looksToASide == 0
        return .axes(looksAside ? [alignment.axis, sideAxis] : [alignment.axis])
    }

    private mutating func align(with value: Vector3, at time: Timestamp) {
        let forces = (0..<3).map { force(value[$0], $0) }
        norm = (forces[0] * forces[0] + forces[1] * forces[1] + forces[2] * forces[2]).squareRoot()
        guard let axis = (0..<3).first(where: { forces[$0].magnitude >= Self.alignedCosine * norm }), norm > 0 else {
            alignment = nil
            return
        }
        if let alignment, alignment.axis == axis, alignment.isPositive == (forces[axis] > 0) { return }
        alignment = Alignment(axis: axis, isPositive: forces[axis] > 0, since: time)
    }

    private func isSilenceOver(at time: Timestamp) -> Bool {
        handedOver.map { time - $0 > Self.longestSilence } ?? true
    }

    /// The two axes that gravity points between.
    private func strongestAxes(of value: Vector3) -> [Int] {
        let order = (0..<3).sorted { force(value[$0], $0).magnitude > force(value[$1], $1).magnitude }
        return Array(order.prefix(2))
    }

    /// m/s^2 along an axis of the sensor.
    private func force(_ value: Double, _ axis: Int) -> Double {
        (value + calibration.offset[axis]) * calibration.scale[axis]
    }

    private func counts(_ g: Double, _ axis: Int) -> Double {
        let scale = calibration.scale[axis].magnitude
        return scale > 0 ? g * Calibration.standardGravity / scale : 0
    }
}

extension Vector3 {
    /// 0 is x, 1 is y, anything else z.
    subscript(axis: Int) -> Double { axis == 0 ? x : axis == 1 ? y : z }
}
