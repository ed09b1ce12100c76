import OrientationCore

/// What some seconds of samples say about a sensor.
public struct SampleChecks {
    private let statistics: SampleStatistics
    /// Hz that the daemon set in the device.
    private let rate: Double?
    private let reportsOnlyChanges: Bool
    /// The present on the clock of the samples; nil where they have a clock of their own (recordings).
    private let now: Timestamp?

    /// In g: resting sensors read 0.94 to 1.07.
    private static let restingNorm = 0.9...1.1
    /// In g: noisier at rest than any screen sensor.
    private static let calm = 0.06

    public init(_ statistics: SampleStatistics, rate: Double?, reportsOnlyChanges: Bool, now: Timestamp?) {
        self.statistics = statistics
        self.rate = rate
        self.reportsOnlyChanges = reportsOnlyChanges
        self.now = now
    }

    public var findings: [Finding] {
        guard statistics.count > 0 else {
            return [
                reportsOnlyChanges
                    ? .look("samples", "none came: the sensor reports only changes", "move the device while this runs")
                    : .wrong(
                        "samples", "none came",
                        "the sensor or its driver delivers nothing: try access = polled, and suspend and resume once")
            ]
        }
        return [samples, axes, scale, restlessness, rateGot, times]
    }

    private var samples: Finding {
        .fine("samples", "\(statistics.count) in \(tenths(statistics.seconds)) s")
    }

    private var axes: Finding {
        if statistics.equalAxes == statistics.count {
            return .wrong(
                "axes", "all three always have the same value", "a sensor or driver that failed: reload its module, or suspend and resume")
        }
        let stuck = statistics.stuckAxes
        if !stuck.isEmpty {
            return .look(
                "axes", "\(stuck.joined(separator: " and ")) of the sensor never changed",
                "turn the device while this runs; if it stays, the axis is broken")
        }
        return .fine("axes", "all three are alive")
    }

    private var scale: Finding {
        guard let norm = statistics.norm else { return .unknown("scale", "no sample") }
        let text = "the length is \(thousandths(norm)) g"
        if isMoved { return .unknown("scale", "\(text), while the device is moved", "hold it still while this runs") }
        if Self.restingNorm.contains(norm) { return .fine("scale", "\(text) at rest") }
        return .wrong(
            "scale", "\(text) at rest where 1 g is right", "the driver's scale is wrong, or 'orientationctl calibrate' corrects it")
    }

    private var isMoved: Bool { (statistics.restlessness ?? 0) > Self.calm }

    private var restlessness: Finding {
        guard let restlessness = statistics.restlessness else { return .unknown("noise", "no sample") }
        let text = "\(thousandths(restlessness)) g on the worst axis"
        return isMoved ? .look("noise", text, "if the device lay still, the sensor is noisier than any good one") : .fine("noise", text)
    }

    private var rateGot: Finding {
        guard let got = statistics.rate else { return .unknown("rate", "one sample tells no rate") }
        var text = "\(tenths(got)) Hz"
        if let jitter = statistics.jitter, let longest = statistics.longestGap {
            text += ", jitter \(tenths(jitter)) ms, longest gap \(Int(longest.rounded())) ms"
        }
        guard let rate, !reportsOnlyChanges else { return .fine("rate", text) }
        text += "; \(tenths(rate)) Hz set"
        let share = got / rate
        return (0.7...1.4).contains(share)
            ? .fine("rate", text)
            : .look("rate", text, "the chip does not keep its rate; decisions come by time stamps and stay right, if later")
    }

    private var times: Finding {
        if statistics.backwardTimes > 0 {
            return .wrong("times", "\(statistics.backwardTimes) go back", "a fault of the driver's clock; report it")
        }
        if let now, let last = statistics.lastTime, (now - last).seconds.magnitude > 10 {
            return .wrong(
                "times", "\(Int((now - last).seconds)) s away from the clock CLOCK_BOOTTIME", "a fault of the driver's clock; report it")
        }
        if statistics.equalTimes > 0 {
            return .look(
                "times", "\(statistics.equalTimes) equal the one before", "harmless, but the driver stamps batches and not samples")
        }
        return .fine("times", "each later than the one before")
    }

    private func tenths(_ value: Double) -> String { shown(value, perUnit: 10).description }
    private func thousandths(_ value: Double) -> String { shown(value, perUnit: 1000).description }
}
