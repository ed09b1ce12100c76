import OrientationCore

/// A quantity over time, reduced to what a page can show: in each column of pixels the first, least, greatest and last
/// value, so that no spike of a long recording is lost and a short one is drawn point by point.
struct Curve {
    /// One stroke for each stretch without a hole.
    private(set) var strokes: [[(x: Double, y: Double)]] = []

    private let axis: TimeAxis
    /// A step larger than this is a jump, such as from 180 to -180 degrees, and not drawn.
    private let jump: Double
    /// A longer hole in time, in pixels and seconds, interrupts the stroke.
    private let hole: Double
    private var stroke: [(x: Double, y: Double)] = []
    private var column: Column?
    private var last: (seconds: Double, value: Double)?

    /// What one column of pixels holds; x of the moments, values not yet in pixels.
    private struct Column {
        let index: Int
        let first: (x: Double, y: Double)
        var least: (x: Double, y: Double)
        var greatest: (x: Double, y: Double)
        var last: (x: Double, y: Double)

        init(_ index: Int, _ point: (x: Double, y: Double)) {
            self.index = index
            first = point
            least = point
            greatest = point
            last = point
        }

        /// In the order of time, each once.
        var points: [(x: Double, y: Double)] {
            var points = [first]
            for point in least.x <= greatest.x ? [least, greatest, last] : [greatest, least, last] {
                if let before = points.last, before.x != point.x || before.y != point.y { points.append(point) }
            }
            return points
        }
    }

    init(_ axis: TimeAxis, jump: Double = .infinity, hole: Double = 1) {
        self.axis = axis
        self.jump = jump
        self.hole = hole
    }

    /// Takes the next value; nil is a hole.
    mutating func add(_ time: Timestamp, _ value: Double?) {
        guard let value, value.isFinite else { return interrupt() }
        let seconds = (time - axis.start).seconds
        if let last, seconds - last.seconds > hole || (value - last.value).magnitude > jump { interrupt() }
        last = (seconds, value)
        let point = (x: axis.x(seconds), y: value)
        let index = Int(point.x)
        guard var column, column.index == index else {
            endColumn()
            column = Column(index, point)
            return
        }
        if value < column.least.y { column.least = point }
        if value > column.greatest.y { column.greatest = point }
        column.last = point
        self.column = column
    }

    /// Nothing more comes.
    mutating func finish() { interrupt() }

    private mutating func endColumn() {
        if let column { stroke += column.points }
        column = nil
    }

    private mutating func interrupt() {
        endColumn()
        if !stroke.isEmpty { strokes.append(stroke) }
        stroke = []
        last = nil
    }
}
