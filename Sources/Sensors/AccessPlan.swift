import OrientationCore

/// The ways in which a sensor's samples can be fetched, best first.
enum AccessWay: Equatable, Sendable {
    /// The kernel's buffer with the trigger as it was found.
    case buffer
    /// The buffer with this trigger; nil for none.
    case bufferWithTrigger(String?)
    /// Reading the raw values again and again.
    case polled

    var description: String {
        switch self {
        case .buffer, .bufferWithTrigger(nil): "buffered"
        case .bufferWithTrigger(let trigger?): "buffered by trigger \(trigger)"
        case .polled: "polled"
        }
    }
}

/// Which ways to try, in which order.
struct AccessPlan: Equatable, Sendable {
    var ways: [AccessWay]

    /// - Parameters:
    ///   - sysfsName: `iio:device3`; a driver names its device's own trigger `NAME-dev3`.
    ///   - hasBuffer: the device has scan elements for the axes.
    ///   - trigger: the one in use, if any.
    ///   - triggers: all of the machine.
    init(access: SensorAccess, sysfsName: String, hasBuffer: Bool, trigger: String?, triggers: [String]) {
        var buffered: [AccessWay] = []
        if hasBuffer {
            let number = sysfsName.drop { !$0.isNumber }
            let own = triggers.filter { $0.hasSuffix("-dev\(number)") && $0 != trigger }
            // Triggers of other devices follow those devices, and a sysfs trigger fires only when somebody writes to it.
            let software = triggers.filter { !Self.belongsToDevice($0) && !$0.hasPrefix("sysfstrig") && $0 != trigger }
            if trigger != nil { buffered.append(.buffer) }
            buffered += own.map { .bufferWithTrigger($0) }
            // A driver that has set its own trigger needs one.
            if trigger?.hasSuffix("-dev\(number)") != true { buffered.append(.bufferWithTrigger(nil)) }
            buffered += software.map { .bufferWithTrigger($0) }
        }
        switch access {
        case .auto: ways = buffered + [.polled]
        case .buffered: ways = buffered
        case .polled: ways = [.polled]
        }
    }

    private static func belongsToDevice(_ trigger: String) -> Bool {
        let digits = trigger.reversed().prefix { $0.isNumber }
        return !digits.isEmpty && trigger.dropLast(digits.count).hasSuffix("-dev")
    }
}
