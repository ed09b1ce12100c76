import CInput
import OrientationCore
import Testing

@testable import Sensors

@Suite struct InputReportsTests {
    private let time = Timestamp(nanoseconds: 1)

    private func readings(_ reports: inout InputReports, _ events: [InputEvent]) -> [Vector3] {
        events.compactMap { reports.take($0) }
    }

    @Test func aReadingIsCompleteWithItsReport() {
        var reports = InputReports(Vector3(0, -1000, 0))
        #expect(reports.take(.axis(ABS_X, 5, at: time)) == nil)
        #expect(reports.take(.axis(ABS_Z, -7, at: time)) == nil)
        #expect(reports.take(.report(at: time)) == Vector3(5, -1000, -7))
    }

    @Test func anAxisThatIsNotToldOfIsAsBefore() {
        var reports = InputReports(Vector3(1, 2, 3))
        let events: [InputEvent] = [.axis(ABS_Y, 9, at: time), .report(at: time), .axis(ABS_X, 8, at: time), .report(at: time)]
        #expect(readings(&reports, events) == [Vector3(1, 9, 3), Vector3(8, 9, 3)])
    }

    @Test func aReportOfOtherAxesIsNoReading() {
        var reports = InputReports(Vector3(1, 2, 3))
        #expect(readings(&reports, [.axis(ABS_RX, 9, at: time), .report(at: time), .report(at: time)]).isEmpty)
    }

    @Test func afterALossNothingCountsUntilTheDeviceWasAsked() {
        var reports = InputReports(Vector3(1, 2, 3))
        let events: [InputEvent] = [
            .axis(ABS_X, 50, at: time), .dropped(at: time), .axis(ABS_Y, 60, at: time), .report(at: time),
            .axis(ABS_Z, 70, at: time), .report(at: time),
        ]
        #expect(readings(&reports, events).isEmpty)
        #expect(reports.isStale)
        reports.restore(Vector3(4, 5, 6))
        #expect(!reports.isStale)
        #expect(readings(&reports, [.axis(ABS_X, 7, at: time), .report(at: time)]) == [Vector3(7, 5, 6)])
    }
}

@Suite struct InputScanTests {
    private func facts(_ name: String, hardware: String? = nil, connection: String? = nil, isJoystick: Bool = false) -> InputScan.Facts {
        InputScan.Facts(sysfsPath: "/sys/devices/\(name)", hardware: hardware, connection: connection, isJoystick: isJoystick)
    }

    @Test func theMotionSensorOfAGamepadBelongsToIt() {
        let sensor = facts("motion", hardware: "/sys/devices/hid1")
        #expect(InputScan.belongsToJoystick(sensor, among: [sensor, facts("pad", hardware: "/sys/devices/hid1", isJoystick: true)]))
    }

    @Test func aGamepadElsewhereTakesNothingAway() {
        let sensor = facts("tilt", hardware: "/sys/devices/chip", connection: "i2c")
        let others = [
            facts("pad", hardware: "/sys/devices/hid1", connection: "i2c", isJoystick: true),
            facts("keys", hardware: "/sys/devices/chip"),
        ]
        #expect(!InputScan.belongsToJoystick(sensor, among: [sensor] + others))
    }

    @Test func whatHangsOnNothingIsToldByItsConnection() {
        let sensor = facts("tilt", connection: "pad0")
        #expect(InputScan.belongsToJoystick(sensor, among: [facts("pad", connection: "pad0", isJoystick: true)]))
        #expect(!InputScan.belongsToJoystick(facts("tilt"), among: [facts("pad", isJoystick: true)]))
    }

    @Test func aJoystickWithATiltSensorInItIsNoScreen() {
        let sensor = facts("all", isJoystick: true)
        #expect(InputScan.belongsToJoystick(sensor, among: [sensor]))
    }

    /// As in /sys/class/input/input5/properties and capabilities/abs.
    @Test func bitsAreReadFromTheEnd() {
        #expect(InputBits.contains(6, in: "40"))
        #expect(!InputBits.contains(5, in: "40"))
        #expect(InputBits.contains(0, in: "7") && InputBits.contains(2, in: "7") && !InputBits.contains(3, in: "7"))
        #expect(InputBits.contains(0x120, in: "100000000 0 0 0 0"))
        #expect(!InputBits.contains(0x120, in: "100000000"))
        #expect(InputBits.contains(0, in: "1\n") && InputBits.contains(64, in: "1 0\n"))
        #expect(!InputBits.contains(0, in: ""))
        #expect(!InputBits.contains(0, in: "x"))
    }
}
