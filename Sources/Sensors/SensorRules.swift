import OrientationCore

/// All rules of design.md section 2 applied to one sensor: how its raw values become gravity, and what to say about it.
struct SensorRules {
    let info: SensorInfo
    let calibration: Calibration

    /// - Throws: what makes the sensor useless.
    init(_ description: AccelerometerDescription, _ settings: SensorSettings) throws(SensorError) {
        let scale = try ScaleRule({ description.attributes[$0] }, channel: description.channel)
        let matrix = MatrixRule(
            settings: settings, sources: description.matrices, reportsGravity: description.reportsGravity)
        var info = Self.info(description, settings)
        info.matrix = matrix.verdict
        info.warnings = matrix.warnings + scale.warnings
        self.info = info
        calibration = Self.calibration(scale, matrix.matrix, settings)
    }

    /// The driver's scale and offset, with the configured offset (in g, so in counts it depends on the scale) and gain.
    private static func calibration(_ scale: ScaleRule, _ matrix: MountMatrix, _ settings: SensorSettings) -> Calibration {
        let (count, gain, offset) = (scale.scale, settings.gain, settings.offset * Calibration.standardGravity)
        return Calibration(
            offset: scale.offset + Vector3(offset.x / count.x, offset.y / count.y, offset.z / count.z),
            scale: Vector3(count.x * gain.x, count.y * gain.y, count.z * gain.z), matrix: matrix)
    }

    /// What can be said about a sensor even if it is useless.
    static func info(_ description: AccelerometerDescription, _ settings: SensorSettings) -> SensorInfo {
        var info = SensorInfo(name: description.name, id: description.sysfsName, kind: description.kind)
        (info.location, info.locationSource) = SensorChoice.location(of: description, settings)
        return info
    }
}
