import Arguments
import Glibc
import Posix

/// Benchmarks: figures for people and for comparisons side by side, never a test. `make bench`. With recordings that have
/// their truth beside them it compares rules instead.
@main
struct Main {
    static func main() {
        do {
            var daemon = ".build/release/orientationd"
            var trace = "Tests/Fixtures/tour.csv"
            var python: String?
            var recordings: [String] = []
            var isFanOut = false
            var reader = ArgumentReader(CommandLine.arguments.dropFirst(), options: ["--daemon", "--trace", "--python", "--fan-out"])
            while let word = try reader.next() {
                switch word {
                case .option("--daemon"): daemon = try reader.value("--daemon")
                case .option("--python"): python = try reader.value("--python")
                case .option("--fan-out"): isFanOut = true
                case .option: trace = try reader.value("--trace")
                case .operand(let operand): recordings.append(operand)
                }
            }
            if !recordings.isEmpty { return try RuleComparison.run(recordings) }
            if isFanOut { return try FanOutBench.run(daemon) }
            try DecisionBench.run(trace)
            try ReadingBench.run(trace, python: python)
            try DaemonBench.run(daemon)
            try FanOutBench.run(daemon)
        } catch {
            printError("orientation-bench: \(error)")
            exit(1)
        }
    }
}

/// Prints one line of the table.
func report(_ name: String, _ value: String) throws {
    try printOutput(name + String(repeating: " ", count: max(1, 58 - name.count)) + value + "\n")
}

/// Seconds on a clock that only goes forward.
func secondsNow() -> Double { Double(clockNanoseconds(CLOCK_MONOTONIC)) * 1e-9 }

/// With a given count of significant decimals.
func text(_ value: Double, decimals: Int = 1) -> String {
    var factor = 1.0
    for _ in 0..<decimals { factor *= 10 }
    return String((value * factor).rounded() / factor)
}

/// The value at a share (0 to 1) of the sorted values.
func quantile(_ values: [Double], _ share: Double) -> Double {
    let sorted = values.sorted()
    return sorted.isEmpty ? .nan : sorted[min(sorted.count - 1, Int(Double(sorted.count) * share))]
}
