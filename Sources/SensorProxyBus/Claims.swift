/// Who claims the accelerometer, and when each is answered: the bus without the bus.
///
/// One claim a bus name, whose calls may be several. Every method returns what has to be done, in order.
///
/// | claim | allowed | refused | reading, or a second later | release, name gone |
/// |---|---|---|---|---|
/// | asking: its rights are looked up | waiting, or held if there is nothing to wait for | none | | none |
/// | waiting for the first reading | | | held | none |
/// | held | | | | none |
struct Claims {
    enum Action: Equatable {
        /// See whether this name may claim, and when it goes.
        case lookUp(name: String)
        case forget(name: String)
        /// Hold the sensor: there is a first claim.
        case hold
        case letGo
        /// The calls of this name are answered, in the affirmative or not.
        case answer(name: String, isAllowed: Bool)
    }

    private enum Claim { case asking, waiting, held }

    private var claims: [String: Claim] = [:]
    private var isHolding = false

    /// Names that are told of changes.
    var holders: [String] { claims.filter { $0.value != .asking }.keys.sorted() }
    var isEmpty: Bool { claims.isEmpty }
    var hasWaiting: Bool { claims.values.contains(.waiting) }

    /// A name wants to claim.
    mutating func claim(_ name: String) -> [Action] {
        switch claims[name] {
        case nil:
            claims[name] = .asking
            return [.lookUp(name: name)]
        // Answered with the one that is under way.
        case .asking, .waiting: return []
        case .held: return [.answer(name: name, isAllowed: true)]
        }
    }

    /// It is known whether a name may claim.
    ///
    /// - Parameter awaitsReading: there is a sensor and nothing known of it yet, so the answer waits for that.
    mutating func judged(_ name: String, isAllowed: Bool, awaitsReading: () -> Bool) -> [Action] {
        guard claims[name] == .asking else { return [] }
        guard isAllowed else {
            claims[name] = nil
            return [.answer(name: name, isAllowed: false), .forget(name: name)]
        }
        var actions: [Action] = isHolding ? [] : [.hold]
        isHolding = true
        if awaitsReading() {
            claims[name] = .waiting
        } else {
            claims[name] = .held
            actions.append(.answer(name: name, isAllowed: true))
        }
        return actions
    }

    /// The first reading has come, or will not come.
    mutating func readingCame() -> [Action] {
        let waiting = claims.filter { $0.value == .waiting }.keys.sorted()
        for name in waiting { claims[name] = .held }
        return waiting.map { .answer(name: $0, isAllowed: true) }
    }

    /// A name releases its claim, or has gone from the bus. Calls that wait are answered as if all went well.
    mutating func end(_ name: String) -> [Action] {
        guard let claim = claims.removeValue(forKey: name) else { return [] }
        var actions: [Action] = claim == .held ? [] : [.answer(name: name, isAllowed: true)]
        actions.append(.forget(name: name))
        if isHolding, holders.isEmpty {
            isHolding = false
            actions.append(.letGo)
        }
        return actions
    }

    /// The bus has gone, and all names with it.
    mutating func endAll() -> [Action] {
        claims.keys.sorted().flatMap { end($0) }
    }
}
