import OrientationCore

/// What Android's window orientation listener decides, from its published constants: a low-pass of 200 ms; no proposal
/// while flatter than 80 degrees, overhead (below -40 degrees until above -15), outside the tilt allowed for a rotation,
/// or within 22 degrees of the border of the present one; a prediction has to stand for 40 ms, and 500 ms after
/// acceleration (more than 4 m/s^2 off), 500 ms after lying flat for a second, 300 ms after a swing of 20 degrees. It
/// turns windows and knows no faces, so only rows of an edge are scored.
struct AndroidRule: ComparedRule {
    static let name = "Android"
    static let knowsFaces = false

    private static let order: [DeviceOrientation] = [.portrait, .landscapeLeft, .portraitUpsideDown, .landscapeRight]
    private static let tilts: [ClosedRange<Double>] = [-25...70, -25...65, -25...60, -25...65]

    private var filtered = Vector3(0, 0, 0)
    private var last: Timestamp?
    private var predicted: (rotation: Int, since: Timestamp)?
    private var current: Int?
    private var isOverhead = false
    private var tiltHistory: [(time: Timestamp, tilt: Double)] = []
    private var (flatAt, swungAt, shakenAt): (Timestamp?, Timestamp?, Timestamp?)

    mutating func orientation(for gravity: Vector3, at time: Timestamp) -> DeviceOrientation {
        guard let last, time >= last, time - last <= .seconds(1), gravity.lengthSquared > 0 else {
            let kept = current
            self = AndroidRule()
            current = kept
            self.last = time
            filtered = gravity
            return answer
        }
        self.last = time
        let step = (time - last).seconds
        filtered = filtered + (gravity - filtered) * (step / (0.2 + step))
        let length = filtered.length
        guard length > 1 / Calibration.standardGravity else {
            predicted = nil
            return answer
        }
        observe(length: length, tilt: signedTilt, at: time)
        predict(at: time)
        if let predicted, isAcceptable(predicted.since, at: time) { current = predicted.rotation }
        return answer
    }

    private var answer: DeviceOrientation { current.map { Self.order[$0] } ?? .unknown }

    /// In degrees: 90 on its back, -90 on its glass.
    private var signedTilt: Double { Angles.lean(of: filtered) * (filtered.z < 0 ? 1 : -1) }

    private mutating func observe(length: Double, tilt: Double, at time: Timestamp) {
        if (length - 1).magnitude > 4 / Calibration.standardGravity { shakenAt = time }
        tiltHistory.append((time, tilt))
        tiltHistory.removeAll { time - $0.time > .milliseconds(1500) }
        let steep = tiltHistory.last { $0.tilt < 80 }
        if let first = tiltHistory.first, time - (steep?.time ?? first.time) >= .seconds(1) { flatAt = time }
        if tiltHistory.contains(where: { time - $0.time <= .milliseconds(300) && $0.tilt + 20 <= tilt }) { swungAt = time }
        if tilt <= -40 { isOverhead = true } else if tilt >= -15 { isOverhead = false }
    }

    private mutating func predict(at time: Timestamp) {
        let tilt = signedTilt
        let roll = Angles.roll(of: filtered)
        let clockwise = roll > 0 ? 360 - roll : -roll
        let rotation = Int((clockwise + 45) / 90) % 4
        guard !isOverhead, tilt.magnitude <= 80, Self.tilts[rotation].contains(tilt), isPastTheGap(rotation, clockwise) else {
            predicted = nil
            return
        }
        if predicted?.rotation != rotation { predicted = (rotation, time) }
    }

    /// Between the present rotation and its neighbours lies a gap of 45 degrees in which nothing is proposed.
    private func isPastTheGap(_ rotation: Int, _ clockwise: Double) -> Bool {
        guard let current else { return true }
        let off = clockwise - Double(rotation) * 90
        let centred = off > 180 ? off - 360 : off
        if (rotation == current || rotation == (current + 1) % 4) && centred < -23 { return false }
        if (rotation == current || rotation == (current + 3) % 4) && centred > 23 { return false }
        return true
    }

    private func isAcceptable(_ since: Timestamp, at time: Timestamp) -> Bool {
        func isOver(_ moment: Timestamp?, _ wait: Interval) -> Bool { moment.map { time - $0 >= wait } ?? true }
        return time - since >= .milliseconds(40) && isOver(flatAt, .milliseconds(500)) && isOver(swungAt, .milliseconds(300))
            && isOver(shakenAt, .milliseconds(500))
    }
}
