import OrientationCore
import Testing

@testable import Sensors

@Suite struct AccessPlanTests {
    private func ways(
        _ access: SensorAccess = .auto, hasBuffer: Bool = true, trigger: String? = nil, triggers: [String] = []
    ) -> [AccessWay] {
        AccessPlan(access: access, sysfsName: "iio:device3", hasBuffer: hasBuffer, trigger: trigger, triggers: triggers).ways
    }

    @Test func theTriggerThatIsSetIsTriedFirst() {
        #expect(
            ways(trigger: "accel_3d-dev3", triggers: ["accel_3d-dev3", "other-dev1"])
                == [.buffer, .polled])
        // A foreign one may be dead.
        #expect(
            ways(trigger: "clock", triggers: ["accel_3d-dev3", "clock"])
                == [.buffer, .bufferWithTrigger("accel_3d-dev3"), .bufferWithTrigger(nil), .polled])
    }

    @Test func withoutOneTheDevicesOwnThenNoneThenSoftwareTriggers() {
        #expect(
            ways(triggers: ["sysfstrig0", "clock", "bmc150-any-motion-dev3", "lis3dh-dev13", "bmc150-data-dev3"])
                == [
                    .bufferWithTrigger("bmc150-any-motion-dev3"), .bufferWithTrigger("bmc150-data-dev3"), .bufferWithTrigger(nil),
                    .bufferWithTrigger("clock"), .polled,
                ])
    }

    @Test func withoutABufferItIsPolled() {
        #expect(ways(hasBuffer: false, triggers: ["clock"]) == [.polled])
        #expect(ways(.buffered, hasBuffer: false).isEmpty)
    }

    @Test func theConfigurationCanForceEither() {
        #expect(ways(.polled, trigger: "x-dev3") == [.polled])
        #expect(ways(.buffered, trigger: "x-dev3") == [.buffer])
    }
}
