import Glibc
import Posix

/// Why there is no virtual sensor; the description says what to do.
public enum SimulationError: Error, Equatable, CustomStringConvertible {
    /// The kernel has no such node: `/dev/uhid` or `/dev/uinput`.
    case absent(path: String)
    case notPermitted(path: String)
    case failed(SystemError)

    public init(opening error: SystemError, path: String) {
        switch error.code {
        case ENOENT, ENODEV, ENXIO: self = .absent(path: path)
        case EACCES, EPERM: self = .notPermitted(path: path)
        default: self = .failed(error)
        }
    }

    public var isAbsence: Bool { if case .absent = self { true } else { false } }

    public var description: String {
        switch self {
        case .absent(let path):
            "this kernel offers no \(path); load it with '\(Self.modprobe(path))' as root"
                + " (or try 'make guest-shell', which boots a kernel that has it)"
        case .notPermitted(let path):
            "\(path) may not be opened by this user; run as root, or give yourself access to it"
        case .failed(let error):
            error.description
        }
    }

    private static func modprobe(_ path: String) -> String {
        path == UHIDDevice.path ? "modprobe -a uhid hid-sensor-hub hid-sensor-accel-3d" : "modprobe -a uinput evdev"
    }
}
