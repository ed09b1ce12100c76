import Testing

@testable import Sensors

@Suite struct DeviceEventTests {
    private func message(_ lines: String...) -> [UInt8] {
        lines.flatMap { Array($0.utf8) + [0] }
    }

    @Test func aMessageOfTheKernelIsRead() {
        let event = DeviceEvent(
            kernelMessage: message(
                "remove@/devices/x/iio:device0", "ACTION=remove", "DEVPATH=/devices/x/iio:device0", "SUBSYSTEM=iio", "SEQNUM=7"))
        #expect(event == DeviceEvent(action: "remove", subsystem: "iio", path: "/sys/devices/x/iio:device0"))
    }

    @Test func othersAreNot() {
        #expect(DeviceEvent(kernelMessage: message("libudev", "ACTION=add", "DEVPATH=/devices/x", "SUBSYSTEM=iio")) == nil)
        #expect(DeviceEvent(kernelMessage: message("add@/devices/x", "ACTION=add", "SUBSYSTEM=iio")) == nil)
        #expect(DeviceEvent(kernelMessage: message("add@/devices/x", "ACTION=add", "DEVPATH=/devices/x")) == nil)
        #expect(DeviceEvent(kernelMessage: []) == nil)
        #expect(DeviceEvent(kernelMessage: [0, 0, 0xff, 0, 0x40]) == nil)
    }
}
