/// Lets a reading become a change once it has held for a while.
struct Settler: Sendable {
    /// 0.1 s lets flicks through, 0.3 s feels slow.
    static let settling = Interval.milliseconds(120)

    private var candidate: DeviceOrientation = .unknown
    private var since = Timestamp(nanoseconds: 0)

    /// Whether `reading` has lasted long enough to replace `holding`.
    @inline(__always)
    mutating func accepts(_ reading: DeviceOrientation, over holding: DeviceOrientation, at time: Timestamp) -> Bool {
        if reading == holding {
            candidate = holding
            return false
        }
        if holding == .unknown { return true }
        if reading != candidate || time < since {
            candidate = reading
            since = time
        }
        return time - since >= Self.settling
    }

    /// When the present candidate becomes a change if nothing else comes.
    func deadline(holding: DeviceOrientation) -> Timestamp? {
        candidate == holding || candidate == .unknown ? nil : since + Self.settling
    }

    mutating func reset() { candidate = .unknown }
}
