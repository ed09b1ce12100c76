import OrientationCore
import Traces

enum TruthFuzzing {
    /// Rows are in the order of time and do not overlap.
    static func run(_ bytes: UnsafeRawBufferPointer) {
        guard let truth = try? Truth(parsing: text(bytes), file: "fuzz") else { return }
        var last = Timestamp(nanoseconds: .min)
        for row in truth.rows {
            require(row.start >= last && row.end >= row.start, "rows follow each other")
            last = row.end
        }
    }
}
