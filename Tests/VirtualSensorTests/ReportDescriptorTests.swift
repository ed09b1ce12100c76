import Testing

@testable import VirtualSensor

@Suite struct ReportDescriptorTests {
    /// A field of a report as a host works it out from the items.
    struct Field: Equatable {
        var usage: UInt32
        var bits: UInt32
        var exponent: UInt32
    }

    /// Reads short items the way a host does (HID 1.11, section 6.2.2): global items last, local ones until a main item.
    func parse(_ bytes: [UInt8]) -> (input: [Field], feature: [Field], depth: Int) {
        var fields: (input: [Field], feature: [Field], depth: Int) = ([], [], 0)
        var global: [UInt8: UInt32] = [:]
        var usages: [UInt32] = []
        var selector: UInt32?
        var position = 0
        while position < bytes.count {
            let size = [0, 1, 2, 4][Int(bytes[position] & 3)]
            let tag = bytes[position] & 0xFC
            let data = bytes[(position + 1)..<(position + 1 + size)].reversed().reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
            position += 1 + size
            switch tag {
            case 0x08: usages.append(data)
            case 0xA0:
                fields.depth += 1
                if data == 2 { selector = usages.first }
                usages = []
            case 0xC0:
                fields.depth -= 1
                selector = nil
            case 0x80, 0xB0:
                let usage = data & 2 == 0 ? selector : usages.first
                let field = Field(usage: usage ?? 0, bits: (global[0x74] ?? 0) * (global[0x94] ?? 0), exponent: global[0x54] ?? 0)
                if tag == 0x80 { fields.input.append(field) } else { fields.feature.append(field) }
                usages = []
            default: global[tag] = data
            }
        }
        return fields
    }

    @Test func theFeatureReportHasItsFieldsInOrder() {
        let feature = parse(ReportDescriptor.bytes).feature
        #expect(feature.map(\.usage) == [0x0309, 0x0316, 0x0319, 0x030E, 0x1452])
        #expect(feature.map(\.bits) == [8, 8, 8, 32, 16])
        #expect(8 + feature.map(\.bits).reduce(0, +) == 8 * UInt32(FeatureReport(interval: 1).bytes.count))
    }

    @Test func theInputReportHasItsFieldsInOrder() {
        let input = parse(ReportDescriptor.bytes).input
        #expect(input.map(\.usage) == [0x0201, 0x0202, 0x0453, 0x0454, 0x0455])
        #expect(8 + input.map(\.bits).reduce(0, +) == 8 * UInt32(InputReport(.upright).bytes.count))
    }

    @Test func oneCountIsAThousandthOfG() {
        let fields = parse(ReportDescriptor.bytes)
        #expect(fields.input.suffix(3).map(\.exponent) == [0x0D, 0x0D, 0x0D])
        #expect(fields.feature.last?.exponent == 0x0D)
        #expect(fields.feature.first { $0.usage == 0x030E }?.exponent == 0)
    }

    @Test func collectionsAreClosed() {
        #expect(parse(ReportDescriptor.bytes).depth == 0)
    }

    @Test func itBeginsAsASensorHubDoes() {
        // Usage page Sensor, usage accelerometer 3D, physical collection: what makes the kernel choose hid-sensor-hub.
        #expect(ReportDescriptor.bytes.prefix(6) == [0x05, 0x20, 0x09, 0x73, 0xA1, 0x00])
    }

    @Test func aNumberTakesAsFewBytesAsKeepItsSign() {
        var items = HIDItems()
        items.logicalRange(-32768, 0xFFFF)
        #expect(items.bytes == [0x16, 0x00, 0x80, 0x27, 0xFF, 0xFF, 0x00, 0x00])
        items = HIDItems()
        items.logicalRange(-1, 127)
        #expect(items.bytes == [0x15, 0xFF, 0x25, 0x7F])
    }
}
