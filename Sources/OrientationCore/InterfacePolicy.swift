/// What the content does: which interface orientation the session and each client show, and how a change is told.
///
/// A state machine without clock or I/O; every event returns what has to be done, in order. What is wanted and what has
/// been told are two things: events move what is wanted (this file and `InterfacePolicy+Decisions`), and changes are
/// told one at a time (`InterfacePolicy+Changes`).
///
/// **Decisions.** `allowed` is asked for in the order system, session, client; the presented client's mask stands for
/// the session's. "Decided anew" is the first of these that is allowed: where it is locked; what the device shows, if
/// it is followed, else what was there before anybody was presented; the preferred orientation; the natural one; the
/// one of the lowest bit.
///
/// | event | follows the device | autorotate off | locked |
/// |---|---|---|---|
/// | the device turns to an edge | shows it if allowed | stays | stays |
/// | faceUp, faceDown, unknown | stays | stays | stays |
/// | rotate by hand | goes there, until the device turns | goes there | goes there, locked there |
/// | rotate by hand to where it is | nothing; with force a change | the same | the same |
/// | lock | goes there, locked | goes there, locked | locked there instead |
/// | unlock | nothing | nothing | shows what the device shows, if that is allowed and followed |
/// | a mask changes, still allowed | stays | stays | stays |
/// | a mask changes, no longer allowed | decided anew | decided anew | decided anew |
/// | a client is presented | its preferred one | its preferred one | stays if allowed |
/// | the presented client leaves | decided anew | decided anew | decided anew |
/// | autorotate comes on (layer, form, lid) | shows the device's | (comes on) | stays |
///
/// A client's own interface goes by the same table, and besides goes wherever the session's goes by anything but the
/// device, unless the client forbids it, is locked, has autorotate off or was rotated by hand.
///
/// **Changes.** `will` goes to all in the order of their arrival, then the presenter has its turn, then `did` goes to
/// all. With a change of one client's own interface only that client is told, and the presenter has nothing to do.
///
/// | state | something is wanted | TurnDone | time is up | presenter leaves |
/// |---|---|---|---|---|
/// | settled | will; with a presenter turning, else did | (late, nothing) | | |
/// | turning | (waits) | did, settled, next | logged, did, settled, next | did, settled, next |
public struct InterfacePolicy: Sendable {
    /// Somebody whose own interface is decided here; numbers are the caller's and are not used twice.
    public struct Client: Hashable, Sendable {
        public let number: UInt64

        public init(number: UInt64) {
            self.number = number
        }
    }

    public enum Action: Equatable, Sendable {
        case tell(Client, InterfaceReport)
        /// The presenter has its turn: call ``turnDone(_:)`` when it says so, or ``turnOverdue(_:)`` after that time.
        case awaitTurn(UInt64, atMost: Interval)
        /// The presenter did not answer in time; worth a line in the log.
        case presenterSilent(UInt64)
    }

    struct Member: Sendable {
        let client: Client
        var wishes: InterfaceWishes
        let isPresented: Bool
        let isPresenter: Bool
        var view: InterfaceView
    }

    /// Longer than any compositor takes to turn, short enough that one which hangs is not noticed as a broken tablet.
    public static let turnLimit = Interval.seconds(1)

    var settings: InterfaceSettings
    var wishes = InterfaceWishes()
    var session: InterfaceView
    /// In the order of arrival.
    var members: [Member] = []
    /// What the session showed before the first presented client came; nil while none is there.
    var beneath: InterfaceOrientation?
    private var device: DeviceOrientation = .unknown
    /// The last edge that the device showed.
    var edge: DeviceOrientation = .unknown
    /// The side for `landscape`.
    var side: DeviceOrientation = .unknown
    /// Nil where the machine has no such switch.
    var isTablet: Bool?
    var isLidClosed: Bool?
    /// The change that the presenter is busy with.
    public internal(set) var turning: UInt64?
    /// Counts the changes, from 1.
    public internal(set) var lastChange: UInt64 = 0

    public init(settings: InterfaceSettings = InterfaceSettings()) {
        self.settings = settings
        let natural = settings.naturalInterface
        session = InterfaceView(settings.supported.first(natural: natural) ?? natural)
        if let lock = settings.lock, settings.supported.contains(lock) {
            session = InterfaceView(lock)
            session.lock(at: lock)
        }
    }

    // MARK: What is shown

    /// What everybody follows.
    public var interface: InterfaceOrientation { session.told }
    /// Where the session is locked, if it is.
    public var lock: InterfaceOrientation? { session.lock }
    /// Where a client's own interface is locked.
    public func lock(of client: Client) -> InterfaceOrientation? { member(client)?.view.lock }
    /// A client's own interface was rotated by hand since the device's last change.
    public func isByHand(_ client: Client) -> Bool { member(client)?.view.isByHand ?? false }
    public var hasPresenter: Bool { members.contains { $0.isPresenter } }
    /// The lock keeps the device's changes from everybody.
    public var isDeviceSilenced: Bool { session.lock != nil && settings.lockSilencesDevice }
    public var clientCount: Int { members.count }

    /// The masks that bind the session, or a client.
    public func masks(of client: Client? = nil) -> InterfaceMasks {
        InterfaceMasks(system: settings.supported, session: sessionMask, client: client.flatMap { member($0)?.wishes.supported })
    }

    public func isPresenter(_ client: Client) -> Bool { member(client)?.isPresenter ?? false }

    // MARK: The device

