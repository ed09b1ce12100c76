import Foundation
import Posix
import Testing

@testable import Sensors

/// A directory made to look like a device of the kernel.
@Suite final class KernelDeviceTests {
    private let parent = NSTemporaryDirectory() + "kernel-device-\(UUID().uuidString)"
    private var directory: String { parent + "/iio:device9" }

    init() throws {
        try FileManager.default.createDirectory(atPath: directory + "/scan_elements", withIntermediateDirectories: true)
        try FileManager.default.createDirectory(atPath: directory + "/buffer", withIntermediateDirectories: true)
    }

    deinit {
        try? FileManager.default.removeItem(atPath: parent)
    }

    private func set(_ files: [String: String]) throws {
        for (file, text) in files { try (text + "\n").write(toFile: "\(directory)/\(file)", atomically: false, encoding: .utf8) }
    }

    private func text(_ file: String) throws -> String {
        try String(contentsOfFile: "\(directory)/\(file)", encoding: .utf8).trimmingCharacters(in: .newlines)
    }

    private func device(_ channel: String = "accel") throws -> KernelDevice {
        try KernelDevice(id: "iio:device9", channel: channel, in: parent)
    }

    private func setChannels(_ channels: [(name: String, enabled: String, index: Int, type: String)]) throws {
        for channel in channels {
            try set([
                "scan_elements/\(channel.name)_en": channel.enabled, "scan_elements/\(channel.name)_index": "\(channel.index)",
                "scan_elements/\(channel.name)_type": channel.type,
            ])
        }
    }

    @Test func aDeviceThatIsNotThereIsAnError() {
        #expect(throws: SystemError("open iio:device7", code: ENODEV)) { try KernelDevice(id: "iio:device7", in: parent) }
    }

    @Test func anAttributeOfTheAxesIsThatOfXOrTheSharedOne() throws {
        try set(["in_accel_sampling_frequency": "25", "name": "chip", "buffer/length": "64"])
        let device = try device()
        #expect(try device.attribute("sampling_frequency", of: .axes) == "25")
        try set(["in_accel_x_sampling_frequency": "50"])
        #expect(try device.attribute("sampling_frequency", of: .axes) == "50")
        try device.setAttribute("sampling_frequency", of: .axes, to: "100")
        #expect(try text("in_accel_x_sampling_frequency").hasPrefix("100"))
        #expect(try device.attribute("name", of: .device) == "chip")
        #expect(try device.attribute("length", of: .buffer) == "64")
    }

    @Test func whatIsNotThereIsNothingAndCannotBeSet() throws {
        let device = try device()
        #expect(try device.attribute("hysteresis", of: .axes) == nil)
        #expect(throws: SystemError("set hysteresis of iio:device9 to 1", code: ENOENT)) {
            try device.write("1", to: "hysteresis")
        }
        #expect(!device.hasBuffer)
        #expect(device.trigger == nil)
    }

    @Test func theAxesOfAGravitySensorHaveItsName() throws {
        try set(["in_gravity_x_raw": "1", "in_gravity_y_raw": "2", "in_gravity_z_raw": "3"])
        let device = try device("gravity")
        #expect(try (0..<3).map { try device.readAxis($0) } == [1, 2, 3])
        #expect(throws: SystemError.self) { try self.device().readAxis(0) }
    }

    @Test func onlyTheAxesAndTheTimeAreEnabled() throws {
        try setChannels([
            ("in_accel_y", "0", 0, "le:s16/16>>0"), ("in_accel_z", "1", 1, "le:s16/16>>0"), ("in_accel_x", "0", 3, "le:s12/16>>4"),
            ("in_temp", "1", 4, "le:u32/32>>0"), ("in_timestamp", "0", 5, "le:s64/64>>0"),
        ])
        let device = try device()
        #expect(device.hasBuffer && device.hasTimestamp)
        let found = device.enabledScanElements
        #expect(found == ["in_accel_z", "in_temp"])
        let layout = try device.enableAxes()
        #expect(layout.byteCount == 16)
        #expect(device.enabledScanElements == ["in_accel_x", "in_accel_y", "in_accel_z", "in_timestamp"])
        // y z x, then the time.
        let scan: [UInt8] = [5, 0, 7, 0, 0x20, 0, 0, 0, 9, 0, 0, 0, 0, 0, 0, 0]
        scan.withUnsafeBytes { bytes in
            #expect(layout.value(of: bytes) == .init(2, 5, 7))
            #expect(layout.kernelTime(of: bytes) == 9)
        }
        try device.enableScanElements(found)
        #expect(device.enabledScanElements == found)
    }

    @Test func aBufferThatDoesNotSayHowItsValuesLieIsRefused() throws {
        try setChannels([("in_accel_x", "0", 0, "le:s16/16>>0"), ("in_accel_y", "0", 1, "rubbish"), ("in_accel_z", "0", 2, "le:s16/16>>0")])
        #expect(throws: SensorError("iio:device9 does not say where in_accel_y lies in its buffer")) { try self.device().enableAxes() }
    }
}
