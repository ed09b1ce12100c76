import CSystemd
import Posix

/// A message of the bus, held as long as this object lives.
final class BusMessage {
    let raw: OpaquePointer

    /// Takes a reference of its own.
    init(_ message: OpaquePointer) {
        raw = sd_bus_message_ref(message)
    }

    /// Takes over the reference.
    init(owning message: OpaquePointer) {
        raw = message
    }

    deinit {
        sd_bus_message_unref(raw)
    }

    /// The unique name of who sent it; nil for the bus itself on a direct connection.
    var sender: String? { sd_bus_message_get_sender(raw).map { String(cString: $0) } }

    /// The name of the error that it is; nil if it is none.
    var error: String? {
        guard let error = sd_bus_message_get_error(raw), let name = error.pointee.name else { return nil }
        return String(cString: name)
    }

    /// Answers a call without results. Failures are those of the connection, which tells of them itself.
    func answer() {
        var reply: OpaquePointer?
        guard sd_bus_message_new_method_return(raw, &reply) >= 0, let reply else { return }
        sd_bus_send(nil, reply, nil)
        sd_bus_message_unref(reply)
    }

    /// Answers a call with an error.
    func fail(_ name: String, _ text: String) {
        var error = sd_bus_error()
        sd_bus_error_set(&error, name, text)
        sd_bus_reply_method_error(raw, &error)
        sd_bus_error_free(&error)
    }
}

/// What properties hold.
enum BusValue: Equatable {
    case bool(Bool)
    case string(String)
    case double(Double)

    var signature: String {
        switch self {
        case .bool: "b"
        case .string: "s"
        case .double: "d"
        }
    }
}

/// Appends values; the first failure stays, as sd-bus keeps it in the message until it is sent.
struct BusWriter {
    let message: OpaquePointer

    func append(_ value: BusValue) -> Int32 {
        switch value {
        case .bool(let value):
            var number: Int32 = value ? 1 : 0
            return sd_bus_message_append_basic(message, CChar(UInt8(ascii: "b")), &number)
        case .string(let value): return append(value)
        case .double(var value): return sd_bus_message_append_basic(message, CChar(UInt8(ascii: "d")), &value)
        }
    }

    func append(_ text: String) -> Int32 {
        text.withCString { sd_bus_message_append_basic(message, CChar(UInt8(ascii: "s")), $0) }
    }

    func append(_ number: UInt32) -> Int32 {
        var number = number
        return sd_bus_message_append_basic(message, CChar(UInt8(ascii: "u")), &number)
    }

    /// - Parameter kind: `a`, `v`, `(` as `r`, `{` as `e`.
    func inside(_ kind: Character, _ contents: String, _ body: () -> Int32) -> Int32 {
        let opened = sd_bus_message_open_container(message, CChar(kind.asciiValue ?? 0), contents)
        if opened < 0 { return opened }
        let filled = body()
        return filled < 0 ? filled : sd_bus_message_close_container(message)
    }

    func variant(_ value: BusValue) -> Int32 {
        inside("v", value.signature) { append(value) }
    }

    /// Each in turn, until one fails.
    func all(_ steps: [() -> Int32]) -> Int32 {
        for step in steps {
            let result = step()
            if result < 0 { return result }
        }
        return 0
    }
}
