import OrientationCore

/// The orientations over time as a band of colours with their names, under it the truth, and the changes as marks with
/// their reasons.
struct OrientationBands {
    private let plot: Plot
    private let axis: TimeAxis
    private let end: Timestamp
    private let top: Double
    private let height: Double

    /// Pixels for the reasons, which stand upright under the band.
    private static let reasonHeight = 88.0
    /// Pixels between reasons that do not run into each other.
    private static let reasonRoom = 13.0
    private static let truthGap = 20.0

    init(_ plot: Plot, _ axis: TimeAxis, end: Timestamp, top: Double, height: Double) {
        self.plot = plot
        self.axis = axis
        self.end = end
        self.top = top
        self.height = height
    }

    /// Of everything that this draws.
    static func height(band: Double, hasTruth: Bool) -> Double {
        band + reasonHeight + (hasTruth ? band + truthGap : 0)
    }

    func draw(_ svg: inout SVG) {
        svg.label("orientation", axis.left, top - 5, isBold: true)
        let legend = legend
        if !legend.isEmpty { svg.label(legend, axis.left + 84, top - 5, fill: Palette.quiet, size: 11) }
        for stretch in stretches { draw(stretch.device, stretch.start, stretch.end, at: top, &svg) }
        drawReasons(&svg)
        guard !plot.truth.isEmpty else { return }
        let y = top + height + Self.reasonHeight + Self.truthGap - 4
        svg.label("truth", axis.left, y - 5, isBold: true)
        for label in plot.truth where label.end > axis.start && label.start < end {
            guard let expected = label.expected else { continue }
            draw(expected, max(label.start, axis.start), min(label.end, end), at: y, &svg)
        }
    }

    /// Through the diagrams, not through their names.
    func drawMarks(through panels: [Frame], _ svg: inout SVG) {
        for x in marks {
            for panel in panels { svg.line(x, panel.y, x, panel.bottom, stroke: Palette.mark, width: 0.8, isDashed: true) }
        }
    }

    private var shownChanges: [OrientationState] { plot.changes.filter { $0.timestamp >= axis.start && $0.timestamp <= end } }

    /// Places of the marks; of more than one in two pixels the first.
    private var marks: [Double] {
        var places: [Double] = []
        for change in shownChanges where change.reason != .ended {
            let x = axis.x(change.timestamp)
            if x - (places.last ?? -2) >= 2 { places.append(x) }
        }
        return places
    }

    private var stretches: [(device: DeviceOrientation, start: Timestamp, end: Timestamp)] {
        var stretches: [(device: DeviceOrientation, start: Timestamp, end: Timestamp)] = []
        var device = DeviceOrientation.unknown
        var start = axis.start
        for change in plot.changes where change.timestamp <= end {
            if change.timestamp > axis.start, change.device != device {
                stretches.append((device, start, change.timestamp))
                start = change.timestamp
            }
            device = change.device
        }
        return stretches + [(device, start, end)]
    }

    private func draw(_ device: DeviceOrientation, _ start: Timestamp, _ end: Timestamp, at y: Double, _ svg: inout SVG) {
        let x = axis.x(start)
        let frame = Frame(x: x, y: y, width: max(0.5, axis.x(end) - x), height: height)
        svg.rectangle(frame, fill: Palette.colour(of: device), tip: "\(device.name), \(decimal((end - start).seconds, digits: 2)) s")
        guard let name = Self.label(device, width: frame.width) else { return }
        svg.label(name, x + frame.width / 2, y + height / 2 + 4, .middle, fill: Palette.ink(on: device), size: 11)
    }

    /// What fits: the name, a short one, or nothing.
    private static func label(_ device: DeviceOrientation, width: Double) -> String? {
        // About the width of a letter of this size.
        [device.name, short(device)].first { Double($0.count) * 6.2 + 6 < width }
    }

    /// The short names that are there, with what they mean.
    private var legend: String {
        var shown: Set<DeviceOrientation> = []
        let labels = plot.truth.compactMap { label in label.expected.map { ($0, max(label.start, axis.start), min(label.end, end)) } }
        for (device, start, stop) in stretches.map({ ($0.device, $0.start, $0.end) }) + labels
        where Self.label(device, width: axis.x(stop) - axis.x(start)) == Self.short(device) {
            shown.insert(device)
        }
        let words = DeviceOrientation.allCases.filter(shown.contains).map { "\(Self.short($0)) \($0.name)" }
        let text = words.joined(separator: ", ")
        // Beside it stands how many reasons have no room.
        return Double(text.count) * 6.2 + 84 + 200 < axis.width ? text : ""
    }

    private static func short(_ device: DeviceOrientation) -> String {
        switch device {
        case .unknown: "?"
        case .portrait: "P"
        case .portraitUpsideDown: "P-"
        case .landscapeLeft: "L"
        case .landscapeRight: "R"
        case .faceUp: "up"
        case .faceDown: "dn"
        }
    }

    /// Where there is no room for all, what changed the device comes before what changed its side alone.
    private func drawReasons(_ svg: inout SVG) {
        var places: [Double] = []
        let shown = shownChanges
        for change in shown.filter({ $0.reason != .sideChanged }) + shown.filter({ $0.reason == .sideChanged }) {
            let x = axis.x(change.timestamp)
            guard places.allSatisfy({ ($0 - x).magnitude >= Self.reasonRoom }) else { continue }
            places.append(x)
            let end = min(x + 4, axis.left + axis.width)
            svg.label(change.reason.rawValue, end, top + height + 6, .end, fill: Palette.quiet, size: 11, turned: -90)
        }
        let hidden = shown.count - places.count
        if hidden > 0 {
            svg.label("\(hidden) more reasons have no room", axis.left + axis.width, top - 5, .end, fill: Palette.quiet, size: 11)
        }
    }
}
