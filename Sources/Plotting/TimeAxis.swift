import OrientationCore

/// Time from left to right: where a moment is, and which moments get a label.
struct TimeAxis {
    let start: Timestamp
    /// Seconds from the beginning of the recording to `start`; labels count from there.
    let offset: Double
    /// In seconds, above 0.
    let duration: Double
    let left: Double
    let width: Double

    /// Pixels between labels that do not run into each other.
    private static let room = 80.0
    /// Seconds that people count in.
    private static let steps: [Double] = [
        0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200, 14_400,
        21_600, 43_200, 86_400,
    ]

    init(from start: Timestamp, to end: Timestamp, offset: Double = 0, left: Double, width: Double) {
        self.start = start
        self.offset = offset
        self.left = left
        self.width = width
        duration = max(0.001, (end - start).seconds)
    }

    func x(_ time: Timestamp) -> Double { x((time - start).seconds) }

    /// Inside the page whatever the time.
    func x(_ seconds: Double) -> Double { left + min(max(0, seconds / duration), 1) * width }

    /// Seconds from `start`, and the text.
    var ticks: [(seconds: Double, label: String)] {
        let most = max(1, (width / Self.room).rounded(.down))
        let step = Self.steps.first { duration / $0 <= most } ?? (duration / most / 86_400).rounded(.up) * 86_400
        // Room for the last digits of a quotient.
        let first = (offset / step - 1e-9).rounded(.up)
        let last = ((offset + duration) / step + 1e-9).rounded(.down)
        return stride(from: first, through: last, by: 1).map { ($0 * step - offset, Self.label($0 * step, step: step)) }
    }

    static func label(_ seconds: Double, step: Double) -> String {
        if step < 1 {
            let digits = step < 0.01 ? 3 : step < 0.1 ? 2 : 1
            return decimal(seconds, digits: digits) + " s"
        }
        let whole = Int(seconds.rounded())
        func two(_ value: Int) -> String { value < 10 ? "0\(value)" : String(value) }
        if whole >= 3600 { return "\(whole / 3600):\(two(whole / 60 % 60)):\(two(whole % 60))" }
        return whole < 120 && step < 60 ? "\(whole) s" : "\(whole / 60):\(two(whole % 60))"
    }
}

/// With a fixed count of digits behind the point.
func decimal(_ value: Double, digits: Int) -> String {
    var factor = 1.0
    for _ in 0..<digits { factor *= 10 }
    let count = Int64(exactly: (value * factor).rounded()) ?? 0
    let text = String(count.magnitude)
    let padded = String(repeating: "0", count: max(0, digits + 1 - text.count)) + text
    return (count < 0 ? "-" : "") + padded.dropLast(digits) + (digits > 0 ? "." + padded.suffix(digits) : "")
}
