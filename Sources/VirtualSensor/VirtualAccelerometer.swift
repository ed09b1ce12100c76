/// The firmware of the virtual sensor: answers the host, and knows what the host wants.
///
///     unplugged --plug--> plugged: off --SET_REPORT power full--> on --reporting all--> reporting
///                         ^  plugging in anew forgets all settings         |
///                         +------------- power off, reporting none <-------+
///
/// It does nothing by itself: each method returns what is to be done.
public struct VirtualAccelerometer: Sendable {
    /// What the host has set.
    public private(set) var settings: FeatureReport
    /// What the sensor measures.
    public var pose: Pose
    /// Sends nothing by itself, as a hub whose interrupt got lost; still answers when asked.
    public var isMute = false
    /// ms that a reading takes which the host asks for, as with a slow chip behind the hub. The kernel gives up after 5 s.
    public var readingTime: UInt32 = 0

    private let defaultInterval: UInt32
    /// What the host has last got by itself.
    private var reported: Pose?

    public enum Action: Equatable, Sendable {
        case send(UHIDMessage)
        /// In so many ms from now.
        case sendLater(UInt32, UHIDMessage)
        case announce(Change)
    }

    /// Something that the host has changed, for those who watch.
    public enum Change: Equatable, Sendable, CustomStringConvertible {
        case power(FeatureReport.PowerState)
        case reporting(FeatureReport.ReportingState)
        case interval(UInt32)
        case sensitivity(UInt16)
        case started
        case stopped

        public var description: String {
            switch self {
            case .power(let state): "power \(state)"
            case .reporting(let state): "reporting \(state)"
            case .interval(let milliseconds): "interval \(milliseconds)"
            case .sensitivity(let counts): "sensitivity \(counts)"
            case .started: "started"
            case .stopped: "stopped"
            }
        }
    }

    /// - Parameter interval: ms between reports before the host sets another.
    public init(interval: UInt32, pose: Pose = .upright) {
        defaultInterval = interval
        settings = FeatureReport(interval: interval)
        self.pose = pose
    }

    /// Forgets what the host had set, as a device does that is plugged in anew.
    public mutating func reset() {
        settings = FeatureReport(interval: defaultInterval)
        reported = nil
    }

    public mutating func actions(for event: UHIDEvent) -> [Action] {
        switch event {
        case .start:
            return [.announce(.started)]
        case .stop:
            return [.announce(.stopped)]
        case .getReport(let id, let kind):
            switch kind {
            case .feature: return [.send(.reply(id: id, report: settings.bytes))]
            case .input:
                let reply = UHIDMessage.reply(id: id, report: InputReport(pose).bytes)
                return [readingTime == 0 ? .send(reply) : .sendLater(readingTime, reply)]
            case .output: return [.send(.reply(id: id, report: nil))]
            }
        case .setReport(let id, kind: .feature, let data):
            guard let wanted = FeatureReport(data) else { return [.send(.accepted(id: id, false))] }
            return [.send(.accepted(id: id, true))] + take(wanted).map { .announce($0) }
        case .setReport(let id, _, _):
            return [.send(.accepted(id: id, false))]
        case .open, .close, .other:
            return []
        }
    }

    /// What to send when the interval is over: nothing while it is off, mute, or, with a sensitivity set, too little changed.
    public mutating func report() -> Action? {
        guard settings.isReporting, !isMute else { return nil }
        if let reported, settings.sensitivity > 0, pose.distance(to: reported) <= Int(settings.sensitivity) { return nil }
        reported = pose
        return .send(.input(InputReport(pose).bytes))
    }

    private mutating func take(_ wanted: FeatureReport) -> [Change] {
        let before = settings
        settings = wanted
        // A host that begins to listen knows nothing yet.
        if wanted.isReporting, !before.isReporting { reported = nil }
        var changes: [Change] = []
        if wanted.power != before.power { changes.append(.power(wanted.power)) }
        if wanted.reporting != before.reporting { changes.append(.reporting(wanted.reporting)) }
        if wanted.interval != before.interval { changes.append(.interval(wanted.interval)) }
        if wanted.sensitivity != before.sensitivity { changes.append(.sensitivity(wanted.sensitivity)) }
        return changes
    }
}
