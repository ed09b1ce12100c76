import OrientationCore
import Testing

@testable import Sensors

@Suite struct SensorChoiceTests {
    private func sensor(_ number: Int, _ name: String = "lis3dh", at path: String = "/sys/devices/i2c-1") -> AccelerometerDescription {
        AccelerometerDescription(name: name, sysfsName: "iio:device\(number)", sysfsPath: "\(path)/iio:device\(number)")
    }

    @Test func nothingFoundNothingUsed() {
        #expect(SensorChoice([], settings: SensorSettings()).index == nil)
    }

    @Test func aLoneSensorIsUsed() {
        let choice = SensorChoice([sensor(0)], settings: SensorSettings())
        #expect(choice.index == 0)
        #expect(choice.verdicts == ["the only display sensor"])
    }

    @Test func aSensorInTheKeyboardOrCameraIsNeverUsed() {
        var base = sensor(0)
        base.udevLocation = "base"
        var camera = sensor(1)
        camera.label = "accel-camera"
        let choice = SensorChoice([base, camera], settings: SensorSettings())
        #expect(choice.index == nil)
        #expect(
            choice.verdicts == ["sits in the base, says udev ACCEL_LOCATION", "sits in the camera, says sysfs label accel-camera"])
        #expect(SensorChoice([base, sensor(1)], settings: SensorSettings()).index == 1)
    }

    @Test func whoeverSaysDisplayComesBeforeWhoeverSaysNothing() {
        var told = sensor(5, at: "/sys/devices/z")
        told.sysfsLocation = "lid"
        let choice = SensorChoice([sensor(0, at: "/sys/devices/a"), told], settings: SensorSettings())
        #expect(choice.index == 1)
        #expect(choice.verdicts[0].hasPrefix("iio:device5 comes first"))
    }

    @Test func otherwiseThePlaceDecidesAndNotTheNumberOfTheDay() {
        let first = SensorChoice([sensor(0, at: "/sys/devices/b"), sensor(1, at: "/sys/devices/a")], settings: SensorSettings())
        #expect(first.index == 1)
        let second = SensorChoice([sensor(0, at: "/sys/devices/a"), sensor(1, at: "/sys/devices/b")], settings: SensorSettings())
        #expect(second.index == 0)
        #expect(SensorChoice([sensor(10), sensor(9)], settings: SensorSettings()).index == 1)
    }

    @Test func aMeasuredAccelerationComesBeforeAnEstimateOfGravity() {
        var gravity = sensor(0, "gravity", at: "/sys/devices/a")
        gravity.channel = "gravity"
        #expect(SensorChoice([gravity, sensor(1, "accel_3d", at: "/sys/devices/b")], settings: SensorSettings()).index == 1)
    }

    @Test(arguments: [
        "kxcj", "iio:device7", "/sys/devices/q/iio:device7", "/sys/bus/iio/devices/iio:device7", "platform-q", "the label",
    ])
    func theConfiguredOneIsFoundByAnyOfItsNames(name: String) {
        var other = sensor(7, "kxcj", at: "/sys/devices/q")
        other.idPath = "platform-q"
        other.label = "the label"
        var settings = SensorSettings()
        settings.device = name
        let choice = SensorChoice([sensor(0), other], settings: settings)
        #expect(choice.index == 1)
        #expect(choice.verdicts == ["the configuration names another: \(name)", "the configuration names \(name)"])
    }

    @Test func aConfiguredOneThatIsNotThereLeavesNothing() {
        var settings = SensorSettings()
        settings.device = "bmc150"
        #expect(SensorChoice([sensor(0)], settings: settings).index == nil)
    }

    @Test func theConfigurationCanOverruleTheLocation() {
        var base = sensor(0)
        base.udevLocation = "base"
        var settings = SensorSettings()
        settings.location = .display
        #expect(SensorChoice([base], settings: settings).index == 0)
    }

    @Test func aFlawOrAnUnfinishedUdevIsAReason() {
        var broken = sensor(0)
        broken.flaw = "in_accel_scale is 0, so every reading would be 0"
        var pending = sensor(1)
        pending.isPending = true
        let choice = SensorChoice([broken, pending], settings: SensorSettings())
        #expect(choice.index == nil)
        #expect(choice.verdicts == ["in_accel_scale is 0, so every reading would be 0", "udev has not finished with it"])
    }
}
