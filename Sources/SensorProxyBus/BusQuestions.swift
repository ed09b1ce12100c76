import CSystemd
import Glibc
import Posix

/// Questions about other clients of the bus.
extension BusConnection {
    /// Calls a method of the bus itself about a name.
    func callBus(_ member: String, _ name: String, _ handler: @escaping (BusMessage) -> Void) throws(SystemError) -> BusSlot {
        try call("org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus", member, handler) { $0.append(name) }
    }

    /// Asks polkit, where it is, whether the client with this name may do something, without asking the user for a password.
    func askPolkit(_ action: String, about name: String, _ handler: @escaping (BusMessage) -> Void) throws(SystemError) -> BusSlot {
        try call(
            "org.freedesktop.PolicyKit1", "/org/freedesktop/PolicyKit1/Authority", "org.freedesktop.PolicyKit1.Authority",
            "CheckAuthorization", timeout: .seconds(10), handler
        ) { writer in
            // (sa{sv}) subject, s action, a{ss} details, u flags, s id for cancelling
            writer.all([
                {
                    writer.inside("r", "sa{sv}") {
                        writer.all([
                            { writer.append("system-bus-name") },
                            {
                                writer.inside("a", "{sv}") {
                                    writer.inside("e", "sv") { writer.all([{ writer.append("name") }, { writer.variant(.string(name)) }]) }
                                }
                            },
                        ])
                    }
                },
                { writer.append(action) },
                { writer.inside("a", "{ss}") { 0 } },
                { writer.append(UInt32(0)) },
                { writer.append("") },
            ])
        }
    }

    /// Has the handler called when the connection has ended.
    func onDisconnect(_ handler: @escaping () -> Void) throws(SystemError) -> BusSlot {
        let slot = BusSlot { _ in handler() }
        try slot.adopt("listen for the end of the bus") {
            sd_bus_match_signal_async(
                raw, $0, "org.freedesktop.DBus.Local", "/org/freedesktop/DBus/Local", "org.freedesktop.DBus.Local", "Disconnected",
                busSlotHandler, nil, slot.userData)
        }
        return slot
    }
}

extension BusMessage {
    /// Its only argument, `u`.
    var number: UInt32? {
        var value: UInt32 = 0
        return sd_bus_message_read_basic(raw, CChar(UInt8(ascii: "u")), &value) > 0 ? value : nil
    }

    /// The first member of its only argument, a structure that begins with `b`.
    var flag: Bool? {
        var value: Int32 = 0
        guard sd_bus_message_enter_container(raw, CChar(UInt8(ascii: "r")), "bba{ss}") > 0,
            sd_bus_message_read_basic(raw, CChar(UInt8(ascii: "b")), &value) > 0
        else { return nil }
        return value != 0
    }
}
