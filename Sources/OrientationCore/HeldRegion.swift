/// How far gravity is outside the region in which the present orientation holds, in g.
///
/// The borders are those of ``Classifier``: planes through the z axis where an edge is left, cones around the z axis
/// where flat begins and ends. The distance to each is a linear form in (along, across) or (in plane, vertical), so it
/// costs no angle, it is signed (positive outside), and it shrinks with the part of gravity that tells the edges apart:
/// far leaned over, the same noise in g counts as the doubt that it is.
struct HeldRegion: Sendable {
    /// Sine and cosine of 45 + h, of the lean at which flat begins, and of the lean at which it ends.
    private let hold: (sine: Double, cosine: Double)
    private let enter: (sine: Double, cosine: Double)
    private let leave: (sine: Double, cosine: Double)
    private let frame: NaturalFrame

    init(_ settings: OrientationSettings) {
        hold = Angles.sineAndCosine(degrees: 45 + settings.rollHysteresis)
        enter = Angles.sineAndCosine(degrees: settings.flatEnter)
        leave = Angles.sineAndCosine(degrees: settings.flatLeave)
        frame = NaturalFrame(natural: settings.natural)
    }

    /// - Parameter device: what holds; not `unknown`.
    @inline(__always)
    func excess(of gravity: Vector3, over device: DeviceOrientation) -> Double {
        let inPlane = (gravity.x * gravity.x + gravity.y * gravity.y).squareRoot()
        switch device {
        case .faceUp: return inPlane * leave.sine + gravity.z * leave.cosine
        case .faceDown: return inPlane * leave.sine - gravity.z * leave.cosine
        case .portrait, .portraitUpsideDown, .landscapeLeft, .landscapeRight, .unknown:
            return max(pastTheSide(of: device, gravity), pastTheLean(inPlane, gravity))
        }
    }

    /// How clear the orientation is: 1 where gravity is on its axis, 0 from the border on where it is left, and in
    /// between the share of the way from the nearest of its borders to the axis, measured in g.
    func clearness(of device: DeviceOrientation, at gravity: Vector3) -> Double {
        let length = gravity.length
        guard length > 0, device != .unknown else { return 0 }
        let unit = gravity * (1 / length)
        let inPlane = (unit.x * unit.x + unit.y * unit.y).squareRoot()
        let share =
            device.isFlat
            ? -excess(of: unit, over: device) / leave.cosine
            : min(-pastTheSide(of: device, unit) / hold.sine, -pastTheLean(inPlane, unit) / enter.sine)
        return min(1, max(0, share))
    }

    @inline(__always)
    private func pastTheSide(of edge: DeviceOrientation, _ gravity: Vector3) -> Double {
        let (x, y) = frame.named(gravity)
        let (along, across) = Classifier.alongAndAcross(edge, x, y)
        return across.magnitude * hold.cosine - along * hold.sine
    }

    @inline(__always)
    private func pastTheLean(_ inPlane: Double, _ gravity: Vector3) -> Double {
        gravity.z.magnitude * enter.cosine - inPlane * enter.sine
    }
}
