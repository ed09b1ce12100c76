import OrientationCore

/// Which part of the machine a sensor is fixed to, and what says so; design.md section 2.
enum LocationRule {
    /// First that says something: configuration, udev `ACCEL_LOCATION`, sysfs `label`, sysfs `location`; else the display.
    static func location(
        configured: SensorLocation?, udev: String?, label: String?, sysfs: String?
    ) -> (location: SensorLocation, source: String) {
        if let configured { return (configured, "configuration") }
        if let location = udev.flatMap(SensorLocation.init(rawValue:)) { return (location, "udev ACCEL_LOCATION") }
        switch label {
        case "accel-display": return (.display, "sysfs label accel-display")
        case "accel-base": return (.base, "sysfs label accel-base")
        case "accel-camera": return (.camera, "sysfs label accel-camera")
        default: break
        }
        switch sysfs {
        case "lid", "display": return (.display, "sysfs location \(sysfs ?? "")")
        case "base": return (.base, "sysfs location base")
        case "camera": return (.camera, "sysfs location camera")
        default: return (.display, nothingSaid)
        }
    }

    static let nothingSaid = "nothing said"
}
