import OrientationCore

@testable import Sensors

enum HardwareDatabaseFuzzing {
    /// What udev and the hardware database say of a sensor: a byte of settings, a line for the location, one for the label,
    /// and matrices, a line each.
    static func run(_ bytes: UnsafeRawBufferPointer) {
        guard let choices = bytes.first else { return }
        let lines = text(UnsafeRawBufferPointer(rebasing: bytes.dropFirst())).split(separator: "\n", omittingEmptySubsequences: false).map(
            String.init)
        var settings = SensorSettings()
        settings.sign = choices & 1 == 0 ? .auto : .reaction
        settings.face = [.auto, .matrix, .inverted][Int(choices >> 1 & 3) % 3]
        let sources = lines.dropFirst(2).prefix(4).map { MatrixRule.Source(name: "udev ACCEL_MOUNT_MATRIX", text: $0) }
        let rule = MatrixRule(settings: settings, sources: Array(sources), reportsGravity: choices & 8 == 0)
        require(rule.matrix.flaw == nil, "the matrix that is used is usable")
        require(rule.warnings.count <= sources.count, "a warning for each that is not")
        for line in rule.warnings + [rule.verdict] {
            require(line.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control }, "a line is one line")
        }
        let location = LocationRule.location(configured: nil, udev: lines.first, label: lines.dropFirst().first, sysfs: nil)
        require(!location.source.isEmpty, "somebody said so")
    }
}
