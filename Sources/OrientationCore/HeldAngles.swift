/// How gravity stands to the borders of the orientations, in degrees and words.
struct HeldAngles {
    let settings: OrientationSettings
    let roll: Double
    let lean: Double
    private let z: Double

    init(_ gravity: Vector3, _ settings: OrientationSettings) {
        self.settings = settings
        roll = NaturalFrame(natural: settings.natural).roll(of: gravity)
        lean = Angles.lean(of: gravity)
        z = gravity.z
    }

    /// Degrees from its middle at which an edge that holds is left.
    var reach: Double { 45 + settings.rollHysteresis }

    /// Degrees from the middle of an edge, in (-180, 180].
    func offset(from edge: DeviceOrientation) -> Double {
        let middle: Double =
            switch edge {
            case .landscapeLeft: -90
            case .landscapeRight: 90
            case .portraitUpsideDown: 180
            case .portrait, .unknown, .faceUp, .faceDown: 0
            }
        let offset = roll - middle
        return offset > 180 ? offset - 360 : offset <= -180 ? offset + 360 : offset
    }

    /// What gravity's direction in the plane of the screen is nearest to.
    var nearestEdge: DeviceOrientation {
        let edges: [DeviceOrientation] = [.portrait, .portraitUpsideDown, .landscapeLeft, .landscapeRight]
        return edges.min { offset(from: $0).magnitude < offset(from: $1).magnitude } ?? .portrait
    }

    private var face: DeviceOrientation { z < 0 ? .faceUp : .faceDown }

    /// Why nothing is decided although gravity is known.
    var doubt: String {
        "it is held diagonally: roll is \(degrees(roll)), within \(degrees(settings.rollHysteresis)) of a border, and nothing was "
            + "known before; it waits until it leans one way"
    }

    func whyNot(_ device: DeviceOrientation, holding held: DeviceOrientation) -> String {
        switch (held.isFlat, device.isFlat) {
        case (_, true): whyNotFlat(device)
        case (true, false):
            lean >= settings.flatLeave
                ? "flat until lean, now \(degrees(lean)), is below \(degrees(settings.flatLeave))" : whyNotFirst(device)
        case (false, false): whyNotRolled(to: device, from: held)
        }
    }

    func whyNotFirst(_ device: DeviceOrientation) -> String {
        device.isFlat
            ? whyNotFlat(device) : "roll is \(degrees(offset(from: device).magnitude)) from its middle, and nearer to \(nearestEdge.name)"
    }

    private func whyNotFlat(_ device: DeviceOrientation) -> String {
        let side = device == face ? "" : ", and the glass points \(face == .faceUp ? "up" : "down")"
        guard lean < settings.flatEnter else { return "the glass points \(face == .faceUp ? "up" : "down")" }
        return "\(degrees(settings.flatEnter - lean)) of lean to go\(side)"
    }

    private func whyNotRolled(to device: DeviceOrientation, from held: DeviceOrientation) -> String {
        // An edge is left past its reach; the opposite edge is the nearest one from 135 degrees on.
        let away = offset(from: device).magnitude
        let isOpposite = offset(from: held, to: device) == 180
        let missing = away - (isOpposite ? 45 : 90 - reach)
        guard missing > 0 else { return "gravity points there, and did not long enough" }
        return "\(degrees(missing)) to go" + (isOpposite ? ", over another edge" : " until \(held.name) is left")
    }

    private func offset(from: DeviceOrientation, to: DeviceOrientation) -> Double {
        let difference = (offset(from: from) - offset(from: to)).magnitude
        return difference > 180 ? 360 - difference : difference.rounded()
    }
}
