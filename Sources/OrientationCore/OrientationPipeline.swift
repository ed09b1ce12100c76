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
    public var gravity: Vector3? { filter.gravity }

    private let calibration: Calibration
    private var classifier: Classifier
    private var filter = GravityFilter()
    private var settler = Settler()
    private var lastUsable: Timestamp?
    private var interrupted = false

    /// No usable sample for this long makes the orientation unknown.
    public static let patience = Interval.seconds(5)
    /// In g. The widest range of a screen sensor is 16 g an axis, 27.7 g in all.
    static let widestRange = 28.0

    public init(
        calibration: Calibration, settings: OrientationSettings = OrientationSettings(), state: OrientationState = OrientationState()
    ) {
        self.calibration = calibration
        self.classifier = Classifier(settings)
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
        classifier = Classifier(settings)
    }

    /// Takes a sample in, and reports the changes that fell due before it and the one that it makes, in order.
    @inlinable
    public mutating func take(_ sample: RawSample, report: (OrientationState) -> Void) {
        while let change = change(by: sample.timestamp) { report(change) }
        if let change = change(for: sample) { report(change) }
    }

    /// The next moment at which something changes although no sample comes.
    public var nextDeadline: Timestamp? {
        guard let lastUsable else { return nil }
        let settled = settler.deadline(holding: state.device)
        let stalled = silenceMeansUnchanged || state.device == .unknown ? nil : lastUsable + Self.patience
        return switch (settled, stalled) {
        case (let settled?, let stalled?): min(settled, stalled)
        case (let only?, nil), (nil, let only?): only
        case (nil, nil): nil
        }
    }

    /// The change that was due by `time`, if one was. Call again until there is none.
    public mutating func change(by time: Timestamp) -> OrientationState? {
        guard let deadline = nextDeadline, deadline <= time, let lastUsable, let gravity = filter.gravity else { return nil }
        if !silenceMeansUnchanged && lastUsable + Self.patience <= deadline {
            return lose(.stalled, at: deadline)
        }
        return decide(gravity, at: deadline)
    }

    /// The change that a sample makes, if it makes one.
    public mutating func change(for sample: RawSample) -> OrientationState? {
        let measured = calibration.gravity(of: sample)
        let square = measured.lengthSquared
        guard square > 0, square < Self.widestRange * Self.widestRange else {
            rejected += 1
            return nil
        }
        guard let gravity = filter.gravity(from: measured, at: sample.timestamp) else { return nil }
        lastUsable = sample.timestamp
        return decide(gravity, at: sample.timestamp)
    }

    /// Forgets what is known, because the sensor went away or nobody holds it.
    ///
    /// - Returns: the change to `unknown`, or nil if the device was unknown already and nobody needs to be told.
    public mutating func lose(_ reason: ChangeReason, at time: Timestamp) -> OrientationState? {
        filter.reset()
        settler.reset()
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

    private mutating func decide(_ gravity: Vector3, at time: Timestamp) -> OrientationState? {
        var next = state
        let reading = classifier.device(for: gravity, holding: state.device, edge: state.edge)
        if settler.accepts(reading, over: state.device, at: time) { next.device = reading }
        if next.device.isEdge { next.edge = next.device }
        next.landscape = classifier.landscape(for: gravity, device: next.device, last: state.landscape)
        guard next.differs(from: state) else { return nil }
        next.reason = reason(from: state.device, to: next.device)
        next.timestamp = time
        next.gravity = gravity
        next.confidence = 1
        if next.device != .unknown { interrupted = false }
        state = next
        return next
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
