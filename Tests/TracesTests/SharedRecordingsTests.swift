import Foundation
import Testing
import Traces

/// The real recordings lie beside the repository where it is developed, not in it.
enum SharedRecordings {
    static let folder = URL(fileURLWithPath: #filePath).appendingPathComponent("../../../../shared/traces").standardized.path

    static let paths: [String] = {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        let recordings = names.filter { $0.hasSuffix(".csv") && !$0.hasSuffix(".truth.csv") && $0 != "truth_tilt.csv" }
        if recordings.isEmpty { print("SKIPPED: no recordings in \(folder)") }
        return recordings.sorted().map { "\(folder)/\($0)" }
    }()
}

@Suite(.enabled(if: !SharedRecordings.paths.isEmpty, "the shared recordings are not beside the package"))
struct SharedRecordingsTests {
    @Test func thereAreSeventeen() {
        #expect(SharedRecordings.paths.count == 17)
    }

    @Test(arguments: SharedRecordings.paths) func readsWithoutAComplaint(path: String) throws {
        let trace = try Trace(reading: path)
        let lines = try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n")
        #expect(trace.samples.count == lines.filter { !$0.hasPrefix("#") }.count - 1)
        let truth = try Truth(reading: Truth.path(besides: path))
        for row in truth.rows {
            #expect(row.end.nanoseconds <= trace.samples.last?.timestamp.nanoseconds ?? 0)
        }
    }

    /// Most of the time a sensor measures nothing but gravity, so the median length has to come out near 1 g.
    @Test(arguments: SharedRecordings.paths) func gravityIsOneG(path: String) throws {
        let trace = try Trace(reading: path)
        let calibration = trace.header.calibration
        let lengths = trace.samples.map { calibration.gravity(of: $0).length }.sorted()
        let isRunning = path.hasSuffix("stm32_running_clipped_mg.csv")
        #expect((0.9...(isRunning ? 1.95 : 1.1)).contains(lengths[lengths.count / 2]))
    }

    @Test(arguments: SharedRecordings.paths) func writingGivesTheSameNumbersAgain(path: String) throws {
        let trace = try Trace(reading: path)
        var text = TraceText.header(trace.header)
        for sample in trace.samples { TraceText.append(sample, since: trace.samples[0].timestamp, to: &text) }
        let again = try Trace(parsing: String(decoding: text, as: UTF8.self), file: "again")
        #expect(again.samples == trace.samples)
        #expect(again.header == trace.header)
    }
}
