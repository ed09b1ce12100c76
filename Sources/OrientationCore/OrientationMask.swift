/// The interface orientations that somebody supports. Bits and names are those of iOS's `UIInterfaceOrientationMask`:
/// one bit for each orientation, at the place of its number.
public struct OrientationMask: OptionSet, Hashable, Sendable {
    public let rawValue: UInt8

    public init(rawValue: UInt8) {
        self.rawValue = rawValue
    }

    public static let portrait = OrientationMask(rawValue: 2)
    public static let portraitUpsideDown = OrientationMask(rawValue: 4)
    public static let landscapeRight = OrientationMask(rawValue: 8)
    public static let landscapeLeft = OrientationMask(rawValue: 16)
    public static let landscape: OrientationMask = [.landscapeRight, .landscapeLeft]
    public static let allButUpsideDown: OrientationMask = [.portrait, .landscape]
    public static let all: OrientationMask = [.allButUpsideDown, .portraitUpsideDown]

    /// The seven names, smallest mask first.
    public static let named: [(name: String, mask: OrientationMask)] = [
        ("portrait", .portrait),
        ("portraitUpsideDown", .portraitUpsideDown),
        ("landscapeRight", .landscapeRight),
        ("landscapeLeft", .landscapeLeft),
        ("landscape", .landscape),
        ("allButUpsideDown", .allButUpsideDown),
        ("all", .all),
    ]

    /// The mask of one orientation; empty for `unknown`, which nobody can support.
    public init(_ orientation: InterfaceOrientation) {
        self.init(rawValue: orientation == .unknown ? 0 : 1 << orientation.rawValue)
    }

    /// One of the seven masks by its name.
    public init?(name: some StringProtocol) {
        guard let match = Self.named.first(where: { $0.name == name }) else { return nil }
        self = match.mask
    }

    /// Everything that any of the names allows; nil if there is no name or one that does not exist.
    public init?(names: some Sequence<some StringProtocol>) {
        var union: OrientationMask = []
        for name in names {
            guard let mask = OrientationMask(name: name) else { return nil }
            union.formUnion(mask)
        }
        guard !union.isEmpty else { return nil }
        self = union
    }

    /// The one name that says it all, or else the names of the orientations; nothing for the empty mask.
    public var names: [String] {
        if let match = Self.named.first(where: { $0.mask == self }) { return [match.name] }
        return orientations.map(\.name)
    }

    public func contains(_ orientation: InterfaceOrientation) -> Bool {
        let bit = OrientationMask(orientation)
        return !bit.isEmpty && isSuperset(of: bit)
    }

    /// What is in it, by ascending bit.
    public var orientations: [InterfaceOrientation] {
        InterfaceOrientation.allCases.filter { contains($0) }
    }

    /// The orientation that is taken where nothing else decides: the natural one, else that of the lowest bit.
    public func first(natural: InterfaceOrientation) -> InterfaceOrientation? {
        contains(natural) ? natural : orientations.first
    }
}
