import Foundation
import OrientationCore
import Testing
import Traces

/// `make run` plays Tests/Fixtures/tour.csv. To write it anew: `WRITE_FIXTURES=1 swift test --filter TourTests`.
@Suite(.serialized) struct TourTests {
    static let path = URL(fileURLWithPath: #filePath).appendingPathComponent("../../Fixtures/tour.csv").standardized.path

    @Test func theBundledFilesAreAsGenerated() throws {
        let truthPath = Truth.path(besides: Self.path)
        if ProcessInfo.processInfo.environment["WRITE_FIXTURES"] == "1" {
            try Tour.recording.write(toFile: Self.path, atomically: true, encoding: .utf8)
            try Tour.truth.write(toFile: truthPath, atomically: true, encoding: .utf8)
        }
        #expect(try String(contentsOfFile: Self.path, encoding: .utf8) == Tour.recording)
        #expect(try String(contentsOfFile: truthPath, encoding: .utf8) == Tour.truth)
    }

    @Test func everyPoseIsRecognisedWithinHalfASecondAndKept() throws {
        let trace = try Trace(reading: Self.path)
        let truth = try Truth(reading: Truth.path(besides: Self.path))
        #expect(Set(truth.rows.map(\.expected)).count >= 5)
        var pipeline = OrientationPipeline(calibration: trace.header.calibration)
        for sample in trace.samples {
            pipeline.take(sample) { _ in }
            let row = truth.rows.first { $0.start + .milliseconds(500) <= sample.timestamp && sample.timestamp < $0.end }
            if let expected = row?.expected {
                #expect(pipeline.state.device == expected, "at \(sample.timestamp.nanoseconds)")
            }
        }
    }
}
