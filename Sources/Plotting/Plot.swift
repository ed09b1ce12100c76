import OrientationCore

/// What a plot shows of one recording.
public struct Plot {
    /// A stretch of which it is known how the device was held; nil is "anything".
    public struct Label: Equatable, Sendable {
        public var start: Timestamp
        public var end: Timestamp
        public var expected: DeviceOrientation?

        public init(start: Timestamp, end: Timestamp, expected: DeviceOrientation?) {
            self.start = start
            self.end = end
            self.expected = expected
        }
    }

    public var title: String
    /// Timestamps in order; values are gravity in g in the panel's frame.
    public var samples: [RawSample]
    /// The changes that the decision made of them.
    public var changes: [OrientationState]
    public var truth: [Label]
    public var settings: OrientationSettings

    public init(
        title: String, samples: [RawSample], changes: [OrientationState], truth: [Label] = [],
        settings: OrientationSettings = OrientationSettings()
    ) {
        self.title = title
        self.samples = samples
        self.changes = changes
        self.truth = truth
        self.settings = settings
    }

    /// In pixels: less has no room for the labels.
    public static let leastSize = (width: 480, height: 600)

    /// - Parameter range: what to show, nil for everything.
    /// - Returns: an SVG picture; nil if there is no sample in the range.
    public func svg(width: Int, height: Int, range: ClosedRange<Timestamp>? = nil) -> String? {
        let shown = range.map { range in samples.filter { range.contains($0.timestamp) } } ?? samples
        guard let first = shown.first, let last = shown.last else { return nil }
        let offset = samples.first.map { (first.timestamp - $0.timestamp).seconds } ?? 0
        return PlotPage(self, shown, from: first.timestamp, to: last.timestamp, offset: offset, width: width, height: height).svg
    }
}
