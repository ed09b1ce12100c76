import OrientationCore

/// The page: from top to bottom the axes, the norm, roll, lean, the orientations, the truth, and time.
struct PlotPage {
    private let plot: Plot
    private let samples: [RawSample]
    private let axis: TimeAxis
    private let end: Timestamp
    private let width: Int
    private let height: Int

    /// Pixels.
    private static let margin = (left: 52.0, right: 14.0, top: 48.0, bottom: 26.0)
    /// For the names of the edges beside the roll, on pages that are wide enough.
    private static let namesWidth = 88.0
    private static let wide = 700
    private static let gap = 24.0
    private static let bandHeight = 22.0
    /// In degrees: nearer to lying flat the direction in the plane of the screen is noise, and not drawn.
    private static let meaninglessRoll = 80.0
    /// In g: what a resting sensor may read.
    private static let restingNorm = 0.95...1.05

    init(_ plot: Plot, _ samples: [RawSample], from start: Timestamp, to end: Timestamp, offset: Double, width: Int, height: Int) {
        self.plot = plot
        self.samples = samples
        self.end = end
        self.width = width
        self.height = height
        let names = width >= Self.wide ? Self.namesWidth : 0
        let room = Double(width) - Self.margin.left - Self.margin.right - names
        axis = TimeAxis(from: start, to: end, offset: offset, left: Self.margin.left, width: room)
    }

    var svg: String {
        var svg = SVG(width: width, height: height, title: plot.title)
        svg.label(Self.cut(plot.title, to: axis.width), Self.margin.left, 20, size: 14, isBold: true)
        let panels = self.panels
        drawAxes(panels[0], &svg)
        drawNorm(panels[1], &svg)
        drawRoll(panels[2], &svg)
        drawLean(panels[3], &svg)
        let bands = OrientationBands(plot, axis, end: end, top: panels[3].bottom + Self.gap, height: Self.bandHeight)
        bands.drawMarks(through: panels, &svg)
        bands.draw(&svg)
        for tick in axis.ticks {
            let x = axis.x(tick.seconds)
            // At the ends inside the page.
            let anchor: SVG.Anchor = x < axis.left + 20 ? .start : x > axis.left + axis.width - 20 ? .end : .middle
            svg.label(tick.label, x, Double(height) - 8, anchor, fill: Palette.quiet, size: 11)
        }
        return svg.finished
    }

    /// Frames of the four diagrams: what is left of the height, in shares.
    private var panels: [Frame] {
        let bands = OrientationBands.height(band: Self.bandHeight, hasTruth: !plot.truth.isEmpty)
        let room = Double(height) - Self.margin.top - Self.margin.bottom - bands - 4 * Self.gap
        var y = Self.margin.top
        return [0.34, 0.14, 0.30, 0.22].map { share in
            let frame = Frame(x: axis.left, y: y, width: axis.width, height: max(20, room * share))
            y = frame.bottom + Self.gap
            return frame
        }
    }

    private func curve(jump: Double = .infinity, _ value: (Vector3) -> Double?) -> Curve {
        // Three samples missing are a hole, at whatever rate.
        let spacing = axis.duration / Double(max(1, samples.count - 1))
        var curve = Curve(axis, jump: jump, hole: max(0.5, 4 * spacing))
        for sample in samples { curve.add(sample.timestamp, value(sample.value)) }
        curve.finish()
        return curve
    }

    /// The most that a scale has to reach. What no sensor can report stays at its border.
    private func largest(from least: Double, _ value: (Vector3) -> Double) -> Double {
        min(samples.reduce(least) { max($0, value($1.value)) }, Vector3.widestRange)
    }

    private func drawAxes(_ frame: Frame, _ svg: inout SVG) {
        let largest = largest(from: 1.1) { max($0.x.magnitude, $0.y.magnitude, $0.z.magnitude) }
        let reach = largest <= 1.1 ? 1.2 : (largest * 1.05 * 2).rounded(.up) / 2
        let panel = Panel(frame: frame, low: -reach, high: reach)
        let step = reach > 8 ? 4.0 : reach > 3 ? 2 : 1
        let ticks = Array(stride(from: -(reach / step).rounded(.down) * step, through: reach, by: step))
        panel.draw(in: &svg, name: "gravity", ticks: ticks, unit: "g", axis: axis)
        for (index, (name, colour, part)) in [
            ("x", Palette.x, \Vector3.x), ("y", Palette.y, \Vector3.y), ("z", Palette.z, \Vector3.z),
        ].enumerated() {
            panel.draw(curve { $0[keyPath: part] }, in: &svg, colour: colour)
            let x = frame.x + 84 + Double(index) * 42
            svg.line(x, frame.y - 9, x + 16, frame.y - 9, stroke: colour, width: 3)
            svg.label(name, x + 20, frame.y - 5)
        }
    }

    private func drawNorm(_ frame: Frame, _ svg: inout SVG) {
        let largest = largest(from: 1) { $0.length }
        let high = largest <= 1.6 ? 2.0 : (largest * 1.05).rounded(.up)
        let panel = Panel(frame: frame, low: 0, high: high)
        panel.shade(Self.restingNorm, in: &svg)
        panel.draw(in: &svg, name: "length", ticks: high > 2 ? [0, 1, high] : [0, 1, 2], unit: "g; at rest inside the band", axis: axis)
        panel.draw(curve { $0.length }, in: &svg, colour: Palette.curve)
    }

    /// Cut open on the border between landscapeLeft and upside down, where a device seldom stays, and not at 180 degrees,
    /// where an upside-down one would jump to and fro.
    private func drawRoll(_ frame: Frame, _ svg: inout SVG) {
        let panel = Panel(frame: frame, low: -135, high: 225)
        let hysteresis = plot.settings.rollHysteresis
        if hysteresis > 0 {
            for border in [-135.0, -45, 45, 135, 225] { panel.shade((border - hysteresis)...(border + hysteresis), in: &svg) }
        }
        panel.draw(in: &svg, name: "roll", ticks: [-90, 0, 90, 180], unit: "degrees; the last edge holds inside the bands", axis: axis)
        let natural = NaturalFrame(natural: plot.settings.natural)
        let roll = curve(jump: 180) { gravity in
            guard Angles.lean(of: gravity) < Self.meaninglessRoll else { return nil }
            let roll = natural.roll(of: gravity)
            return roll < -135 ? roll + 360 : roll
        }
        panel.draw(roll, in: &svg, colour: Palette.curve)
        guard width >= Self.wide else { return }
        for (middle, edge) in [(0.0, "portrait"), (-90, "landscapeLeft"), (90, "landscapeRight"), (180, "upside down")] {
            svg.label(edge, frame.right + 6, panel.y(middle) + 4, fill: Palette.quiet, size: 11)
        }
    }

    private func drawLean(_ frame: Frame, _ svg: inout SVG) {
        let panel = Panel(frame: frame, low: 0, high: 90)
        let (leave, enter) = (plot.settings.flatLeave, plot.settings.flatEnter)
        if leave < enter { panel.shade(leave...enter, in: &svg) }
        panel.draw(in: &svg, name: "lean", ticks: [0, 30, 60, 90], unit: "degrees; flat above the band", axis: axis)
        panel.draw(curve { Angles.lean(of: $0) }, in: &svg, colour: Palette.curve)
    }

    /// As much of a text as about fits.
    static func cut(_ text: String, to width: Double, size: Double = 14) -> String {
        let room = max(4, Int(width / (size * 0.66)))
        return text.count <= room ? text : text.prefix(room - 3) + "..."
    }
}
