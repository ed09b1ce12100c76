import Diagnosis
import Glibc
import JSON
import Posix

/// All that helps whoever reads an issue, and nothing about who wrote it.
struct DoctorReport {
    private let machine: Machine
    private let findings: [Finding]
    private let daemon: DaemonChecks?

    init(_ machine: Machine, findings: [Finding], daemon: DaemonChecks?) {
        self.machine = machine
        self.findings = findings
        self.daemon = daemon
    }

    var text: String {
        // Piece by piece: as one expression Swift 6.0 gives up on its types.
        var parts: [String] = ["orientationctl \(Version.text)", "", "## Checks", ""]
        parts += findings.flatMap(\.lines)
        parts += ["", "## Machine", ""]
        parts += model
        parts += ["", "## Sensors", ""]
        let sensors = machine.accelerometers
        if sensors.isEmpty { parts.append("none") }
        for sensor in sensors { parts += attributes(of: sensor) }
        parts += ["", "## Daemon", ""]
        parts += answers
        var name = [CChar](repeating: 0, count: 256)
        gethostname(&name, name.count - 1)
        let hostname = String(decoding: name.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
        return PersonalData.removed(from: parts.joined(separator: "\n") + "\n", hostname: hostname)
    }

    /// Fields of DMI that name the model; serial numbers and the like stay where they are.
    private var model: [String] {
        let fields = ["sys_vendor", "product_name", "product_version", "board_vendor", "board_name", "bios_version", "chassis_type"]
        let known = fields.compactMap { field in machine.text("/sys/class/dmi/id/\(field)").map { "\(field): \($0)" } }
        let tree = machine.text("/sys/firmware/devicetree/base/model").map { ["device tree: \($0.filter { $0 != "\0" })"] } ?? []
        return ["kernel: \(machine.text("/proc/sys/kernel/osrelease") ?? "?")"] + known + tree
    }

    private func attributes(of sensor: String) -> [String] {
        let path = "\(Machine.sensors)/\(sensor)"
        let wanted = machine.names(in: path).filter {
            $0.hasPrefix("in_") || ["name", "label", "location", "sampling_frequency"].contains($0)
        }
        let alias = machine.modalias(of: sensor).map { ["modalias: \($0)"] } ?? []
        let udev = ["ACCEL_MOUNT_MATRIX", "ACCEL_LOCATION"].compactMap { name in
            machine.udevProperty(name, of: sensor).map { "udev \(name): \($0)" }
        }
        return ["\(sensor)"]
            + (alias + udev + wanted.map { "\($0): \(machine.text("\(path)/\($0)") ?? "cannot be read")" }).map { "  \($0)" }
    }

    private var answers: [String] {
        guard let daemon else { return ["another machine's files"] }
        var status = daemon.status
        // Who listens is nobody's business.
        status["presenter"] = nil
        return [JSONValue.object(status).text] + daemon.sensors.map(\.text)
    }
}
