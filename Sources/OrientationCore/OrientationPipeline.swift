/// READ FIRST. From a sample to a change of orientation, in one straight line:
/// sample -> gravity -> filtered gravity -> reading -> (when it has proved itself) change.
///
/// There is no clock in here: time is the samples' timestamps and the deadlines that the caller reports as reached.
/// The caller may report a deadline by itself (`change(by:)`, from a timer) or leave it to the next sample: the
/// changes are the same.
public struct OrientationPipeline: Sendable {
    /// The last announced state.
    public private(set) var state: OrientationState
    /// The sensor sends only changes, so silence means that nothing moved and never stalls.
    public var silenceMeansUnchanged = false
    /// Samples that were no possible reading (not finite, all zero, beyond any range) since the start.
    public private(set) var rejected = 0
    /// The present estimate of gravity in the panel's frame, in g; nil before any usable sample.
    public var gravity: Vector3? { decision.gravity }

    /// What the decision has gathered; nil with ``gravity``.
    public var insight: DecisionInsight? { decision.insight(holding: state) }

    private let calibration: Calibration
    private var decision: Decision
    private var lastUsable: Timestamp?
    private var interrupted = false

    /// No usable sample for this long makes the orientation unknown.
    public static let patience = Interval.seconds(5)

    public init(
        calibration: Calibration, settings: OrientationSettings = OrientationSettings(), state: OrientationState = OrientationState()
    ) {
        self.calibration = calibration
        decision = Decision(settings)
        self.state = state
        interrupted = state.device == .unknown && (state.reason == .stalled || state.reason == .sensorLost)
    }

    /// Forgets everything, so that a recording played again gives the same changes again.
    public mutating func restart() {
        _ = lose(.released, at: state.timestamp)
        state = OrientationState()
        interrupted = false
    }

    /// New thresholds: what holds stays until a sample says otherwise.
    public mutating func apply(_ settings: OrientationSettings) {
        decision.apply(settings)
    }

    /// Takes a sample in, and reports the changes that fell due before it and the one that it makes, in order.
    @inlinable
    public mutating func take(_ sample: RawSample, report: (OrientationState) -> Void) {
        while reaches(sample.timestamp) { report(state) }
        if changes(with: sample) { report(state) }
    }

    /// The next moment at which something changes although no sample comes.
    public var nextDeadline: Timestamp? {
        guard let lastUsable else { return nil }
        let settled = decision.deadline(silenceHolds: silenceMeansUnchanged)
        let stalled = silenceMeansUnchanged || state.device == .unknown ? nil : lastUsable + Self.patience
        return switch (settled, stalled) {
        case (let settled?, let stalled?): min(settled, stalled)
        case (let only?, nil), (nil, let only?): only
        case (nil, nil): nil
        }
    }

    /// The change that was due by `time`, if one was. Call again until there is none.
    public mutating func change(by time: Timestamp) -> OrientationState? {
        reaches(time) ? state : nil
    }

    /// The change that a sample makes, if it makes one.
    public mutating func change(for sample: RawSample) -> OrientationState? {
        changes(with: sample) ? state : nil
    }

    /// Whether a change was due by `time`; then `state` is it.
    @usableFromInline
    mutating func reaches(_ time: Timestamp) -> Bool {
        while mayBeDue(by: time), let deadline = nextDeadline, deadline <= time, let lastUsable {
            if !silenceMeansUnchanged && state.device != .unknown && lastUsable + Self.patience <= deadline {
                return lose(.stalled, at: deadline) != nil
            }
            decision.reach(deadline)
            if decides(at: deadline) { return true }
        }
        return false
    }

    /// Almost always no, and then it costs no division.
    @inline(__always)
    private func mayBeDue(by time: Timestamp) -> Bool {
        guard let lastUsable else { return false }
        return time - lastUsable >= Self.patience || decision.mayBeDue(by: time)
    }

    /// Whether the sample makes a change; then `state` is it.
    @usableFromInline
    mutating func changes(with sample: RawSample) -> Bool {
        let measured = calibration.gravity(of: sample)
        guard sample.isPossible, measured.isPossible else {
            rejected += 1
            return false
        }
        lastUsable = sample.timestamp
        decision.take(measured, at: sample.timestamp, holding: state, silenceHolds: silenceMeansUnchanged)
        return decides(at: sample.timestamp)
    }

    /// Forgets what is known, because the sensor went away or nobody holds it.
    ///
    /// - Returns: the change to `unknown`, or nil if the device was unknown already and nobody needs to be told.
    public mutating func lose(_ reason: ChangeReason, at time: Timestamp) -> OrientationState? {
        decision.reset()
        lastUsable = nil
        interrupted = reason != .released && (interrupted || state.device != .unknown)
        guard state.device != .unknown || reason == .ended || reason == .sensorLost else { return nil }
        state.device = .unknown
        state.reason = reason
        state.timestamp = time
        state.gravity = nil
        state.confidence = 0
        return state
    }

    @inline(__always)
    private mutating func decides(at time: Timestamp) -> Bool {
        decision.isRipe && announces(at: time)
    }

    @inline(never)
    private mutating func announces(at time: Timestamp) -> Bool {
        var next = decision.verdict(holding: state)
        guard next.differs(from: state) else { return false }
        next.reason = reason(from: state.device, to: next.device)
        next.timestamp = time
        if next.device != .unknown { interrupted = false }
        state = next
        return true
    }

    private func reason(from: DeviceOrientation, to: DeviceOrientation) -> ChangeReason {
        if from == to { return .sideChanged }
        if from == .unknown { return interrupted ? .sensorBack : .firstReading }
        switch (from.isFlat, to.isFlat) {
        case (false, false): return .rolled
        case (true, false): return .pickedUp
        case (false, true): return .laidFlat
        case (true, true): return .turnedOver
        }
    }
}
