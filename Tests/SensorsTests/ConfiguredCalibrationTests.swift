import OrientationCore
import Testing

@testable import Sensors

@Suite struct ConfiguredCalibrationTests {
    @Test func offsetAndGainComeBetweenTheDriversScaleAndTheMatrix() throws {
        var settings = SensorSettings()
        settings.offset = Vector3(0.1, -0.2, 0)
        settings.gain = Vector3(2, 1, 0.5)
        settings.matrix = try MountMatrix(parsing: "0,1,0;1,0,0;0,0,1")
        settings.face = .matrix
        let description = AccelerometerDescription(
            name: "accel", sysfsName: "iio:device0", sysfsPath: "/sys/x",
            attributes: ["in_accel_scale": "0.0980665", "in_accel_offset": "10"])
        let calibration = try SensorRules(description, settings).calibration
        // (30 + 10) * 0.01 g = 0.4 g; with 0.1 added and doubled 1.0 g, along the screen's y.
        let gravity = calibration.gravity(of: RawSample(timestamp: Timestamp(nanoseconds: 0), value: Vector3(30, 50, 70)))
        #expect((gravity - Vector3(0.4, 1.0, 0.4)).length < 1e-9)
    }
}
