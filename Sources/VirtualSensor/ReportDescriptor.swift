/// The HID report descriptor of a sensor hub with one accelerometer, as a real convertible has it.
///
/// Usages are those of the HID Sensor page (USB-IF review request HUTRR39); the items are built as in HID 1.11, section 6.2.2.
/// Two reports share the id 1: the feature report is ``FeatureReport``, the input report ``InputReport``.
public enum ReportDescriptor {
    /// The number of both reports; their first byte.
    public static let reportID: UInt8 = 1

    public static let bytes: [UInt8] = build()

    private static func build() -> [UInt8] {
        var items = HIDItems()
        items.usagePage(0x20)  // Sensor
        items.usage(Usage.accelerometer3D)
        items.collection(.physical)
        items.reportID(reportID)
        items.usagePage(0x20)

        items.selector(Usage.connectionType, choices: 0x0830...0x0832, as: .feature)
        items.selector(Usage.reportingState, choices: 0x0840...0x0845, as: .feature)
        items.selector(Usage.powerState, choices: 0x0850...0x0855, as: .feature)
        items.usage(Usage.reportInterval)
        items.logicalRange(0, Int32.max)
        items.unitExponent(0)
        items.value(bits: 32, as: .feature)
        items.usage(Usage.accelerationChangeSensitivity)
        items.logicalRange(0, 0xFFFF)
        items.unitExponent(-3)
        items.value(bits: 16, as: .feature)

        items.unitExponent(0)
        items.selector(Usage.sensorState, choices: 0x0800...0x0806, as: .input)
        items.selector(Usage.sensorEvent, choices: 0x0810...0x0815, as: .input)
        items.logicalRange(Int32(Int16.min), Int32(Int16.max))
        // One count is 0.001 g: the Sensor page counts acceleration in g.
        items.unitExponent(-3)
        for axis in [Usage.accelerationX, Usage.accelerationY, Usage.accelerationZ] {
            items.usage(axis)
            items.value(bits: 16, as: .input)
        }
        items.endCollection()
        return items.bytes
    }

    enum Usage {
        static let accelerometer3D: UInt16 = 0x73
        static let sensorState: UInt16 = 0x0201
        static let sensorEvent: UInt16 = 0x0202
        static let connectionType: UInt16 = 0x0309
        static let reportInterval: UInt16 = 0x030E
        static let reportingState: UInt16 = 0x0316
        static let powerState: UInt16 = 0x0319
        static let accelerationX: UInt16 = 0x0453
        static let accelerationY: UInt16 = 0x0454
        static let accelerationZ: UInt16 = 0x0455
        /// "Change sensitivity absolute" of the usage "acceleration": 0x0452 with the modifier 0x1000.
        static let accelerationChangeSensitivity: UInt16 = 0x1452
    }
}
