import Foundation
import OrientationCore
import Posix
import Testing

@testable import Sensors

@Suite struct RawAttributesTests {
    private func number(_ text: String) -> Double? {
        Array(text.utf8).withUnsafeBytes { AttributeText.number($0) }
    }

    @Test(arguments: [
        ("-1000\n", -1000.0), ("0\n", 0), ("32767", 32767), ("1.5\n", 1.5), ("-0.25\n", -0.25),
        ("100000000000000000000\n", 1e20), (" 7 \n", 7), ("1e3\n", 1000),
    ])
    func numbersAreRead(text: String, value: Double) {
        #expect(number(text) == value)
    }

    @Test(arguments: ["", "\n", "-", "1 2\n", "0x", "--1\n", "nan\n", "inf\n", "1,5\n"])
    func whatIsNoNumberIsNeverZero(text: String) {
        #expect(number(text) == nil)
    }

    @Test func anAttributeIsReadAgainAndAgain() throws {
        let directory = NSTemporaryDirectory() + "raw-attributes-\(UUID().uuidString)"
        try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: directory) }
        func set(_ axis: String, _ text: String) throws {
            try text.write(toFile: "\(directory)/in_accel_\(axis)_raw", atomically: false, encoding: .utf8)
        }
        for axis in ["x", "y", "z"] { try set(axis, "5\n") }
        let attributes = try RawAttributes(
            id: "iio:device9", directory: directory, names: ["in_accel_x_raw", "in_accel_y_raw", "in_accel_z_raw"])
        #expect(try (0..<3).map { try attributes.read(axis: $0) } == [5, 5, 5])
        try set("y", "-1000\n")
        #expect(try (0..<3).map { try attributes.read(axis: $0) } == [5, -1000, 5])
        try set("z", "rubbish\n")
        #expect(throws: SystemError("read iio:device9", code: EBADMSG)) { try attributes.read(axis: 2) }
    }

    @Test func anAttributeThatIsNotThereIsAnError() {
        #expect(throws: SystemError.self) { try RawAttributes(id: "iio:device9", directory: "/nowhere", names: ["x", "y", "z"]) }
        #expect(throws: SystemError.self) { try RawAttributes(id: "iio:device9", directory: "/nowhere", names: []) }
    }
}
