import OrientationCore
import Traces

/// How many samples are classified a second, from memory.
enum DecisionBench {
    static func run(_ path: String) throws {
        let trace = try Trace(reading: path)
        var rates: [Double] = []
        for _ in 0..<7 {
            var changes = 0
            var taken = 0
            let start = secondsNow()
            while taken < 3_000_000 {
                var pipeline = OrientationPipeline(calibration: trace.header.calibration)
                for sample in trace.samples { pipeline.take(sample) { _ in changes += 1 } }
                taken += trace.samples.count
            }
            rates.append(Double(taken) / (secondsNow() - start))
            guard changes > 0 else { return }
        }
        try report("classified samples a second, one core, from memory", "\(text(quantile(rates, 0.5) / 1e6)) million")
    }
}
