import Testing

@testable import Sensors

@Suite struct ScanFormatTests {
    /// A format, bytes as they lie in memory, and the number they are.
    struct Vector: CustomTestStringConvertible, Sendable {
        var format: String
        var bytes: [UInt8]
        var value: Double
        var testDescription: String { "\(format) \(bytes)" }
    }

    static let vectors: [Vector] = [
        // Eight bits, both signs.
        Vector(format: "le:s8/8>>0", bytes: [0x80], value: -128),
        Vector(format: "le:s8/8>>0", bytes: [0x7f], value: 127),
        Vector(format: "le:u8/8>>0", bytes: [0xff], value: 255),
        Vector(format: "le:s6/8>>0", bytes: [0x3f], value: -1),
        Vector(format: "le:s6/8>>2", bytes: [0x83], value: -32),
        // A sensor hub.
        Vector(format: "le:s16/32>>0", bytes: [0x18, 0xfc, 0xff, 0xff], value: -1000),
        Vector(format: "le:s16/32>>0", bytes: [0x18, 0xfc, 0x00, 0x00], value: -1000),
        Vector(format: "le:s32/32>>0", bytes: [0x18, 0xfc, 0xff, 0xff], value: -1000),
        // lis3dh, high bits first.
        Vector(format: "le:s12/16>>4", bytes: [0x00, 0xc0], value: -1024),
        Vector(format: "le:s12/16>>4", bytes: [0xff, 0x7f], value: 2047),
        Vector(format: "be:s12/16>>4", bytes: [0xc0, 0x00], value: -1024),
        Vector(format: "be:s14/16>>2", bytes: [0x80, 0x03], value: -8192),
        Vector(format: "be:u12/16>>0", bytes: [0xff, 0xfe], value: 4094),
        // Junk above the real bits.
        Vector(format: "le:s12/16>>0", bytes: [0xff, 0xa7], value: 2047),
        Vector(format: "le:s12/16>>0", bytes: [0x00, 0x78], value: -2048),
        Vector(format: "le:u10/16>>2", bytes: [0xff, 0xf7], value: 511),
        // Wider ones.
        Vector(format: "be:s24/32>>8", bytes: [0xff, 0xff, 0xfe, 0x55], value: -2),
        Vector(format: "le:s20/32>>12", bytes: [0xff, 0x0f, 0x00, 0x80], value: -524288),
        Vector(format: "le:u32/32>>0", bytes: [0xff, 0xff, 0xff, 0xff], value: 4_294_967_295),
        Vector(format: "le:s64/64>>0", bytes: [0xfe, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff], value: -2),
        Vector(format: "be:s64/64>>0", bytes: [0, 0, 0, 0, 0, 0, 1, 2], value: 258),
        Vector(format: "le:u64/64>>0", bytes: [0, 0, 0, 0, 0, 0, 0, 0x80], value: 9_223_372_036_854_775_808),
        Vector(format: "le:s48/64>>16", bytes: [1, 1, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff], value: -1),
        // Repeats: the first counts. Old kernels wrote capitals.
        Vector(format: "le:s16/16X2>>0", bytes: [0xfe, 0xff, 7, 0], value: -2),
        Vector(format: "le:S16/16>>0", bytes: [0xfe, 0xff], value: -2),
        Vector(format: "le:s16/16>>0\n", bytes: [0xfe, 0xff], value: -2),
    ]

    @Test(arguments: vectors)
    func bytesBecomeTheNumberTheyAre(vector: Vector) throws {
        let format = try ScanFormat(parsing: vector.format)
        #expect(vector.bytes.withUnsafeBytes { format.value(in: $0, at: 0) } == vector.value)
        // The same in the middle of a scan.
        let shifted = [0xa5, 0x5a, 0xa5] + vector.bytes + [0xa5]
        #expect(shifted.withUnsafeBytes { format.value(in: $0, at: 3) } == vector.value)
        // Cut short it is nothing, not zero.
        if format.repeats == 1 {
            #expect(vector.bytes.dropLast().withUnsafeBytes { format.value(in: $0, at: 0) } == nil)
        }
    }

    @Test(arguments: [
        "", "le", "xe:s16/16>>0", "le:f16/16>>0", "le:s16/16", "le:s16/16>>", "le:s16>>0", "le:s17/16>>0", "le:s12/16>>5", "le:s0/16>>0",
        "le:s16/24>>0", "le:s16/16>>0 junk", "le:s16/16X>>0", "le:s99999999999999999999/16>>0",
    ])
    func aTextThatIsNoFormatIsRefused(text: String) {
        #expect(throws: ScanFormat.Flaw.self) { try ScanFormat(parsing: text) }
    }
}
