import CSystemd
import Glibc
import Posix

/// The object `/net/hadess/SensorProxy` with its interface, as sd-bus serves it: introspection and properties are its work.
final class ProxyObject {
    static let path = "/net/hadess/SensorProxy"
    static let interface = "net.hadess.SensorProxy"

    /// A call of a method.
    var onCall: (String, BusMessage) -> Void = { _, _ in }
    /// The present value of a property.
    var value: (ProxyProperty) -> BusValue = { $0.absent }

    private let vtable: UnsafeMutablePointer<sd_bus_vtable>
    private var slot: OpaquePointer?

    static let methods = [
        "ClaimAccelerometer", "ReleaseAccelerometer", "ClaimLight", "ReleaseLight", "ClaimProximity", "ReleaseProximity",
    ]

    init() {
        // sd-bus reads names and signatures as long as it serves them; these live as long as the program.
        let rows =
            [bus_vtable_start()] + Self.methods.map { bus_vtable_method(lasting($0), handleCall) }
            + ProxyProperty.allCases.map { bus_vtable_property(lasting($0.rawValue), lasting($0.absent.signature), readProperty) }
            + [bus_vtable_end()]
        vtable = .allocate(capacity: rows.count)
        vtable.initialize(from: rows, count: rows.count)
    }

    deinit {
        sd_bus_slot_unref(slot)
        vtable.deallocate()
    }

    func serve(on connection: BusConnection) throws(SystemError) {
        slot = sd_bus_slot_unref(slot)
        let userData = Unmanaged.passUnretained(self).toOpaque()
        try check("serve \(Self.path)", sd_bus_add_object_vtable(connection.raw, &slot, Self.path, Self.interface, vtable, userData))
    }

    func withdraw() {
        slot = sd_bus_slot_unref(slot)
    }
}

/// The properties of the interface, in the order of its introspection.
enum ProxyProperty: String, CaseIterable {
    case hasAccelerometer = "HasAccelerometer"
    case orientation = "AccelerometerOrientation"
    case tilt = "AccelerometerTilt"
    case hasAmbientLight = "HasAmbientLight"
    case lightLevelUnit = "LightLevelUnit"
    case lightLevel = "LightLevel"
    case hasProximity = "HasProximity"
    case proximityNear = "ProximityNear"

    /// What it is without a sensor.
    var absent: BusValue {
        switch self {
        case .hasAccelerometer, .hasAmbientLight, .hasProximity, .proximityNear: .bool(false)
        case .orientation: .string(ProxyOrientation.undefined.rawValue)
        case .tilt: .string(ProxyTilt.undefined.rawValue)
        case .lightLevelUnit: .string("lux")
        case .lightLevel: .double(0)
        }
    }
}

/// Called once for each name of the interface.
private func lasting(_ text: String) -> UnsafePointer<CChar>? {
    UnsafePointer(strdup(text))
}

private let handleCall: sd_bus_message_handler_t = { message, userData, _ in
    guard let message, let userData, let member = sd_bus_message_get_member(message) else { return 0 }
    let object = Unmanaged<ProxyObject>.fromOpaque(userData).takeUnretainedValue()
    object.onCall(String(cString: member), BusMessage(message))
    // It is answered now or later, by the handler.
    return 1
}

private let readProperty: sd_bus_property_get_t = { _, _, _, property, reply, userData, _ in
    guard let property, let reply, let userData, let name = ProxyProperty(rawValue: String(cString: property)) else { return -EINVAL }
    let object = Unmanaged<ProxyObject>.fromOpaque(userData).takeUnretainedValue()
    return BusWriter(message: reply).append(object.value(name))
}
