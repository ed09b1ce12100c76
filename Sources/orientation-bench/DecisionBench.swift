import Glibc
import OrientationCore
import Posix
import Traces

/// How many samples are classified a second, from memory: by the processor time of this one thread, so that other programs
/// on the machine do not count, and the best of many short runs, since they still share caches and execution units.
enum DecisionBench {
    static func run(_ path: String) throws {
        let trace = try Trace(reading: path)
        var rates: [Double] = []
        for _ in 0..<40 {
            var changes = 0
            var taken = 0
            let start = Self.processorSeconds()
            while taken < 200_000 {
                var pipeline = OrientationPipeline(calibration: trace.header.calibration)
                for sample in trace.samples { pipeline.take(sample) { _ in changes += 1 } }
                taken += trace.samples.count
            }
            rates.append(Double(taken) / (Self.processorSeconds() - start))
            guard changes > 0 else { return }
        }
        try report("classified samples a second, one core, from memory", "\(text(quantile(rates, 1) / 1e6)) million")
    }

    private static func processorSeconds() -> Double { Double(clockNanoseconds(CLOCK_THREAD_CPUTIME_ID)) * 1e-9 }
}
