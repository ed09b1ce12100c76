import CSystemd
import EventLoop
import Glibc
import Posix

/// Tells of devices that come, go and change: through udev where it runs, else from the kernel itself.
///
/// sd-device listens only to udev, which says nothing in an initramfs or container without it.
final class DeviceMonitor {
    private let handler: (DeviceEvent) -> Void
    private let subsystems: Set<String>
    private var monitor: OpaquePointer?
    private var source: EventSource?

    init(loop: EventLoop, subsystems: Set<String>, _ handler: @escaping (DeviceEvent) -> Void) throws(SystemError) {
        self.handler = handler
        self.subsystems = subsystems
        if DeviceScan.hasUdev { try listenToUdev(loop) } else { try listenToKernel(loop) }
    }

    deinit {
        sd_device_monitor_unref(monitor)
    }

    private func listenToUdev(_ loop: EventLoop) throws(SystemError) {
        try check("watch for devices", sd_device_monitor_new(&monitor))
        for subsystem in subsystems {
            try check(
                "watch for devices", sd_device_monitor_filter_add_match_subsystem_devtype(monitor, subsystem, nil))
        }
        try check("watch for devices", sd_device_monitor_attach_event(monitor, loop.raw))
        try check(
            "watch for devices",
            sd_device_monitor_start(
                monitor,
                { _, raw, userData in
                    guard let raw, let userData else { return 0 }
                    let monitor = Unmanaged<DeviceMonitor>.fromOpaque(userData).takeUnretainedValue()
                    let device = Device(raw)
                    guard let action = device.action, let path = device.path else { return 0 }
                    withExtendedLifetime(monitor) {
                        monitor.handler(DeviceEvent(action: action, subsystem: device.subsystem ?? "", path: path))
                    }
                    return 0
                }, Unmanaged.passUnretained(self).toOpaque()))
    }

    private func listenToKernel(_ loop: EventLoop) throws(SystemError) {
        let intent = "listen to the kernel's device events"
        let type = Int32(SOCK_RAW.rawValue) | Int32(SOCK_CLOEXEC.rawValue) | Int32(SOCK_NONBLOCK.rawValue)
        let box = SocketBox(owning: try checkErrno(intent) { socket(AF_NETLINK, type, NETLINK_KOBJECT_UEVENT) })
        var address = sockaddr_nl()
        address.nl_family = sa_family_t(AF_NETLINK)
        address.nl_groups = 1
        try checkErrno(intent) {
            withUnsafePointer(to: &address) {
                $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                    bind(box.socket.number, $0, socklen_t(MemoryLayout<sockaddr_nl>.size))
                }
            }
        }
        source = try loop.watch(box.socket.number, for: .readable) { [weak self] _ in self?.receive(box.socket.number) }
    }

    private func receive(_ socket: Int32) {
        var bytes = [UInt8](repeating: 0, count: 8192)
        while true {
            let count = bytes.withUnsafeMutableBytes { recv(socket, $0.baseAddress, $0.count, Int32(MSG_DONTWAIT)) }
            if count < 0 {
                if errno == EINTR { continue }
                // Events were lost: a look at everything finds what they said.
                if errno == ENOBUFS { handler(DeviceEvent(action: "overrun", subsystem: "", path: "")) }
                return
            }
            guard let event = DeviceEvent(kernelMessage: bytes.prefix(count)), subsystems.contains(event.subsystem) else { continue }
            handler(event)
        }
    }

    /// A handler cannot capture what cannot be copied.
    private final class SocketBox {
        let socket: FileDescriptor
        init(owning number: Int32) { socket = FileDescriptor(owning: number) }
    }
}
