import OrientationCore

/// Scale and offset of the three axes as the driver gives them; design.md section 2.
struct ScaleRule: Equatable, Sendable {
    /// m/s^2 per count.
    let scale: Vector3
    /// Counts, added before scaling.
    let offset: Vector3
    let warnings: [String]

    /// - Parameter attribute: the text of a sysfs attribute, nil where there is none.
    /// - Throws: a scale or offset that makes the sensor useless: 0 or no number.
    init(_ attribute: (String) -> String?, channel: String = "accel") throws(SensorError) {
        func number(_ axis: String, _ kind: String) throws(SensorError) -> Double? {
            for name in ["in_\(channel)_\(axis)_\(kind)", "in_\(channel)_\(kind)", kind] {
                guard let text = attribute(name) else { continue }
                guard let number = AttributeText.number(text) else { throw SensorError("\(name) is '\(text)', which is no number") }
                if kind == "scale", number == 0 { throw SensorError("\(name) is 0, so every reading would be 0") }
                return number
            }
            return nil
        }
        func vector(_ kind: String) throws(SensorError) -> (Double?, Double?, Double?) {
            (try number("x", kind), try number("y", kind), try number("z", kind))
        }
        let scales = try vector("scale")
        let offsets = try vector("offset")
        scale = Vector3(scales.0 ?? 1, scales.1 ?? 1, scales.2 ?? 1)
        offset = Vector3(offsets.0 ?? 0, offsets.1 ?? 0, offsets.2 ?? 0)
        let missing = [("x", scales.0), ("y", scales.1), ("z", scales.2)].filter { $0.1 == nil }.map(\.0)
        warnings = missing.isEmpty ? [] : ["the driver gives no scale for \(missing.joined(separator: ", ")): 1 m/s^2 per count is assumed"]
    }
}
