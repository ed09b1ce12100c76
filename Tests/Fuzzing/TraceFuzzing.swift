import OrientationCore
import Traces

enum TraceFuzzing {
    private struct Outcome: Equatable {
        var times: [Int64] = []
        var error: TraceError?
    }

    /// In one piece or in many, the same rows and the same fault; leniently never fewer.
    static func run(_ bytes: UnsafeRawBufferPointer) {
        guard let first = bytes.first else { return }
        let recording = UnsafeRawBufferPointer(rebasing: bytes.dropFirst())
        let whole = read(recording, piece: max(1, recording.count), .areErrors)
        require(read(recording, piece: Int(first % 64) + 1, .areErrors) == whole, "pieces make no difference")
        let lenient = read(recording, piece: max(1, recording.count), .areSkipped())
        require(lenient.times.starts(with: whole.times), "lenient is not stricter")
    }

    private static func read(_ bytes: UnsafeRawBufferPointer, piece: Int, _ badRows: TraceReader.BadRows) -> Outcome {
        var reader = TraceReader(file: "fuzz", badRows: badRows)
        var outcome = Outcome()
        do throws(TraceError) {
            var start = 0
            while start < bytes.count {
                let end = min(start + piece, bytes.count)
                try reader.feed(UnsafeRawBufferPointer(rebasing: bytes[start..<end])) { sample in
                    let value = sample.value
                    require(value.x.isFinite && value.y.isFinite && value.z.isFinite, "rows are numbers")
                    outcome.times.append(sample.timestamp.nanoseconds)
                }
                start = end
            }
            try reader.finish()
        } catch {
            outcome.error = error
        }
        return outcome
    }
}
