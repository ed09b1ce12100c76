import Diagnosis
import Glibc
import OrientationCore

/// What the files of one sensor say.
struct SensorFileChecks {
    private let machine: Machine
    private let sensor: String
    private let path: String

    init(_ machine: Machine, _ sensor: String) {
        self.machine = machine
        self.sensor = sensor
        path = "\(Machine.sensors)/\(sensor)"
    }

    var findings: [Finding] { [holder, matrix, database, scale] }

    private var holder: Finding {
        let node = "/dev/\(sensor)"
        let isStreaming = machine.text("\(path)/buffer/enable") == "1"
        if let holder = machine.processes.first(where: { machine.holds($0, node) }) {
            return holder.name == "orientationd"
                ? .fine("holder", "\(sensor): orientationd")
                : .look(
                    "holder", "\(sensor): \(holder.name) (process \(holder.id))",
                    "it streams; orientationd can only poll beside it, or not at all")
        }
        if isStreaming {
            return .look(
                "holder", "\(sensor): its buffer is on",
                geteuid() == 0 ? "nobody reads it: a program left it so" : "as root this says who has it")
        }
        return .fine("holder", "\(sensor): nobody" + (geteuid() == 0 ? "" : " that this user can see"))
    }

    private var matrix: Finding {
        let texts: [(source: String, text: String)] =
            [("udev", machine.udevProperty("ACCEL_MOUNT_MATRIX", of: sensor))].compactMap { source, text in text.map { (source, $0) } }
            + ["mount_matrix", "in_accel_mount_matrix", "in_mount_matrix"].compactMap { name in
                machine.text("\(path)/\(name)").map { ("sysfs \(name)", $0) }
            }
        guard let first = texts.first else {
            return .look(
                "matrix", "\(sensor): none from udev or the driver, so its axes are taken as they are",
                "if sides are wrong: 'orientationctl calibrate'")
        }
        do throws(MountMatrix.Flaw) {
            let matrix = try MountMatrix(parsing: first.text)
            let determinant = matrix.determinant
            if determinant.magnitude < 0.5 {
                return .wrong(
                    "matrix", "\(sensor): \(matrix) from \(first.source) has the determinant \(shown(determinant, perUnit: 100))",
                    "it flattens what it turns: 'orientationctl calibrate' finds the right one")
            }
            return .fine("matrix", "\(sensor): \(matrix) from \(first.source), determinant \(shown(determinant, perUnit: 100))")
        } catch {
            return .wrong(
                "matrix", "\(sensor): '\(first.text)' from \(first.source) \(error)", "'orientationctl calibrate' finds the right one")
        }
    }

    private var database: Finding {
        guard let pattern = machine.databasePattern(of: sensor) else {
            return .unknown("hwdb", "\(sensor): the device has no alias to look it up by")
        }
        if machine.udevProperty("ACCEL_MOUNT_MATRIX", of: sensor) != nil { return .fine("hwdb", "\(sensor): has an entry") }
        return .look("hwdb", "\(sensor): no entry for \(pattern)", "if sides are wrong, 'orientationctl calibrate' writes one")
    }

    private var scale: Finding {
        let names = ["in_accel_scale", "in_accel_x_scale", "scale"]
        guard let found = names.compactMap({ name in machine.text("\(path)/\(name)").map { (name, $0) } }).first else {
            return .look(
                "unit", "\(sensor): the driver gives no scale", "1 m/s^2 a count is assumed; 'orientationctl calibrate' finds a factor")
        }
        guard let value = Double(found.1), value.isFinite, value != 0 else {
            return .wrong("unit", "\(sensor): \(found.0) is '\(found.1)'", "the driver is broken: no reading can be made of it")
        }
        return .fine("unit", "\(sensor): \(found.1) m/s^2 a count")
    }
}
