import OrientationCore

/// A source of samples that can be switched on and off: a kernel sensor or a recording.
///
/// Not for several holders: ``SensorSupply`` and the service decide when it runs.
public protocol SensorSource: AnyObject {
    var info: SensorInfo { get }
    /// From its raw values to gravity in the panel's frame, all rules applied. Fixed for the life of a source: when the
    /// rules change, the supply offers a new source.
    var calibration: Calibration { get }

    /// Switches it on. Events come from the event loop, never from inside this call.
    func start(_ handler: @escaping (SensorEvent) -> Void) throws(SensorError)

    /// Switches it off and puts back what `start` changed. No event comes afterwards. Idempotent.
    func stop()

    /// When, on the loop's clock (`CLOCK_BOOTTIME`), a deadline in sample time has come; nil when time passes with the
    /// samples only (a recording at maximal speed), so that no timer may be set.
    func loopTime(of time: Timestamp) -> Timestamp?

    /// Holds the samples back until ``resume()``, if this source can wait for its readers (a recording at maximal
    /// speed); others ignore it, since real time does not wait.
    func pause()
    func resume()

    /// Whether ``pause()`` has an effect, so that no reader ever misses a change.
    var waitsForReaders: Bool { get }
}

extension SensorSource {
    public func pause() {}
    public func resume() {}
    public var waitsForReaders: Bool { false }
}

/// What a running source has to say.
public enum SensorEvent {
    case sample(RawSample)
    /// ``SensorSource/info`` has news: the way of access, the rate, whether silence means unchanged, warnings. Comes before
    /// the first sample and whenever one of these changes.
    case infoChanged
    /// The recording is over. `stop` has happened.
    case ended
    /// It is gone or does not work any more, `stop` has happened: the reason for people, and for the change.
    case lost(ChangeReason, String)
}

/// Why a sensor cannot be used, in one line that says what to do.
public struct SensorError: Error, Equatable, CustomStringConvertible {
    public let description: String

    public init(_ description: String) {
        self.description = description
    }
}

/// What is known about a sensor; shown by `status` and `ListSensors`.
public struct SensorInfo: Equatable, Sendable {
    /// The driver's name for it: `accel_3d`, `lis3dh`; or the file name of a recording.
    public var name: String
    /// `iio:device0`, or the path of a recording.
    public var id: String
    public var kind: Kind
    /// Where it is fixed, and what says so.
    public var location: SensorLocation = .display
    public var locationSource: String = "nothing said"
    /// The matrix in use with the rules applied, for people: `0,-1,0;-1,0,0;0,0,1 from udev hwdb; z recomputed from handedness`.
    public var matrix: String = ""
    /// How samples come: `buffered` or `polled`, and why if that is not the best way.
    public var access: String = ""
    /// Hz as set in the device, nil if unknown.
    public var rate: Double?
    /// It sends only changes, so silence means unchanged.
    public var reportsOnlyChanges = false
    /// Things that people should know, a line each.
    public var warnings: [String] = []

    public enum Kind: String, Sendable {
        case iio
        case evdev
        case replay
        case standardInput

        /// Its time is its own, and it can be played again.
        public var isRecording: Bool { self == .replay || self == .standardInput }
    }

    public init(name: String, id: String, kind: Kind) {
        self.name = name
        self.id = id
        self.kind = kind
    }
}

/// One accelerometer of the machine, used or not; a row of `ListSensors`.
public struct SensorCandidate: Equatable, Sendable {
    public var info: SensorInfo
    public var isUsed: Bool
    /// Why it is used or not.
    public var reason: String

    public init(info: SensorInfo, isUsed: Bool, reason: String) {
        self.info = info
        self.isUsed = isUsed
        self.reason = reason
    }

    /// With what is known by now of the one in use: how it is read, how fast, what is wrong.
    func updated(from source: SensorSource?) -> SensorCandidate {
        guard isUsed, let source else { return self }
        var row = self
        row.info = source.info
        return row
    }
}

/// Where samples come from; the daemon's `--source`.
public enum SourceSpecification: Equatable, Sendable {
    /// A real sensor, if there is one.
    case automatic
    /// A sensor name, a sysfs name or a libiio URI.
    case iio(String)
    case evdev(String)
    case replay(String)
    case standardInput

    /// Reads `auto`, `iio:NAME`, `evdev:PATH`, `replay:FILE` or `-`; nil for anything else.
    public init?(_ text: String) {
        func argument(_ prefix: String) -> String? {
            text.hasPrefix(prefix) && text.utf8.count > prefix.utf8.count ? String(text.dropFirst(prefix.count)) : nil
        }
        if text == "auto" {
            self = .automatic
        } else if text == "-" {
            self = .standardInput
        } else if let name = argument("iio:") {
            self = .iio(name)
        } else if let path = argument("evdev:") {
            self = .evdev(path)
        } else if let file = argument("replay:") {
            self = .replay(file)
        } else {
            return nil
        }
    }
}

/// Gives the service the one sensor to use, as sensors come and go.
public protocol SensorSupply: AnyObject {
    /// The sensor to use now, if there is one. Started and stopped by the service.
    var current: SensorSource? { get }
    /// Every accelerometer that was found, used or not.
    var candidates: [SensorCandidate] { get }
    /// Called from the loop after `current` has changed.
    var onChange: () -> Void { get set }
    /// Takes new settings over (SIGHUP). May change `current`.
    func apply(_ settings: SensorSettings)
    /// Waits, at most for a moment, until everything that was switched on is switched off again: `stop` only asks for it,
    /// because it can take the kernel a while. To be called before the program ends.
    func finish()
}

extension SensorSupply {
    public func finish() {}
}
