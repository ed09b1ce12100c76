import Glibc
import OrientationCore
import Posix
import Traces

/// How fast a recording is read.
enum ReadingBench {
    /// Large enough that opening the file does not count.
    private static let size = 64 << 20

    static func run(_ path: String) throws {
        let file = "/tmp/orientation-bench-\(getpid()).csv"
        defer { unlink(file) }
        try writeLong(copyOf: try Trace(reading: path), to: file)
        var rates: [Double] = []
        for _ in 0..<5 {
            let start = secondsNow()
            var sum = 0.0
            _ = try TraceFile(path: file).forEachRow { sum += $0.value.x }
            rates.append(Double(size) / 1e6 / (secondsNow() - start))
            guard sum.isFinite else { return }
        }
        try report("CSV read and parsed", "\(text(quantile(rates, 0.5), decimals: 0)) MB/s")
    }

    /// The rows again and again, in going time, until the file has its size.
    private static func writeLong(copyOf trace: Trace, to path: String) throws {
        let output = try FileDescriptor.open(path, O_WRONLY | O_CREAT | O_TRUNC)
        var bytes = TraceText.header(trace.header)
        var written = 0
        var time: Int64 = 0
        while written + bytes.count < size {
            for var sample in trace.samples {
                time += 10_000_000
                sample.timestamp = Timestamp(nanoseconds: time)
                TraceText.append(sample, since: Timestamp(nanoseconds: 0), to: &bytes)
            }
            written += bytes.count
            try writeAll(bytes, to: output.number, named: path)
            bytes.removeAll(keepingCapacity: true)
        }
    }
}
