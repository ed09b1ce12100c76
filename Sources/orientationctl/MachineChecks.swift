import Configuration
import Diagnosis
import Glibc
import OrientationCore
import Posix

/// What the files of a machine say, without a running daemon.
struct MachineChecks {
    private let machine: Machine

    init(_ machine: Machine) { self.machine = machine }

    var findings: [Finding] {
        [kernel, device] + machine.accelerometers.flatMap { SensorFileChecks(machine, $0).findings } + [
            location, rivals, units, configuration,
        ]
    }

    private var kernel: Finding {
        machine.exists("/sys/bus/iio")
            ? .fine("kernel", "Industrial I/O is there")
            : .wrong("kernel", "no Industrial I/O", "load the module industrialio, or use a kernel with CONFIG_IIO")
    }

    private var device: Finding {
        let names = machine.accelerometers
        if names.isEmpty {
            return .wrong(
                "device", "no accelerometer", "its driver is missing: for HID sensor hubs hid-sensor-accel-3d; dmesg tells what was found")
        }
        let words = names.map { "\(machine.text("\(Machine.sensors)/\($0)/name") ?? "?") (\($0))" }
        return .fine("device", words.joined(separator: ", "))
    }

    /// SMBIOS 3.7, table of chassis types.
    private static let laptops = ["8", "9", "10", "14"]
    private static let turned = ["11", "30", "31", "32"]
    private static let standing = ["3", "4", "5", "6", "7", "13", "15", "16", "17", "35", "36"]

    private var location: Finding {
        guard let type = machine.text("/sys/class/dmi/id/chassis_type") else {
            return .unknown("form", "the machine says nothing about its form")
        }
        let names = machine.accelerometers
        let said = names.map { machine.location(of: $0) }
        let isOpen = names.count == 1 && said.first == .some(nil)
        switch type {
        case _ where Self.turned.contains(type): return .fine("form", "tablet, convertible or handheld (chassis type \(type))")
        case _ where Self.laptops.contains(type) && isOpen:
            return .look(
                "form", "a laptop (chassis type \(type)), and nothing says where its one sensor sits",
                "if it is a disk-fall sensor in the base, set location = base in the configuration")
        case _ where Self.standing.contains(type) && !names.isEmpty:
            return .look(
                "form", "a machine that stands (chassis type \(type))", "is the sensor in the screen? otherwise set location = base")
        case _: return .fine("form", "chassis type \(type)")
        }
    }

    private var rivals: Finding {
        // The kernel cuts names after 15 bytes.
        let known = ["iio-sensor-prox", "iiod", "thunderbird-sens"]
        let running = machine.processes.filter { known.contains($0.name) }
        guard let rival = running.first else { return .fine("rivals", "no other program that serves sensors") }
        return .look(
            "rivals", "\(rival.name == "iio-sensor-prox" ? "iio-sensor-proxy" : rival.name) runs (process \(rival.id))",
            "two programs on one sensor disturb each other; stop one of them")
    }

    private var units: Finding {
        let folders = ["/etc/systemd/system", "/usr/local/lib/systemd/system", "/usr/lib/systemd/system", "/lib/systemd/system"]
        let names = ["orientationd.socket", "orientationd.service"]
        let installed = names.filter { name in folders.contains { machine.exists("\($0)/\(name)") } }
        guard !installed.isEmpty else {
            return .look(
                "units", "orientationd has no systemd units here",
                "install the package, or 'make install' in the source")
        }
        let running = installed.filter { machine.exists("/sys/fs/cgroup/system.slice/\($0)") }
        let isEnabled = machine.exists("/etc/systemd/system/sockets.target.wants/orientationd.socket")
        if !running.isEmpty || isEnabled { return .fine("units", "installed" + (isEnabled ? ", the socket is enabled" : ", running")) }
        return .look("units", "installed, neither enabled nor running", "systemctl enable --now orientationd.socket")
    }

    private var configuration: Finding {
        do {
            _ = try Settings.read(file: machine.root + Settings.usualPath, mayBeAbsent: true)
            return .fine("config", machine.exists(Settings.usualPath) ? Settings.usualPath : "none, so the defaults")
        } catch {
            let first = error.list.first.map { "\($0)" } ?? ""
            return .wrong("config", first, "put it right; 'orientationd --check-config' says when it is")
        }
    }
}
