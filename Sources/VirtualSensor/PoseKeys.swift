import OrientationCore

/// Turns a simulated device with the arrow keys: left and right in the plane of the screen, up and down leans it.
public struct PoseKeys: Sendable {
    public enum Action: Equatable, Sendable {
        case pose(Pose)
        case quit
    }

    /// In degrees: 0 portrait, 90 landscapeRight.
    public private(set) var roll = 0.0
    /// In degrees: 90 on its back, -90 on its glass.
    public private(set) var lean = 0.0
    /// Degrees a key press.
    private static let step = 10.0
    private var pending: [UInt8] = []

    public init() {}

    /// Takes bytes from a terminal in; an arrow key is three of them, which may come in pieces.
    public mutating func take(_ bytes: some Sequence<UInt8>) -> [Action] {
        var actions: [Action] = []
        for byte in bytes {
            pending.append(byte)
            switch (pending.count, byte) {
            case (1, 0x1B), (2, UInt8(ascii: "[")), (2, UInt8(ascii: "O")): continue
            case (1, UInt8(ascii: "q")), (1, 3), (1, 4): actions.append(.quit)
            case (1, UInt8(ascii: "0")):
                (roll, lean) = (0, 0)
                actions.append(.pose(pose))
            case (3, UInt8(ascii: "A")): actions.append(turn(roll: 0, lean: Self.step))
            case (3, UInt8(ascii: "B")): actions.append(turn(roll: 0, lean: -Self.step))
            case (3, UInt8(ascii: "C")): actions.append(turn(roll: Self.step, lean: 0))
            case (3, UInt8(ascii: "D")): actions.append(turn(roll: -Self.step, lean: 0))
            case (_, _): break
            }
            pending = []
        }
        return actions
    }

    private mutating func turn(roll: Double, lean: Double) -> Action {
        self.roll += roll
        if self.roll > 180 { self.roll -= 360 }
        if self.roll <= -180 { self.roll += 360 }
        self.lean = min(90, max(-90, self.lean + lean))
        return .pose(pose)
    }

    public var pose: Pose {
        func direction(_ degrees: Double) -> (sine: Double, cosine: Double) {
            let size = degrees.magnitude
            let (sine, cosine) = size <= 90 ? Angles.sineAndCosine(degrees: size) : Angles.sineAndCosine(degrees: 180 - size)
            return (degrees < 0 ? -sine : sine, size <= 90 ? cosine : -cosine)
        }
        let (inPlane, back) = (direction(roll), direction(lean))
        return Pose(
            milliG: inPlane.sine * back.cosine * 1000, -inPlane.cosine * back.cosine * 1000, -back.sine * 1000)
    }
}
