import CSystemd
import EventLoop
import OrientationCore
import Posix

/// A connection to a message bus on the event loop: the Swift face of sd-bus. No call of it waits for an answer.
final class BusConnection {
    let raw: OpaquePointer

    /// Connects to the bus that `DBUS_SYSTEM_BUS_ADDRESS` or `DBUS_SESSION_BUS_ADDRESS` names, or the usual one.
    init(_ bus: SensorProxy.Bus, loop: EventLoop) throws(SystemError) {
        var connection: OpaquePointer?
        switch bus {
        case .system: try check("connect to the system bus", sd_bus_open_system(&connection))
        case .session: try check("connect to the session bus", sd_bus_open_user(&connection))
        }
        guard let connection else { throw SystemError("connect to a bus", code: ENOMEM) }
        raw = connection
        do throws(SystemError) {
            try check("watch the bus", sd_bus_attach_event(connection, loop.raw, Int32(EventPriority.normal.rawValue)))
        } catch {
            sd_bus_unref(connection)
            throw error
        }
    }

    deinit {
        sd_bus_detach_event(raw)
        sd_bus_flush_close_unref(raw)
    }

    /// Asks for a name, and queues for it where somebody else has it.
    ///
    /// - Parameter handler: whether it is ours now; or the name of an error.
    func requestName(_ name: String, _ handler: @escaping (Result<Bool, BusFailure>) -> Void) throws(SystemError) -> BusSlot {
        let slot = BusSlot { message in
            if let error = message.error { return handler(.failure(BusFailure(name: error))) }
            var answer: UInt32 = 0
            sd_bus_message_read_basic(message.raw, CChar(UInt8(ascii: "u")), &answer)
            // DBUS_REQUEST_NAME_REPLY_PRIMARY_OWNER of the D-Bus specification.
            handler(.success(answer == 1))
        }
        try slot.adopt("ask for the name \(name)") {
            sd_bus_request_name_async(raw, $0, name, UInt64(SD_BUS_NAME_QUEUE), busSlotHandler, slot.userData)
        }
        return slot
    }

    /// Has the handler called for each signal that the bus itself sends.
    ///
    /// - Parameter argument: its first argument; nil for any.
    func onSignal(_ member: String, argument: String? = nil, _ handler: @escaping (BusMessage) -> Void) throws(SystemError) -> BusSlot {
        let slot = BusSlot(handler)
        let rule =
            "type='signal',sender='org.freedesktop.DBus',path='/org/freedesktop/DBus',interface='org.freedesktop.DBus',"
            + "member='\(member)'" + (argument.map { ",arg0='\($0)'" } ?? "")
        try slot.adopt("listen for \(member)") { sd_bus_add_match_async(raw, $0, rule, busSlotHandler, nil, slot.userData) }
        return slot
    }

    /// Calls a method; the handler gets the reply or the error.
    func call(
        _ destination: String, _ path: String, _ interface: String, _ member: String, timeout: Interval = .seconds(5),
        _ handler: @escaping (BusMessage) -> Void, arguments: (BusWriter) -> Int32
    ) throws(SystemError) -> BusSlot {
        var message: OpaquePointer?
        let intent = "call \(member) of \(destination)"
        try check(intent, sd_bus_message_new_method_call(raw, &message, destination, path, interface, member))
        guard let message else { throw SystemError(intent, code: ENOMEM) }
        let call = BusMessage(owning: message)
        try check(intent, arguments(BusWriter(message: call.raw)))
        let slot = BusSlot(handler)
        try slot.adopt(intent) {
            sd_bus_call_async(raw, $0, call.raw, busSlotHandler, slot.userData, UInt64(timeout.nanoseconds / 1000))
        }
        return slot
    }

    /// Sends `PropertiesChanged`.
    ///
    /// - Parameter destination: who gets it; nil for everybody who listens.
    func sendChanged(_ properties: [(String, BusValue)], path: String, interface: String, to destination: String?) {
        var message: OpaquePointer?
        guard
            sd_bus_message_new_signal(raw, &message, path, "org.freedesktop.DBus.Properties", "PropertiesChanged") >= 0, let message
        else { return }
        let signal = BusMessage(owning: message)
        if let destination, sd_bus_message_set_destination(signal.raw, destination) < 0 { return }
        let writer = BusWriter(message: signal.raw)
        let written = writer.all([
            { writer.append(interface) },
            {
                writer.inside("a", "{sv}") {
                    writer.all(
                        properties.map { name, value in
                            { writer.inside("e", "sv") { writer.all([{ writer.append(name) }, { writer.variant(value) }]) } }
                        })
                }
            },
            { writer.inside("a", "s") { 0 } },
        ])
        // Lost only with the connection, which is noticed by itself.
        if written >= 0 { sd_bus_send(raw, signal.raw, nil) }
    }
}

/// An error that came over the bus, by its name.
struct BusFailure: Error, Equatable {
    let name: String
}

/// Something that sd-bus calls back for, as long as this object lives.
final class BusSlot {
    private var raw: OpaquePointer?
    let handler: (BusMessage) -> Void

    init(_ handler: @escaping (BusMessage) -> Void) {
        self.handler = handler
    }

    deinit {
        sd_bus_slot_unref(raw)
    }

    var userData: UnsafeMutableRawPointer { Unmanaged.passUnretained(self).toOpaque() }

    func adopt(_ intent: String, _ make: (UnsafeMutablePointer<OpaquePointer?>) -> Int32) throws(SystemError) {
        try check(intent, make(&raw))
    }
}

let busSlotHandler: sd_bus_message_handler_t = { message, userData, _ in
    guard let message, let userData else { return 0 }
    let slot = Unmanaged<BusSlot>.fromOpaque(userData).takeUnretainedValue()
    withExtendedLifetime(slot) { slot.handler(BusMessage(message)) }
    return 0
}