    /// How the device is held now; the same again is nothing new.
    public mutating func deviceChanged(to device: DeviceOrientation, landscape: DeviceOrientation) -> [Action] {
        side = landscape
        defer { self.device = device }
        guard device != self.device, let shown = InterfaceOrientation(showing: device) else { return [] }
        edge = device
        follow(shown)
        return settle()
    }

    /// Laptop or tablet form, lid open or closed: the machine's switches, nil where it has none.
    public mutating func formChanged(isTablet: Bool?, isLidClosed: Bool?) -> [Action] {
        (self.isTablet, self.isLidClosed) = (isTablet, isLidClosed)
        if !session.isByHand, let shown = InterfaceOrientation(showing: edge) { follow(shown) }
        return settle()
    }

    // MARK: The system's and the session's layer

    /// New configuration. A lock that it changes is set or opened; one that it does not mention stays.
    public mutating func apply(_ settings: InterfaceSettings) -> [Action] {
        let old = self.settings
        self.settings = settings
        if settings.lock != old.lock {
            if let lock = settings.lock, sessionAllowed.contains(lock) { session.lock(at: lock) } else { openSessionLock() }
        }
        if settings.autorotate != old.autorotate, !session.isByHand, let shown = InterfaceOrientation(showing: edge) { follow(shown) }
        return settle()
    }

    /// What the compositor or shell asks for.
    public mutating func setSession(_ wishes: InterfaceWishes) throws(InterfacePolicyError) -> [Action] {
        let masks = InterfaceMasks(system: settings.supported, session: wishes.supported)
        try check(wishes, masks)
        let rotatesAgain = wishes.autorotate && !self.wishes.autorotate
        self.wishes = wishes
        if rotatesAgain, let shown = InterfaceOrientation(showing: edge) { follow(shown) }
        return settle()
    }

    /// The session's wishes as they are, to change one of them.
    public var sessionWishes: InterfaceWishes { wishes }

    // MARK: Clients

    /// A client arrives. The first action tells it what is shown, even in the middle of a change.
    ///
    /// - Parameter isPresented: its mask counts instead of the session's while it is there.
    /// - Parameter isPresenter: it turns the screen and answers each change of the session with TurnDone.
    public mutating func arrive(
        _ client: Client, _ wishes: InterfaceWishes = InterfaceWishes(), isPresented: Bool = false, isPresenter: Bool = false
    ) throws(InterfacePolicyError) -> [Action] {
        if isPresenter && hasPresenter { throw .presenterTaken }
        try check(wishes, clientMasks(wishes, isPresented: isPresented))
        if isPresented && beneath == nil { beneath = session.decided }
        members.append(
            Member(
                client: client, wishes: wishes, isPresented: isPresented, isPresenter: isPresenter, view: InterfaceView(session.told)))
        if isPresented {
            let preferred = session.lock == nil ? wishes.preferred : nil
            let next = sessionAllowed.contains(session.decided) ? session.decided : anewForSession()
            moveSession(to: preferred.flatMap { sessionAllowed.contains($0) ? $0 : nil } ?? next)
        }
        place(members.count - 1)
        return [.tell(client, joining(client))] + settle()
    }

    /// A client is gone, however it went. Leaving twice does nothing.
    public mutating func leave(_ client: Client) -> [Action] {
        guard let index = index(of: client) else { return [] }
        let wasOnTop = presented?.client == client
        let member = members.remove(at: index)
        if wasOnTop {
            let next = anewForSession()
            if presented == nil { beneath = nil }
            moveSession(to: next)
        }
        var actions: [Action] = []
        if member.isPresenter { actions = finish() }
        return actions + settle()
    }

    /// A client changes its mask or its preferred orientation.
    public mutating func setWishes(_ wishes: InterfaceWishes, of client: Client) throws(InterfacePolicyError) -> [Action] {
        guard let index = index(of: client) else { return [] }
        try check(wishes, clientMasks(wishes, isPresented: members[index].isPresented))
        members[index].wishes = wishes
        return settle()
    }

    public func wishes(of client: Client) -> InterfaceWishes? { member(client)?.wishes }

    // MARK: Locks, and turning by hand

    /// Locks the session or a client's own interface, where it is or elsewhere.
    public mutating func lock(at target: InterfaceTarget? = nil, of client: Client? = nil) throws(InterfacePolicyError) -> [Action] {
        var orientation: InterfaceOrientation?
        if let target { orientation = try resolve(target, client) }
        if let index = client.flatMap({ index(of: $0) }) {
            members[index].view.lock(at: orientation ?? members[index].view.decided)
        } else if client == nil {
            let old = session.decided
            session.lock(at: orientation ?? old)
            if session.decided != old { followSession() }
        }
        return settle()
    }

    /// Opens the lock; the device is followed at once.
    public mutating func unlock(_ client: Client? = nil) -> [Action] {
        if let index = client.flatMap({ index(of: $0) }) {
            guard members[index].view.lock != nil else { return [] }
            members[index].view.unlock()
            catchUp(index)
        } else if client == nil {
            openSessionLock()
        }
        return settle()
    }

    /// Turns the session, which everyone follows, or a client's own interface alone.
    ///
    /// - Parameter force: tell a change also when that is what is shown already.
    public mutating func rotate(
        to target: InterfaceTarget, force: Bool = false, of client: Client? = nil
    ) throws(InterfacePolicyError) -> [Action] {
        let orientation = try resolve(target, client)
        if let index = client.flatMap({ index(of: $0) }) {
            members[index].view.rotate(to: orientation, force: force)
        } else if client == nil {
            let old = session.decided
            session.rotate(to: orientation, force: force)
            if session.decided != old { followSession() }
        }
        return settle()
    }
}
