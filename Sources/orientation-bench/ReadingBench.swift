import CBench
import Glibc
import OrientationCore
import Posix
import Traces

/// How fast a recording is read, beside a C loop that only finds the numbers in the same file, and beside pandas.
enum ReadingBench {
    /// Large enough that opening the file does not count.
    private static let size = 64 << 20

    /// - Parameter python: an interpreter that has pandas, or nil.
    static func run(_ path: String, python: String?) throws {
        let file = "/tmp/orientation-bench-\(getpid()).csv"
        defer { unlink(file) }
        try writeLong(copyOf: try Trace(reading: path), to: file)
        var ours: [Double] = []
        var loop: [Double] = []
        for _ in 0..<5 {
            var sum = 0.0
            ours.append(try rate { _ = try TraceFile(path: file).forEachRow { sum += $0.value.x } })
            var count = 0
            loop.append(rate { count = cbench_count_numbers(file) })
            guard sum.isFinite, count > 0 else { throw SystemError("read \(file)", code: EIO) }
        }
        let (reading, finding) = (quantile(ours, 0.5), quantile(loop, 0.5))
        try report("CSV read and parsed", "\(text(reading, decimals: 0)) MB/s")
        try report(
            "  a C loop that only finds the numbers", "\(text(finding, decimals: 0)) MB/s, ratio \(text(reading / finding, decimals: 2))")
        guard let python else { return try report("  pandas.read_csv", "not measured: no Python with pandas") }
        let rate = try pandasRate(python, file)
        try report("  pandas.read_csv", "\(text(rate, decimals: 0)) MB/s, ratio \(text(reading / rate, decimals: 2))")
    }

    private static func rate(_ read: () throws -> Void) rethrows -> Double {
        let start = secondsNow()
        try read()
        return Double(size) / 1e6 / (secondsNow() - start)
    }

    /// The median of three, measured inside the interpreter.
    private static func pandasRate(_ python: String, _ file: String) throws -> Double {
        let program = """
            import os, statistics, time, pandas
            def rate():
                start = time.monotonic()
                pandas.read_csv('\(file)', comment='#')
                return os.path.getsize('\(file)') / 1e6 / (time.monotonic() - start)
            print(statistics.median(rate() for _ in range(3)))
            """
        guard let pipe = popen("'\(python)' -c \"\(program)\"", "r") else { throw SystemError.last("start \(python)") }
        defer { pclose(pipe) }
        var line = [CChar](repeating: 0, count: 64)
        guard fgets(&line, 64, pipe) != nil,
            let rate = Double(String(decoding: line.prefix { $0 != 10 && $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self))
        else {
            throw SystemError("measure pandas with \(python)", code: EIO)
        }
        return rate
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
