import OrientationCore

/// The strings of `AccelerometerOrientation`: which edge of the panel is up. In the panel's own frame, whatever its natural
/// position is called.
enum ProxyOrientation: String {
    case undefined
    case normal
    case bottomUp = "bottom-up"
    case leftUp = "left-up"
    case rightUp = "right-up"

    /// - Parameters:
    ///   - edge: the last edge that was down, by its name.
    ///   - natural: the name of the panel's natural position.
    init(edge: DeviceOrientation, natural: DeviceOrientation) {
        guard let turn = Self.quarters(edge), let zero = Self.quarters(natural) else {
            self = .undefined
            return
        }
        switch (turn - zero + 4) % 4 {
        case 0: self = .normal
        case 1: self = .leftUp
        case 2: self = .bottomUp
        case _: self = .rightUp
        }
    }

    /// Quarter turns of gravity from portrait towards the right edge, as roll counts.
    private static func quarters(_ orientation: DeviceOrientation) -> Int? {
        switch orientation {
        case .portrait: 0
        case .landscapeRight: 1
        case .portraitUpsideDown: 2
        case .landscapeLeft: 3
        case .unknown, .faceUp, .faceDown: nil
        }
    }
}
