import OrientationCore
import Testing

@testable import Sensors

/// Readings of real machines, in raw counts, through the rules and the pipeline.
@Suite struct KnownReadingsTests {
    private func orientations(
        scale: String, matrix: String? = nil, isHub: Bool = false, _ readings: [Vector3]
    ) throws -> [DeviceOrientation] {
        let scale = try ScaleRule({ $0 == "in_accel_scale" ? scale : nil })
        let sources = matrix.map { [MatrixRule.Source(name: "udev ACCEL_MOUNT_MATRIX", text: $0)] } ?? []
        let rule = MatrixRule(settings: SensorSettings(), sources: sources, reportsGravity: isHub)
        var pipeline = OrientationPipeline(
            calibration: Calibration(offset: scale.offset, scale: scale.scale, matrix: rule.matrix))
        var found: [DeviceOrientation] = []
        var time = Timestamp(nanoseconds: 0)
        for reading in readings {
            for _ in 0..<100 {
                pipeline.take(RawSample(timestamp: time, value: reading)) { _ in }
                time = time + .milliseconds(20)
            }
            found.append(pipeline.state.device)
        }
        return found
    }

    private let turned = "0,-1,0;-1,0,0;0,0,1"

    @Test func aTurnedChip() throws {
        #expect(
            try orientations(scale: "0.019163", matrix: turned, [Vector3(523, 13, 5), Vector3(8, 521, -67)])
                == [.portrait, .landscapeLeft])
    }

    @Test func aCoarseTurnedChip() throws {
        #expect(
            try orientations(scale: "0.306457", matrix: turned, [Vector3(24, 0, -21), Vector3(15, -25, -14)])
                == [.portrait, .landscapeRight])
    }

    @Test func aHubWithAGarbageSampleInBetween() throws {
        #expect(
            try orientations(
                scale: "0.009807", isHub: true, [Vector3(-15, -898, -375), Vector3(20774, 27203, 0), Vector3(-31, -929, -398)])
                == [.portrait, .portrait, .portrait])
    }

    @Test func aLaptopLeaningBack() throws {
        #expect(try orientations(scale: "0.009807", isHub: true, [Vector3(-39, -937, -378)]) == [.portrait])
        let rule = MatrixRule(settings: SensorSettings(), sources: [], reportsGravity: true)
        let gravity = Calibration(scale: Vector3(0.009807, 0.009807, 0.009807), matrix: rule.matrix)
            .gravity(of: RawSample(timestamp: Timestamp(nanoseconds: 0), value: Vector3(-39, -937, -378)))
        #expect(gravity.z < 0, "leaning back, the glass looks up")
    }

    /// On its back the turned chip reads the reaction, raw z = -1 g (its z axis points into the device).
    @Test(arguments: ["0,-1,0;-1,0,0;0,0,1", "0,-1,0;-1,0,0;0,0,-1"])
    func aTurnedChipOnItsBackIsFaceUpWhateverItsZRowSays(matrix: String) throws {
        #expect(try orientations(scale: "0.019163", matrix: matrix, [Vector3(5, 3, -512)]) == [.faceUp])
    }
}
