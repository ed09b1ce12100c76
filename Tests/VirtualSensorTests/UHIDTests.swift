import Testing

@testable import VirtualSensor

@Suite struct UHIDTests {
    @Test func creatingCarriesTheDescriptorWhereTheKernelReadsIt() {
        let bytes = UHIDMessage.create(name: "pad").bytes
        let descriptor = ReportDescriptor.bytes
        #expect(bytes.prefix(8) == [11, 0, 0, 0, 0x70, 0x61, 0x64, 0])
        #expect(bytes[260] == UInt8(descriptor.count & 0xFF) && bytes[261] == UInt8(descriptor.count >> 8))
        #expect(bytes[262..<272] == [0x03, 0, 0x09, 0x12, 0, 0, 0x01, 0, 0, 0])
        #expect(Array(bytes[280...]) == descriptor)
    }

    @Test func aLongNameIsCutAndEnded() {
        let bytes = UHIDMessage.create(name: String(repeating: "a", count: 300)).bytes
        #expect(bytes[130] == 0x61 && bytes[131] == 0)
        #expect(Array(bytes[280...]) == ReportDescriptor.bytes)
    }

    @Test func messagesHaveTheirTypeAndSize() {
        #expect(UHIDMessage.input([1, 2, 3]).bytes == [12, 0, 0, 0, 3, 0, 1, 2, 3])
        #expect(UHIDMessage.reply(id: 7, report: [9]).bytes == [10, 0, 0, 0, 7, 0, 0, 0, 0, 0, 1, 0, 9])
        #expect(UHIDMessage.reply(id: 7, report: nil).bytes == [10, 0, 0, 0, 7, 0, 0, 0, 5, 0, 0, 0])
        #expect(UHIDMessage.accepted(id: 258, true).bytes == [14, 0, 0, 0, 2, 1, 0, 0, 0, 0])
        #expect(UHIDMessage.accepted(id: 258, false).bytes == [14, 0, 0, 0, 2, 1, 0, 0, 5, 0])
    }

    @Test func eventsAreRead() {
        #expect(UHIDEvent([2, 0, 0, 0]) == .start)
        #expect(UHIDEvent([3, 0, 0, 0]) == .stop)
        #expect(UHIDEvent([4, 0, 0, 0]) == .open)
        #expect(UHIDEvent([5, 0, 0, 0]) == .close)
        #expect(UHIDEvent([9, 0, 0, 0, 5, 0, 0, 0, 1, 2]) == .getReport(id: 5, kind: .input))
        #expect(
            UHIDEvent([13, 0, 0, 0, 5, 0, 0, 0, 1, 0, 2, 0, 1, 3, 99]) == .setReport(id: 5, kind: .feature, data: [1, 3]))
        #expect(UHIDEvent([6, 0, 0, 0]) == .other(6))
    }

    @Test(
        arguments: [
            [], [9, 0], [9, 0, 0, 0, 5, 0, 0, 0, 1], [9, 0, 0, 0, 5, 0, 0, 0, 1, 3], [13, 0, 0, 0, 5, 0, 0, 0, 1, 0, 2, 0, 1],
        ] as [[UInt8]])
    func whatIsCutShortIsNoEvent(bytes: [UInt8]) {
        #expect(UHIDEvent(bytes) == nil)
    }
}
