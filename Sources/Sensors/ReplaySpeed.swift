import OrientationCore

/// How fast a recording plays; the daemon's `--speed`.
public enum ReplaySpeed: Equatable, Sendable {
    /// So many seconds of the recording in a second.
    case times(Double)
    /// As fast as it goes.
    case maximal

    public static let real = ReplaySpeed.times(1)

    /// A thousandth is slow enough to watch every sample; beyond a thousand times nothing is left of pacing.
    public static let range = 0.001...1000.0

    /// Reads `max` or a number in ``range``; nil for anything else.
    public init?(_ text: String) {
        if text == "max" {
            self = .maximal
        } else if let factor = Double(text), Self.range.contains(factor) {
            self = .times(factor)
        } else {
            return nil
        }
    }
}

extension ReplaySpeed: CustomStringConvertible {
    public var description: String {
        switch self {
        case .times(1): "real speed"
        case .times(let factor): "\(factor) times real speed"
        case .maximal: "maximal speed"
        }
    }
}
