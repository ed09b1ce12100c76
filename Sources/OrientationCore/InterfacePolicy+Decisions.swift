/// What is wanted: masks, and who follows whom.
extension InterfacePolicy {
    func index(of client: Client) -> Int? { members.firstIndex { $0.client == client } }

    func member(_ client: Client) -> Member? { members.first { $0.client == client } }

    /// The one of the presented clients that counts.
    var presented: Member? { members.last { $0.isPresented } }

    /// The session's mask, or that of the presented client in its place.
    var sessionMask: OrientationMask { presented?.wishes.supported ?? wishes.supported }

    /// Never empty: a session mask that has nothing in common with a newly configured system mask does not count.
    var sessionAllowed: OrientationMask {
        let common = settings.supported.intersection(sessionMask)
        return common.isEmpty ? settings.supported : common
    }

    /// What a client may show; the layers above may have left it nothing.
    ///
    /// - Parameter session: ``sessionAllowed``, which takes a look at all clients, asked for once for many.
    private func allowed(_ member: Member, under session: OrientationMask) -> OrientationMask {
        let above = member.isPresented ? settings.supported : session
        return above.intersection(member.wishes.supported)
    }

    // MARK: Checks of what is asked

    func clientMasks(_ wishes: InterfaceWishes, isPresented: Bool) -> InterfaceMasks {
        let session = isPresented ? wishes.supported : self.wishes.supported
        return InterfaceMasks(system: settings.supported, session: session, client: wishes.supported)
    }

    func check(_ wishes: InterfaceWishes, _ masks: InterfaceMasks) throws(InterfacePolicyError) {
        if masks.common.isEmpty { throw .noCommonOrientation(masks) }
        if let preferred = wishes.preferred, !wishes.supported.contains(preferred) {
            throw .invalidInterfaceOrientation(.exactly(preferred), masks)
        }
    }

    /// The orientation that is meant, if it is allowed. With one side alone allowed, `landscape` means that side.
    func resolve(_ target: InterfaceTarget, _ client: Client?) throws(InterfacePolicyError) -> InterfaceOrientation {
        let member = client.flatMap { self.member($0) }
        let session = sessionAllowed
        let allowed = member.map { self.allowed($0, under: session) } ?? session
        switch target {
        case .exactly(let orientation):
            if allowed.contains(orientation) { return orientation }
        case .landscape:
            // The x-axis sign rule: x = 0, and no reading at all, count as landscapeLeft of the device.
            let bySign: InterfaceOrientation = side == .landscapeRight ? .landscapeLeft : .landscapeRight
            let other: InterfaceOrientation = side == .landscapeRight ? .landscapeRight : .landscapeLeft
            if allowed.contains(bySign) { return bySign }
            if allowed.contains(other) { return other }
        }
        throw .invalidInterfaceOrientation(
            target, InterfaceMasks(system: settings.supported, session: sessionMask, client: member?.wishes.supported))
    }

    // MARK: Following the device

    /// Whether the system lets the interface follow the device to that orientation. In laptop form only the way back to
    /// the natural position is followed, or a laptop opened out of tent form would stay upside down.
    private func systemFollows(to shown: InterfaceOrientation) -> Bool {
        switch settings.autorotate {
        case .always: true
        case .never: false
        case .tabletMode:
            isLidClosed != true && (isTablet != false || (shown == settings.naturalInterface && !session.isByHand))
        }
    }

    private func sessionFollows(to shown: InterfaceOrientation) -> Bool {
        session.lock == nil && wishes.autorotate && presented?.wishes.autorotate != false && systemFollows(to: shown)
    }

    /// The device is held so that `shown` stands upright: the session and each client go there if they may.
    mutating func follow(_ shown: InterfaceOrientation) {
        guard sessionFollows(to: shown) else { return }
        session.letGo()
        let above = sessionAllowed
        if above.contains(shown) { session.follow(shown) }
        for index in members.indices where members[index].wishes.autorotate && members[index].view.lock == nil {
            members[index].view.letGo()
            if allowed(members[index], under: above).contains(shown) { members[index].view.follow(shown) }
        }
    }

    /// A client's lock is open: it shows what the session shows, or what the device does.
    mutating func catchUp(_ index: Int) {
        guard members[index].wishes.autorotate else { return }
        let allowed = allowed(members[index], under: sessionAllowed)
        if let shown = InterfaceOrientation(showing: edge), allowed.contains(shown), sessionFollows(to: shown), !session.isByHand {
            members[index].view.follow(shown)
        } else if allowed.contains(session.decided) {
            members[index].view.follow(session.decided)
        }
    }

    mutating func openSessionLock() {
        guard session.lock != nil else { return }
        session.unlock()
        if let shown = InterfaceOrientation(showing: edge) { follow(shown) }
    }

    // MARK: Following the session

    mutating func moveSession(to orientation: InterfaceOrientation) {
        guard orientation != session.decided else { return }
        session.follow(orientation)
        followSession()
    }

    /// The session went somewhere by other means than the device; clients without a will of their own go along.
    mutating func followSession() {
        let above = sessionAllowed
        for index in members.indices {
            let member = members[index]
            guard member.wishes.autorotate, member.view.lock == nil, !member.view.isByHand else { continue }
            if allowed(member, under: above).contains(session.decided) { members[index].view.follow(session.decided) }
        }
    }

    /// A newcomer starts where the session is, or where its mask lets it. What it is told first says so already; only
    /// if the session is about to turn, it goes along with the others.
    mutating func place(_ index: Int) {
        if allowed(members[index], under: sessionAllowed).contains(session.decided) { members[index].view.follow(session.decided) }
        keepAllowed()
        let goesAlong = session.isDue && members[index].view.decided == session.decided
        if !goesAlong { members[index].view = InterfaceView(members[index].view.decided) }
    }

    // MARK: Deciding anew

    /// What is no longer allowed is decided anew.
    mutating func keepAllowed() {
        let above = sessionAllowed
        if !above.contains(session.decided) { moveSession(to: anewForSession()) }
        for index in members.indices {
            let member = members[index]
            var allowed = allowed(member, under: above)
            if allowed.contains(member.view.decided) { continue }
            if allowed.isEmpty {
                // The layers above left it nothing: it stays, as long as the system allows that.
                if settings.supported.contains(member.view.decided) { continue }
                allowed = above
            }
            let shown = InterfaceOrientation(showing: edge).flatMap {
                member.wishes.autorotate && sessionFollows(to: $0) ? $0 : nil
            }
            let next = first([member.view.lock, shown, member.wishes.preferred], allowed)
            members[index].view.follow(next ?? session.decided)
        }
    }

    func anewForSession() -> InterfaceOrientation {
        let shown = InterfaceOrientation(showing: edge).flatMap { sessionFollows(to: $0) ? $0 : nil }
        let preferred = presented.map { $0.wishes.preferred } ?? wishes.preferred
        let held = presented == nil && shown == nil ? beneath : nil
        return first([session.lock, shown, held, preferred], sessionAllowed) ?? session.decided
    }

    private func first(_ candidates: [InterfaceOrientation?], _ allowed: OrientationMask) -> InterfaceOrientation? {
        for case let candidate? in candidates where allowed.contains(candidate) { return candidate }
        return allowed.first(natural: settings.naturalInterface)
    }
}
