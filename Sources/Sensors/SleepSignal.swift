import CSystemd
import EventLoop
import Glibc
import Posix

/// login1's signal `PrepareForSleep` on the system bus, for as long as this object lives. Nothing here waits for the bus,
/// and nothing but that signal comes over the connection.
final class SleepSignal {
    private let handler: (Bool) -> Void
    private let onGone: () -> Void
    private var bus: OpaquePointer?
    private var slots: [OpaquePointer?] = []

    /// Connects to the bus that `DBUS_SYSTEM_BUS_ADDRESS` names, or the usual one.
    ///
    /// - Parameters:
    ///   - handler: true before the machine sleeps, false when it is awake again.
    ///   - onGone: the bus went away, or does not let us listen.
    init(loop: EventLoop, _ handler: @escaping (Bool) -> Void, onGone: @escaping () -> Void) throws(SystemError) {
        self.handler = handler
        self.onGone = onGone
        let intent = "listen to login1"
        try check(intent, sd_bus_open_system(&bus))
        try check(intent, sd_bus_attach_event(bus, loop.raw, Int32(EventPriority.normal.rawValue)))
        let me = Unmanaged.passUnretained(self).toOpaque()
        var slot: OpaquePointer?
        // By name: the bus passes on what the owner of that name sends, and nobody else's.
        try check(
            intent,
            sd_bus_match_signal_async(
                bus, &slot, "org.freedesktop.login1", "/org/freedesktop/login1", "org.freedesktop.login1.Manager", "PrepareForSleep",
                { message, userData, _ in
                    SleepSignal.from(userData)?.take(message)
                    return 0
                }, nil, me))
        slots.append(slot)
        slot = nil
        let local = "org.freedesktop.DBus.Local"
        try check(
            intent,
            sd_bus_match_signal_async(
                bus, &slot, local, "/org/freedesktop/DBus/Local", local, "Disconnected",
                { _, userData, _ in
                    SleepSignal.from(userData)?.onGone()
                    return 0
                }, nil, me))
        slots.append(slot)
    }

    deinit {
        for slot in slots { sd_bus_slot_unref(slot) }
        sd_bus_detach_event(bus)
        sd_bus_close_unref(bus)
    }

    private func take(_ message: OpaquePointer?) {
        // One that is addressed to us alone comes past the bus' check of its sender: login1 tells everybody.
        guard let message, sd_bus_message_get_destination(message) == nil else { return }
        var isSleeping: Int32 = 0
        guard sd_bus_message_read_basic(message, CChar(UInt8(ascii: "b")), &isSleeping) > 0 else { return }
        handler(isSleeping != 0)
    }

    private static func from(_ userData: UnsafeMutableRawPointer?) -> SleepSignal? {
        userData.map { Unmanaged<SleepSignal>.fromOpaque($0).takeUnretainedValue() }
    }
}
