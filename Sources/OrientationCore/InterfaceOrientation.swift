/// What the content does. Raw values are the numbers iOS gives them; left and right are crossed against the device.
public enum InterfaceOrientation: UInt8, CaseIterable, Sendable {
    case unknown = 0
    case portrait = 1
    case portraitUpsideDown = 2
    /// Shown by a device in landscapeLeft.
    case landscapeRight = 3
    /// Shown by a device in landscapeRight.
    case landscapeLeft = 4

    public var name: String {
        switch self {
        case .unknown: "unknown"
        case .portrait: "portrait"
        case .portraitUpsideDown: "portraitUpsideDown"
        case .landscapeRight: "landscapeRight"
        case .landscapeLeft: "landscapeLeft"
        }
    }

    public init?(name: some StringProtocol) {
        guard let match = Self.allCases.first(where: { $0.name == name }) else { return nil }
        self = match
    }

    /// The interface that stands upright when the device is held that way; nil where the device says nothing about it
    /// (flat or unknown), so that the interface stays.
    public init?(showing device: DeviceOrientation) {
        switch device {
        case .portrait: self = .portrait
        case .portraitUpsideDown: self = .portraitUpsideDown
        case .landscapeLeft: self = .landscapeRight
        case .landscapeRight: self = .landscapeLeft
        case .unknown, .faceUp, .faceDown: return nil
        }
    }
}
