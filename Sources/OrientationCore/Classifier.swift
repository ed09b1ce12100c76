/// Which orientation a direction of gravity means, given the one that holds now. Knows no time.
///
/// The four edges are quadrants of 90 degrees. One that holds is left only past 45 + h degrees from its own axis, so
/// the band in which the past decides is 2h wide around each border, at every lean. Flat begins at `flatEnter` of lean
/// and ends below `flatLeave`.
///
/// | holds | gravity | answer |
/// |---|---|---|
/// | anything | lean >= enter | faceUp or faceDown by the sign of z |
/// | flat, same side | lean >= leave | the same |
/// | an edge is known | within 45 + h of its axis | that edge |
/// | an edge is known | further away | the nearest edge |
/// | nothing is known | within h of a border | unknown |
/// | nothing is known | elsewhere | the nearest edge |
/// | flat, no edge known | any | the nearest edge |
struct Classifier: Sendable {
    /// tan(45 + h): how far a held edge reaches, as across / along.
    private let tangentOfHold: Double
    /// sin^2 of the leans at which flat begins and ends, to compare with z^2 / |g|^2.
    private let enterSineSquared: Double
    private let leaveSineSquared: Double
    private let frame: NaturalFrame

    /// In g: nearer to zero than this the side is noise, and the last one stays.
    static let landscapeDeadBand = 0.05

    init(_ settings: OrientationSettings) {
        let hold = Angles.sineAndCosine(degrees: 45 + settings.rollHysteresis)
        tangentOfHold = hold.sine / hold.cosine
        let enter = Angles.sineAndCosine(degrees: settings.flatEnter).sine
        let leave = Angles.sineAndCosine(degrees: settings.flatLeave).sine
        enterSineSquared = enter * enter
        leaveSineSquared = leave * leave
        frame = NaturalFrame(natural: settings.natural)
    }

    /// - Parameter gravity: in the panel's frame, of any length but zero.
    /// - Parameter device: the orientation that holds.
    /// - Parameter edge: the last edge orientation, or `unknown`.
    @inline(__always)
    func device(for gravity: Vector3, holding device: DeviceOrientation, edge: DeviceOrientation) -> DeviceOrientation {
        let vertical = gravity.z * gravity.z
        let total = gravity.lengthSquared
        let face: DeviceOrientation = gravity.z < 0 ? .faceUp : .faceDown
        if vertical >= enterSineSquared * total || (device == face && vertical >= leaveSineSquared * total) {
            return face
        }
        let (x, y) = frame.named(gravity)
        if edge.isEdge {
            return holds(edge, x, y) ? edge : nearestEdge(x, y)
        }
        let nearest = nearestEdge(x, y)
        return device.isFlat || isClear(x, y) ? nearest : .unknown
    }

    /// The x-axis sign rule: what the device would be if it had to be landscape.
    ///
    /// - Parameter device: the orientation decided for the same moment; a landscape one is its own answer.
    /// - Parameter last: the answer before, or `unknown`.
    @inline(__always)
    func landscape(for gravity: Vector3, device: DeviceOrientation, last: DeviceOrientation) -> DeviceOrientation {
        if device.isLandscape { return device }
        let x = frame.named(gravity).x
        if last != .unknown && x.magnitude <= Self.landscapeDeadBand { return last }
        return x > 0 ? .landscapeRight : .landscapeLeft
    }

    /// How far x is past the dead band on the other side than `side`, in g; negative on the same side.
    @inline(__always)
    func excess(of gravity: Vector3, over side: DeviceOrientation, device: DeviceOrientation) -> Double {
        if device.isLandscape { return -1 }
        let x = frame.named(gravity).x
        return switch side {
        case .landscapeLeft: x - Self.landscapeDeadBand
        case .landscapeRight: -x - Self.landscapeDeadBand
        case .unknown, .portrait, .portraitUpsideDown, .faceUp, .faceDown: 1
        }
    }

    /// The part of gravity along the axis of an edge orientation and that across it; others count as portrait.
    @inline(__always)
    static func alongAndAcross(_ edge: DeviceOrientation, _ x: Double, _ y: Double) -> (along: Double, across: Double) {
        switch edge {
        case .portraitUpsideDown: (y, x)
        case .landscapeLeft: (-x, y)
        case .landscapeRight: (x, y)
        case .portrait, .unknown, .faceUp, .faceDown: (-y, x)
        }
    }

    @inline(__always)
    private func holds(_ edge: DeviceOrientation, _ x: Double, _ y: Double) -> Bool {
        let (along, across) = Self.alongAndAcross(edge, x, y)
        return along > 0 && across.magnitude <= along * tangentOfHold
    }

    /// An exact diagonal counts as portrait or portraitUpsideDown.
    @inline(__always)
    private func nearestEdge(_ x: Double, _ y: Double) -> DeviceOrientation {
        if x.magnitude > y.magnitude { return x > 0 ? .landscapeRight : .landscapeLeft }
        return y > 0 ? .portraitUpsideDown : .portrait
    }

    /// Further than h from every border: within 45 - h of an axis, whose tangent is 1 / tan(45 + h).
    @inline(__always)
    private func isClear(_ x: Double, _ y: Double) -> Bool {
        let long = max(x.magnitude, y.magnitude)
        let short = min(x.magnitude, y.magnitude)
        return short * tangentOfHold < long
    }
}
