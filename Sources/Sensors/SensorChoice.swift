import OrientationCore

/// Which of several accelerometers is the screen's.
///
/// The configured one if there is one. Otherwise, among those fixed to the display: those of which something says so
/// come before those of which nothing is said, industrial I/O before input devices, acceleration before a hub's gravity estimate, and at last the order of
/// the sysfs paths of what they hang on, which is the same at every boot.
struct SensorChoice: Equatable, Sendable {
    /// One row for each description, in their order.
    let verdicts: [String]
    /// Which of the descriptions is used.
    let index: Int?

    init(_ sensors: [AccelerometerDescription], settings: SensorSettings) {
        var verdicts: [String] = []
        var usable: [Int] = []
        for (index, sensor) in sensors.enumerated() {
            let verdict = Self.objection(to: sensor, settings: settings)
            verdicts.append(verdict ?? "")
            if verdict == nil { usable.append(index) }
        }
        usable.sort { Self.comes(sensors[$0], before: sensors[$1], settings) }
        index = usable.first
        for (place, index) in usable.enumerated() {
            verdicts[index] =
                if place > 0 {
                    "\(sensors[usable[0]].sysfsName) comes first; set device in section Sensor to choose"
                } else if let device = settings.device {
                    "the configuration names \(device)"
                } else if usable.count > 1 {
                    "first of \(usable.count) display sensors"
                } else {
                    "the only display sensor"
                }
        }
        self.verdicts = verdicts
    }

    private static func objection(to sensor: AccelerometerDescription, settings: SensorSettings) -> String? {
        if let flaw = sensor.flaw { return flaw }
        if let device = settings.device, !sensor.names.contains(device) { return "the configuration names another: \(device)" }
        let (location, source) = Self.location(of: sensor, settings)
        if location != .display { return "sits in the \(location.rawValue), says \(source)" }
        if sensor.isPending { return "udev has not finished with it" }
        return nil
    }

    private static func comes(
        _ left: AccelerometerDescription, before right: AccelerometerDescription, _ settings: SensorSettings
    ) -> Bool {
        func rank(_ sensor: AccelerometerDescription) -> (Int, Int, Int, Substring, Int, String) {
            let said = location(of: sensor, settings).source != LocationRule.nothingSaid
            // Digits only, so shorter names are smaller numbers.
            return (
                said ? 0 : 1, sensor.kind == .iio ? 0 : 1, sensor.channel == "accel" ? 0 : 1, sensor.stablePath,
                sensor.sysfsName.utf8.count, sensor.sysfsName
            )
        }
        return rank(left) < rank(right)
    }

    static func location(
        of sensor: AccelerometerDescription, _ settings: SensorSettings
    ) -> (location: SensorLocation, source: String) {
        LocationRule.location(
            configured: settings.location, udev: sensor.udevLocation, label: sensor.label, sysfs: sensor.sysfsLocation)
    }
}
