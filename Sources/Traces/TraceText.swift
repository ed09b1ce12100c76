import OrientationCore

/// The text of a recording, as it is read again bit for bit.
public enum TraceText {
    /// The lines before the rows.
    public static func header(_ header: TraceHeader) -> [UInt8] {
        var lines = header.notes.map { "\(oneLine($0.key)): \(oneLine($0.value))" }
        lines.append("unit: \(header.unit.rawValue)")
        lines.append("convention: \(header.convention.rawValue)")
        if header.unit == .raw {
            lines.append("scale: \(axes(header.scale))")
            lines.append("offset: \(axes(header.offset))")
        }
        if header.mountMatrix != .identity { lines.append("mount_matrix: \(header.mountMatrix)") }
        if let rate = header.rate { lines.append("rate_hz: \(number(rate))") }
        return Array((lines.map { "# \($0)\n" }.joined() + HeaderParser.columns + "\n").utf8)
    }

    /// Adds a row, with the time counted from `start`.
    public static func append(_ sample: RawSample, since start: Timestamp, to bytes: inout [UInt8]) {
        let time = (sample.timestamp - start).nanoseconds
        bytes += "\(time),\(number(sample.value.x)),\(number(sample.value.y)),\(number(sample.value.z))\n".utf8
    }

    /// The shortest decimal that gives the same double; whole numbers, such as counts, without a fraction.
    static func number(_ value: Double) -> String {
        value == value.rounded() && value.magnitude < 1e15 && !(value == 0 && value.sign == .minus)
            ? String(Int64(value)) : String(value)
    }

    private static func axes(_ vector: Vector3) -> String {
        "\(number(vector.x)) \(number(vector.y)) \(number(vector.z))"
    }

    private static func oneLine(_ text: String) -> String {
        String(text.map { $0.isNewline ? " " : $0 })
    }
}
