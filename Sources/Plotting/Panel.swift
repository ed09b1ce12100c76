/// One diagram of the page: a frame, a vertical scale, and curves in it.
struct Panel {
    let frame: Frame
    let low: Double
    let high: Double

    /// The place of a value on the page; outside values stay at the border.
    func y(_ value: Double) -> Double {
        frame.bottom - (min(max(value, low), high) - low) / (high - low) * frame.height
    }

    /// The frame with its grid and labels.
    func draw(in svg: inout SVG, name: String, ticks: [Double], unit: String, axis: TimeAxis) {
        for tick in axis.ticks {
            svg.line(axis.x(tick.seconds), frame.y, axis.x(tick.seconds), frame.bottom, stroke: Palette.grid, width: 0.6)
        }
        for tick in ticks {
            svg.line(frame.x, y(tick), frame.right, y(tick), stroke: Palette.grid, width: tick == 0 ? 1.2 : 0.6)
            svg.label(Self.label(tick), frame.x - 6, y(tick) + 4, .end, fill: Palette.quiet, size: 11)
        }
        svg.label(name + (unit.isEmpty ? "" : ", \(unit)"), frame.x, frame.y - 5, isBold: true)
    }

    /// A range of values with a meaning.
    func shade(_ range: ClosedRange<Double>, in svg: inout SVG) {
        let top = y(range.upperBound)
        let shaded = Frame(x: frame.x, y: top, width: frame.width, height: y(range.lowerBound) - top)
        svg.rectangle(shaded, fill: Palette.shade)
    }

    func draw(_ curve: Curve, in svg: inout SVG, colour: String) {
        svg.path(curve.strokes.map { $0.map { (x: $0.x, y: y($0.y)) } }, stroke: colour)
    }

    private static func label(_ value: Double) -> String {
        value == value.rounded() ? String(Int(value)) : decimal(value, digits: 1)
    }
}
