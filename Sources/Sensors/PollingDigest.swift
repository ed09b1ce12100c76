import OrientationCore

/// What a polled sensor is asked, and which of its readings the loop has to see, so that neither the chip's bus nor the loop
/// is used more than needed.
///
/// While it moves: all axes, and every reading. While it lies still: one axis, the one that gravity points along. Its
/// value is the cosine of the angle between the two, so that every turn shows in it but one about gravity itself, which
/// changes nothing. Where gravity points between two axes, both, since a turn about one of them shows only in the other. Now and then all axes are read and handed over, which finds what the others have hidden and shows that the sensor
/// is alive. When a motion begins, the last reading at rest is handed over with it, so that the time without readings was
/// one at rest.
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

    private(set) var question = Question.all
    private var cadence: PollingCadence
    private let calibration: Calibration
    /// The last reading of all axes, with the time of the last look that found it unchanged.
    private var rest: Reading?
    private var handedOver: Timestamp?

    /// Below the 5 s after which the core does not know any more (design.md section 3).
    static let longestSilence = Interval.seconds(4)
    /// Closer than this cosine gravity points along one axis: what turns about that one stays within 26 degrees of it.
    static let alignment = 0.9
    /// A change of one axis in g that may be a turn: 14 degrees from where gravity points straight along it, 2 in between,
    /// and several times the noise of a cheap chip.
    static let suspicion = 0.03

    init(_ cadence: PollingCadence, _ calibration: Calibration) {
        self.cadence = cadence
        self.calibration = calibration
    }

    /// Takes a reading of all axes.
    ///
    /// - Returns: what to hand over, oldest first, and how long to wait before the next question.
    mutating func take(_ value: Vector3, at time: Timestamp) -> (readings: [Reading], pause: Interval) {
        let pause = cadence.pause(after: value, at: time)
        let reading = Reading(value: value, time: time)
        let isMoving = pause == cadence.moving
        // Only what has not been handed over yet.
        let before = rest.flatMap { rest in handedOver.map { rest.time > $0 } == true ? rest : nil }
        rest = reading
        question = isMoving ? .all : .axes(strongestAxes(of: value))
        guard isMoving || isSilenceOver(at: time + pause) else { return ([], pause) }
        handedOver = time
        return ([before, reading].compactMap { $0 }, pause)
    }

    /// Takes one of the axes that were asked for.
    ///
    /// - Returns: how long to wait before the next question; nil if all axes have to be read at once.
    mutating func take(_ value: Double, ofAxis axis: Int, at time: Timestamp) -> Interval? {
        let scale = calibration.scale[axis].magnitude
        // A coarse chip flickers between two counts.
        let limit = max(1.5, scale > 0 ? Self.suspicion * Calibration.standardGravity / scale : 1.5)
        guard let before = rest, (value - before.value[axis]).magnitude < limit, !isSilenceOver(at: time + cadence.still) else {
            question = .all
            return nil
        }
        rest = Reading(value: before.value, time: time)
        return cadence.still
    }

    private func isSilenceOver(at time: Timestamp) -> Bool {
        handedOver.map { time - $0 > Self.longestSilence } ?? true
    }

    /// The axis that gravity points along, or the two that it points between.
    private func strongestAxes(of value: Vector3) -> [Int] {
        let counts = value + calibration.offset
        let force = (0..<3).map { (counts[$0] * calibration.scale[$0]).magnitude }
        let order = (0..<3).sorted { force[$0] > force[$1] }
        let total = (force[0] * force[0] + force[1] * force[1] + force[2] * force[2]).squareRoot()
        return Array(order.prefix(force[order[0]] >= Self.alignment * total ? 1 : 2))
    }
}

extension Vector3 {
    /// 0 is x, 1 is y, anything else z.
    subscript(axis: Int) -> Double { axis == 0 ? x : axis == 1 ? y : z }
}
