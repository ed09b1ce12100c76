/// What the decision has gathered so far; read by those who explain it, of no effect on it.
public struct DecisionInsight: Equatable, Sendable {
    /// What gravity alone says now, given what holds.
    public var reading: DeviceOrientation
    /// Evidence in g s for another device, and for another `landscape`.
    public var evidence: Double
    public var sideEvidence: Double
    /// In g s: what the evidence has to reach; more the more the device is moved.
    public var demand: Double
    /// 1 while the device lies still, towards 0 the more it is moved.
    public var stillness: Double

    public init(reading: DeviceOrientation, evidence: Double, sideEvidence: Double, demand: Double, stillness: Double) {
        self.reading = reading
        self.evidence = evidence
        self.sideEvidence = sideEvidence
        self.demand = demand
        self.stillness = stillness
    }
}
