import OrientationCore

/// Which pose the virtual sensor is in: the recording's, as far as it has been played, or one that somebody has set.
public struct Playback: Sendable {
    private let track: PoseTrack
    private let end: End
    private var stopwatch = Stopwatch()
    private var held: Pose?

    /// What happens after the last row.
    public enum End: Sendable {
        case exit
        case hold
        case loop
    }

    public init(_ track: PoseTrack, end: End) {
        self.track = track
        self.end = end
    }

    /// The recording's time passes from `time` on.
    public mutating func start(at time: Timestamp) { stopwatch.start(at: time) }

    /// It does not any more.
    public mutating func stop(at time: Timestamp) { stopwatch.stop(at: time) }

    /// Holds `pose` and stops the recording; nil goes on with it.
    public mutating func hold(_ pose: Pose?) { held = pose }

    public func pose(at time: Timestamp) -> Pose {
        if let held { return held }
        let elapsed = stopwatch.elapsed(at: time)
        guard end == .loop, track.duration.nanoseconds > 0 else { return track.pose(at: elapsed) }
        return track.pose(at: Interval(nanoseconds: elapsed.nanoseconds % track.duration.nanoseconds))
    }

    /// When the last row will have come, if it goes on like this; nil if it never does: a loop, a pose that is held, time that
    /// stands still, or a track of one pose that just stays.
    public func ends(at time: Timestamp) -> Timestamp? {
        guard end != .loop, held == nil, stopwatch.isRunning else { return nil }
        if end == .hold, track.duration.nanoseconds == 0 { return nil }
        let left = track.duration.nanoseconds - stopwatch.elapsed(at: time).nanoseconds
        return time + Interval(nanoseconds: max(0, left))
    }

    /// Whether the program is done when the last row has come.
    public var exitsAtEnd: Bool { end == .exit }
}
