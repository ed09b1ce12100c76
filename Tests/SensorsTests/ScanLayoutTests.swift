import OrientationCore
import Testing

@testable import Sensors

@Suite struct ScanLayoutTests {
    private func channel(_ role: ScanLayout.Role, _ index: Int, _ format: String) throws -> ScanLayout.Channel {
        ScanLayout.Channel(role: role, index: index, format: try ScanFormat(parsing: format))
    }

    private func little(_ value: Int, bytes: Int) -> [UInt8] {
        (0..<bytes).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
    }

    @Test func aHubsScanIsPaddedBeforeTheTimestamp() throws {
        let layout = try #require(
            ScanLayout([
                channel(.x, 0, "le:s16/32>>0"), channel(.y, 1, "le:s16/32>>0"), channel(.z, 2, "le:s16/32>>0"),
                channel(.timestamp, 3, "le:s64/64>>0"),
            ]))
        #expect(layout.byteCount == 24)
        let scan = little(10, bytes: 4) + little(-20, bytes: 4) + little(-990, bytes: 4) + [9, 9, 9, 9] + little(123_456_789_012, bytes: 8)
        scan.withUnsafeBytes {
            #expect(layout.value(of: $0) == Vector3(10, -20, -990))
            #expect(layout.kernelTime(of: $0) == 123_456_789_012)
        }
    }

    @Test func theIndexDecidesTheOrderAndNotTheList() throws {
        // As mma7660 has its channels: y, z, x.
        let layout = try #require(
            ScanLayout([channel(.x, 2, "le:s8/8>>0"), channel(.y, 0, "le:s8/8>>0"), channel(.z, 1, "le:s8/8>>0")]))
        #expect(layout.byteCount == 3)
        [UInt8(1), 2, 3].withUnsafeBytes {
            #expect(layout.value(of: $0) == Vector3(3, 1, 2))
            #expect(layout.kernelTime(of: $0) == nil)
        }
    }

    @Test func wideNeighboursShiftTheAxes() throws {
        // A quaternion of four 32-bit values is aligned to its 16 bytes, and so is the whole.
        let layout = try #require(
            ScanLayout([
                channel(.x, 0, "le:s16/16>>0"), channel(.other, 1, "le:s32/32X4>>0"), channel(.y, 2, "be:s16/16>>0"),
                channel(.z, 3, "le:s16/16>>0"), channel(.timestamp, 4, "le:s64/64>>0"),
            ]))
        #expect(layout.byteCount == 48)
        var scan = [UInt8](repeating: 0xee, count: 48)
        scan.replaceSubrange(0..<2, with: little(-5, bytes: 2))
        scan.replaceSubrange(32..<34, with: [0xff, 0xfa])
        scan.replaceSubrange(34..<36, with: little(7, bytes: 2))
        scan.replaceSubrange(40..<48, with: little(77, bytes: 8))
        scan.withUnsafeBytes {
            #expect(layout.value(of: $0) == Vector3(-5, -6, 7))
            #expect(layout.kernelTime(of: $0) == 77)
        }
    }

    @Test func theWholeIsRoundedUpToTheLargest() throws {
        let layout = try #require(
            ScanLayout([channel(.x, 0, "le:s32/32>>0"), channel(.y, 1, "le:s16/16>>0"), channel(.z, 2, "le:s8/8>>0")]))
        #expect(layout.byteCount == 8)
    }

    @Test func aScanCutShortIsNoSample() throws {
        let layout = try #require(
            ScanLayout([channel(.x, 0, "le:s16/16>>0"), channel(.y, 1, "le:s16/16>>0"), channel(.z, 2, "le:s16/16>>0")]))
        for count in 0..<6 {
            [UInt8](repeating: 1, count: count).withUnsafeBytes { #expect(layout.value(of: $0) == nil) }
        }
    }

    @Test func withoutAllAxesThereIsNoLayout() throws {
        #expect(try ScanLayout([channel(.x, 0, "le:s16/16>>0"), channel(.z, 2, "le:s16/16>>0")]) == nil)
        let broken = ScanFormat(bits: 16, storageBits: 0)
        #expect(
            try ScanLayout([channel(.x, 0, "le:s16/16>>0"), channel(.y, 1, "le:s16/16>>0"), .init(role: .z, index: 2, format: broken)])
                == nil)
    }
}
