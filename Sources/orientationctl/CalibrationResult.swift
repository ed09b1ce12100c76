import CalibrationFit
import Configuration
import Glibc
import JSON
import OrientationCore
import Posix

/// What `calibrate` found, as configuration, as an entry for the hardware database, and in words.
struct CalibrationResult {
    let fit: SensorFit
    /// `iio:device0`, if it is known.
    let sensor: String?
    let machine: Machine

    private static let dropIn = "/etc/orientationd/orientationd.conf.d/50-calibration.conf"
    private static let database = "/etc/udev/hwdb.d/61-sensor-local.hwdb"

    /// In g and as a factor: less is below what poses held by hand can tell.
    private static let telling = 0.005

    /// The drop-in of the configuration.
    var configuration: String {
        var lines = [
            "# Written by orientationctl calibrate: \(fit.poses) poses, residual \(fixed(fit.residual, decimals: 1)) mg.", "[Sensor]",
            "matrix = \(text(fit.matrix))", "sign = gravity", "face = matrix",
        ]
        if isTelling {
            lines.append("offset = \(text(fit.offset, separator: ","))")
            lines.append("gain = \(text(fit.gain, separator: ","))")
        }
        return lines.joined(separator: "\n") + "\n"
    }

    /// For udev, and with it for every program; nil if this machine has no such sensor.
    var databaseEntry: String? {
        sensor.flatMap { machine.databasePattern(of: $0) }.map { pattern in
            let matrix = fit.databaseMatrix
            let rows = [matrix.x, matrix.y, matrix.z].map { text($0, separator: ", ") }
            return "\(pattern)\n ACCEL_MOUNT_MATRIX=\(rows.joined(separator: "; "))\n"
        }
    }

    /// - Throws: a failure if the drop-in could not be written.
    static func checkRights(_ machine: Machine) throws(CommandFailure) {
        var folder = machine.root + dropIn
        repeat {
            folder = String(folder[..<(folder.lastIndex(of: "/") ?? folder.startIndex)])
        } while access(folder.isEmpty ? "/" : folder, F_OK) != 0 && folder.count > machine.root.count
        guard access(folder.isEmpty ? "/" : folder, W_OK) != 0 else { return }
        let reason = String(cString: strerror(errno))
        throw .failed("cannot write \(machine.root + dropIn): \(reason); as root it can be, and without --apply the lines are printed")
    }

    /// Less than poses held by hand can tell.
    private var isTelling: Bool { fit.offset.length > Self.telling || (fit.gain - Vector3(1, 1, 1)).length > Self.telling }

    /// Writes the drop-in: whole, or not at all.
    func apply() throws {
        // What the daemon would refuse is a fault of this program.
        _ = try Settings.parse(configuration, file: Self.dropIn)
        let path = machine.root + Self.dropIn
        var folder = machine.root
        for part in Self.dropIn.split(separator: "/").dropLast() {
            folder += "/\(part)"
            if mkdir(folder, 0o755) != 0, errno != EEXIST { throw SystemError.last("make the directory \(folder)") }
        }
        let temporary = path + ".new"
        do {
            try write(configuration, to: temporary)
            try checkErrno("write \(path)") { rename(temporary, path) }
        } catch {
            unlink(temporary)
            throw error
        }
    }

    private func write(_ text: String, to path: String) throws(SystemError) {
        let file = try FileDescriptor.open(path, O_WRONLY | O_CREAT | O_TRUNC)
        try writeAll(Array(text.utf8), to: file.number, named: path)
        try checkErrno("write \(path)") { fsync(file.number) }
    }

    // MARK: For people and programs

    func lines(isApplied: Bool) -> [String] {
        var lines = [
            "quality     \(fit.quality) (residual \(fixed(fit.residual, decimals: 1)) mg; the worst pose was held "
                + "\(fixed(fit.worstPose, decimals: 1)) degrees off)",
            "sensor      reports \(fit.reportsGravity ? "gravity itself, as HID sensor hubs do" : "the reaction to gravity, as most chips do")",
            "matrix      \(text(fit.matrix))" + (fit.isSnapped ? "" : " (not along the axes: built in at an angle)"),
            "offset      \(text(fit.offset, separator: ",")) g", "gain        \(text(fit.gain, separator: ","))",
        ]
        if !isTelling { lines.append("            (too small to be told by hand, so left out)") }
        if isTelling, fit.poses < HeldPose.allCases.count {
            lines.append("            (with six poses, --all, offsets and gains are told apart)")
        }
        lines += [
            "", isApplied ? "Written to \(Self.dropIn); it counts after:" : "For orientationd, in \(Self.dropIn) (--apply writes it):", "",
        ]
        if !isApplied { lines += configuration.split(separator: "\n").map { "    \($0)" } + ["", "and then:", ""] }
        lines += ["    systemctl reload orientationd"]
        if let databaseEntry {
            lines += ["", "For every program of this machine instead, in \(Self.database):", ""]
            lines += databaseEntry.split(separator: "\n").map { "    \($0)" }
            lines += ["", "and then:", "", "    systemd-hwdb update && udevadm trigger \(Machine.sensors)/\(sensor ?? "")"]
        }
        return lines
    }

    var json: String {
        let object: JSONObject = [
            "matrix": .string(text(fit.matrix)), "snapped": .bool(fit.isSnapped), "offset": vector(fit.offset), "gain": vector(fit.gain),
            "reportsGravity": .bool(fit.reportsGravity), "residual_mg": .real(shown(fit.residual, perUnit: 10)),
            "worst_pose_degrees": .real(Angles.shown(fit.worstPose)), "poses": .integer(Int64(fit.poses)),
            "quality": .string(String(fit.quality.prefix { $0 != ":" })), "configuration": .string(configuration),
            "hwdb": databaseEntry.map { .string($0) } ?? .null,
        ]
        return JSONValue.object(object).text
    }

    private func vector(_ vector: Vector3) -> JSONValue {
        [
            "x": .real(shown(vector.x, perUnit: 10_000)), "y": .real(shown(vector.y, perUnit: 10_000)),
            "z": .real(shown(vector.z, perUnit: 10_000)),
        ]
    }

    private func text(_ matrix: MountMatrix) -> String {
        [matrix.x, matrix.y, matrix.z].map { text($0, separator: ",") }.joined(separator: ";")
    }

    /// With four decimals, or none where there is nothing behind the point.
    private func text(_ vector: Vector3, separator: String) -> String {
        [vector.x, vector.y, vector.z].map { value in
            let rounded = shown(value, perUnit: 10_000)
            return rounded == rounded.rounded() ? String(Int(rounded)) : fixed(rounded, decimals: 4)
        }.joined(separator: separator)
    }
}
