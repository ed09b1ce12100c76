import CSystemd
import Glibc
import Posix

/// An object with one interface, as sd-bus serves it: introspection and properties are its work.
final class ProxyObject {
    /// What is served: names, and for each property its value without a sensor.
    struct Description {
        let path: String
        let interface: String
        let methods: [String]
        let properties: [(name: String, absent: BusValue)]
    }

    let description: Description
    /// A call of a method.
    var onCall: (String, BusMessage) -> Void = { _, call in call.answer() }
    /// The present value of a property; nil for that without a sensor.
    var value: (String) -> BusValue? = { _ in nil }

    private let vtable: UnsafeMutablePointer<sd_bus_vtable>
    private var slot: OpaquePointer?

    init(_ description: Description) {
        self.description = description
        // sd-bus reads names and signatures as long as it serves them; these live as long as the program.
        let rows =
            [bus_vtable_start()] + description.methods.map { bus_vtable_method(lasting($0), handleCall) }
            + description.properties.map { bus_vtable_property(lasting($0.name), lasting($0.absent.signature), readProperty) }
            + [bus_vtable_end()]
        vtable = .allocate(capacity: rows.count)
        vtable.initialize(from: rows, count: rows.count)
    }

    deinit {
        sd_bus_slot_unref(slot)
        vtable.deallocate()
    }

    func serve(on connection: BusConnection) throws(SystemError) {
        withdraw()
        let userData = Unmanaged.passUnretained(self).toOpaque()
        try check(
            "serve \(description.path)",
            sd_bus_add_object_vtable(connection.raw, &slot, description.path, description.interface, vtable, userData))
    }

    func withdraw() {
        slot = sd_bus_slot_unref(slot)
    }

    fileprivate func present(_ name: String) -> BusValue? {
        value(name) ?? description.properties.first { $0.name == name }?.absent
    }
}

extension ProxyObject.Description {
    /// Accelerometer, and what this program does not serve.
    static let sensors = ProxyObject.Description(
        path: "/net/hadess/SensorProxy", interface: "net.hadess.SensorProxy",
        methods: ["ClaimAccelerometer", "ReleaseAccelerometer", "ClaimLight", "ReleaseLight", "ClaimProximity", "ReleaseProximity"],
        properties: ProxyProperty.allCases.map { ($0.rawValue, $0.absent) })

    /// Not served either, but clients that ask for all sensors end where the object is missing.
    static let compass = ProxyObject.Description(
        path: "/net/hadess/SensorProxy/Compass", interface: "net.hadess.SensorProxy.Compass",
        methods: ["ClaimCompass", "ReleaseCompass"], properties: [("HasCompass", .bool(false)), ("CompassHeading", .double(-1))])
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
    guard let property, let reply, let userData else { return -EINVAL }
    let object = Unmanaged<ProxyObject>.fromOpaque(userData).takeUnretainedValue()
    guard let value = object.present(String(cString: property)) else { return -EINVAL }
    return BusWriter(message: reply).append(value)
}
