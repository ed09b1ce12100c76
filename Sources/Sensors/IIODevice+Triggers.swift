import CIIO
import Glibc
import OrientationCore
import Posix

/// Triggers: what makes a chip put a sample into its buffer.
extension IIODevice {
    /// The name of the trigger in use; nil if there is none.
    var trigger: String? {
        var trigger: OpaquePointer?
        guard iio_device_get_trigger(device, &trigger) >= 0, let trigger else { return nil }
        return Self.text(iio_device_get_name(trigger))
    }

    /// All triggers of the machine by their names.
    var triggers: [String] {
        (0..<iio_context_get_devices_count(context)).compactMap { index in
            guard let device = iio_context_get_device(context, index), iio_device_is_trigger(device) else { return nil }
            return Self.text(iio_device_get_name(device))
        }
    }

    /// Sets the trigger; nil takes it away.
    func setTrigger(_ name: String?) throws(SystemError) {
        let trigger = name.flatMap { findTrigger($0) }
        if name != nil, trigger == nil { throw SystemError("find the trigger \(name ?? "")", code: ENODEV) }
        try check("set the trigger of \(id)", iio_device_set_trigger(device, trigger))
    }

    /// Hz at which a software trigger fires; nil for one that has no rate of its own.
    func rate(ofTrigger name: String) -> Double? {
        guard let trigger = findTrigger(name), iio_device_find_attr(trigger, "sampling_frequency") != nil else { return nil }
        let text = try? readText("read the rate of \(name)") { iio_device_attr_read(trigger, "sampling_frequency", $0, $1) }
        return text.flatMap { AttributeText.number($0) }
    }

    func setRate(_ rate: Double, ofTrigger name: String) throws(SystemError) {
        guard let trigger = findTrigger(name) else { return }
        let result = iio_device_attr_write(trigger, "sampling_frequency", AttributeText.text(rate))
        try check("set the rate of \(name)", Int32(clamping: result))
    }

    private func findTrigger(_ name: String) -> OpaquePointer? {
        (0..<iio_context_get_devices_count(context)).lazy
            .compactMap { iio_context_get_device(self.context, $0) }
            .first { iio_device_is_trigger($0) && Self.text(iio_device_get_name($0)) == name }
    }
}
