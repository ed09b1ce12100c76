/// The system's layer of the interface policy; section Interface of the configuration.
public struct InterfaceSettings: Equatable, Sendable {
    /// When the interface follows the device, as far as the system is concerned.
    public enum Autorotate: String, CaseIterable, Sendable {
        case always
        /// Not in laptop form, and not with the lid closed.
        case tabletMode = "tablet-mode"
        case never
    }

    /// No layer and no client gets around this mask.
    public var supported: OrientationMask = .all
    public var autorotate: Autorotate = .always
    /// Locked to this orientation from the start; nil for not locked.
    public var lock: InterfaceOrientation?
    /// Whether a lock of the session also keeps changes of the device from everybody, as iOS does.
    public var lockSilencesDevice = false
    /// What the screen's natural position is called; the same as in ``OrientationSettings``.
    public var natural: DeviceOrientation = .portrait

    public init() {}

    /// What is shown in the natural position.
    public var naturalInterface: InterfaceOrientation { InterfaceOrientation(showing: natural) ?? .portrait }
}

/// What the session's layer or a client asks of the interface.
public struct InterfaceWishes: Equatable, Sendable {
    public var supported: OrientationMask
    /// Taken on being presented, and where neither the present orientation nor the device's is allowed.
    public var preferred: InterfaceOrientation?
    /// Whether the interface follows the device; if not, it stays until it is rotated by hand.
    public var autorotate: Bool

    public init(supported: OrientationMask = .all, preferred: InterfaceOrientation? = nil, autorotate: Bool = true) {
        self.supported = supported
        self.preferred = preferred
        self.autorotate = autorotate
    }
}

/// What Lock and Rotate can be asked for.
public enum InterfaceTarget: Equatable, Sendable {
    case exactly(InterfaceOrientation)
    /// Landscape, with the side from the sign of gravity x.
    case landscape

    public var name: String {
        switch self {
        case .exactly(let orientation): orientation.name
        case .landscape: "landscape"
        }
    }

    /// The four orientations and `landscape`; nil for any other name, `unknown` among them.
    public init?(name: some StringProtocol) {
        if name == "landscape" {
            self = .landscape
            return
        }
        guard let orientation = InterfaceOrientation(name: name), orientation != .unknown else { return nil }
        self = .exactly(orientation)
    }
}

/// The masks of the layers, in their order of authority.
public struct InterfaceMasks: Equatable, Sendable {
    public var system: OrientationMask
    /// That of the presented client while there is one.
    public var session: OrientationMask
    /// Nil where no client is concerned.
    public var client: OrientationMask?

    public init(system: OrientationMask, session: OrientationMask, client: OrientationMask? = nil) {
        self.system = system
        self.session = session
        self.client = client
    }

    public var common: OrientationMask {
        let above = system.intersection(session)
        return client.map { above.intersection($0) } ?? above
    }
}

/// What was asked of the policy and cannot be.
public enum InterfacePolicyError: Error, Equatable, Sendable {
    /// The layers have no orientation in common.
    case noCommonOrientation(InterfaceMasks)
    /// The orientation is not among those allowed, or a preferred one not in its own mask.
    case invalidInterfaceOrientation(InterfaceTarget, InterfaceMasks)
    /// Another client presents already.
    case presenterTaken
}
