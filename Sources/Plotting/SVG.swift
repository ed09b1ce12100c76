/// Text of an SVG picture as it grows: the few elements that a plot needs.
struct SVG {
    private(set) var text = ""

    init(width: Int, height: Int, title: String) {
        text = """
            <svg xmlns="http://www.w3.org/2000/svg" width="\(width)" height="\(height)" viewBox="0 0 \(width) \(height)" \
            font-family="Helvetica, Arial, 'DejaVu Sans', sans-serif" font-size="12">
            <title>\(Self.escaped(title))</title>
            <rect width="\(width)" height="\(height)" fill="#ffffff"/>

            """
    }

    /// The whole picture.
    var finished: String { text + "</svg>\n" }

    mutating func rectangle(_ frame: Frame, fill: String, opacity: Double = 1, tip: String? = nil) {
        guard frame.width > 0, frame.height > 0 else { return }
        let shade = opacity < 1 ? " fill-opacity=\"\(number(opacity))\"" : ""
        let place = "x=\"\(number(frame.x))\" y=\"\(number(frame.y))\" width=\"\(number(frame.width))\" height=\"\(number(frame.height))\""
        text += "<rect \(place) fill=\"\(fill)\"\(shade)" + (tip.map { "><title>\(Self.escaped($0))</title></rect>\n" } ?? "/>\n")
    }

    mutating func line(_ x1: Double, _ y1: Double, _ x2: Double, _ y2: Double, stroke: String, width: Double = 1, isDashed: Bool = false) {
        let dash = isDashed ? " stroke-dasharray=\"3 3\"" : ""
        text += "<line x1=\"\(number(x1))\" y1=\"\(number(y1))\" x2=\"\(number(x2))\" y2=\"\(number(y2))\""
        text += " stroke=\"\(stroke)\" stroke-width=\"\(number(width))\"\(dash)/>\n"
    }

    /// Strokes through points; each inner array is one stroke.
    mutating func path(_ strokes: [[(x: Double, y: Double)]], stroke: String, width: Double = 1.2) {
        var data = ""
        for points in strokes where !points.isEmpty {
            data += "M\(number(points[0].x)) \(number(points[0].y))"
            // A stroke of one point shows as a dot.
            if points.count == 1 { data += "h0.5" }
            for point in points.dropFirst() { data += "L\(number(point.x)) \(number(point.y))" }
        }
        guard !data.isEmpty else { return }
        text += "<path d=\"\(data)\" fill=\"none\" stroke=\"\(stroke)\" stroke-width=\"\(number(width))\" stroke-linejoin=\"round\"/>\n"
    }

    enum Anchor: String { case start, middle, end }

    mutating func label(
        _ content: String, _ x: Double, _ y: Double, _ anchor: Anchor = .start, fill: String = "#333333", size: Int = 12,
        isBold: Bool = false, turned: Double = 0
    ) {
        let turn = turned == 0 ? "" : " transform=\"rotate(\(number(turned)) \(number(x)) \(number(y)))\""
        let weight = isBold ? " font-weight=\"bold\"" : ""
        text += "<text x=\"\(number(x))\" y=\"\(number(y))\" text-anchor=\"\(anchor.rawValue)\" fill=\"\(fill)\" font-size=\"\(size)\""
        text += "\(weight)\(turn)>\(Self.escaped(content))</text>\n"
    }

    /// As SVG text: `<`, `&` and quotes have a meaning there, and control characters may not stand in it at all.
    static func escaped(_ text: String) -> String {
        var result = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "&": result += "&amp;"
            case "<": result += "&lt;"
            case ">": result += "&gt;"
            case "\"": result += "&quot;"
            case _ where scalar.value < 32: result += " "
            case _: result.unicodeScalars.append(scalar)
            }
        }
        return result
    }
}

/// A rectangle on the page, in pixels from the top left corner.
struct Frame: Equatable {
    var x: Double
    var y: Double
    var width: Double
    var height: Double

    var right: Double { x + width }
    var bottom: Double { y + height }
}

/// A coordinate to a tenth of a pixel, without a point where there is nothing behind it.
func number(_ value: Double) -> String {
    let tenths = Int64(exactly: (value * 10).rounded()) ?? 0
    let fraction = tenths.magnitude % 10
    return (tenths < 0 ? "-" : "") + String(tenths.magnitude / 10) + (fraction == 0 ? "" : ".\(fraction)")
}
