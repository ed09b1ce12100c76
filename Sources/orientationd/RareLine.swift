import OrientationCore

/// A line for the log that others can provoke: said at most once in a while, with the count of those left out, so that
/// nobody fills the log by it.
struct RareLine {
    let interval: Interval
    private var next: Timestamp?
    private var leftOut = 0

    init(interval: Interval) {
        self.interval = interval
    }

    /// - Returns: the line to say now, or nil.
    mutating func note(_ line: String, at now: Timestamp) -> String? {
        if let next, now < next {
            leftOut += 1
            return nil
        }
        defer { (next, leftOut) = (now + interval, 0) }
        return leftOut == 0 ? line : "\(line) (and \(leftOut) more like that before)"
    }
}
