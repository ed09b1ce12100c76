import OrientationCore

/// A recording as the virtual sensor goes through it: poses, each from its time on.
public struct PoseTrack: Sendable {
    private let steps: [Step]

    public struct Step: Equatable, Sendable {
        /// From the first row.
        public var time: Interval
        public var pose: Pose

        public init(time: Interval, pose: Pose) {
            self.time = time
            self.pose = pose
        }
    }

    /// - Parameter steps: at least one, times not going back; nil otherwise.
    public init?(_ steps: [Step]) {
        guard !steps.isEmpty, zip(steps, steps.dropFirst()).allSatisfy({ $0.time <= $1.time }) else { return nil }
        self.steps = steps
    }

    /// One pose that never changes.
    public init(always pose: Pose) {
        steps = [Step(time: Interval(nanoseconds: 0), pose: pose)]
    }

    /// Until the last row.
    public var duration: Interval { steps[steps.count - 1].time }

    /// The last row at or before `time`; the first one before that.
    public func pose(at time: Interval) -> Pose {
        var low = 0
        var high = steps.count
        while high - low > 1 {
            let middle = (low + high) / 2
            if steps[middle].time <= time { low = middle } else { high = middle }
        }
        return steps[low].pose
    }
}
