import Posix

/// Triggers: what makes a chip put a sample into its buffer.
extension KernelDevice {
    private static let file = "trigger/current_trigger"

    /// The name of the trigger in use; nil if there is none.
    var trigger: String? {
        guard let name = try? text(of: Self.file), !name.isEmpty else { return nil }
        return name
    }

    /// All triggers of the machine by their names.
    var triggers: [String] { Self.triggerDevices.compactMap { try? $0.text(of: "name") } }

    /// Sets the trigger; nil takes it away.
    func setTrigger(_ name: String?) throws(SystemError) {
        // A name that no trigger has.
        try write(name ?? "\n", to: Self.file)
    }

    /// Hz at which a software trigger fires; nil for one that has no rate of its own.
    func rate(ofTrigger name: String) -> Double? {
        let text = Self.triggerDevice(name).flatMap { try? $0.text(of: "sampling_frequency") }
        return text.flatMap { AttributeText.number($0) }
    }

    func setRate(_ rate: Double, ofTrigger name: String) throws(SystemError) {
        try Self.triggerDevice(name)?.write(AttributeText.text(rate), to: "sampling_frequency")
    }

    private static var triggerDevices: [KernelDevice] {
        directoryNames(devices).filter { $0.hasPrefix("trigger") }.compactMap { try? KernelDevice(id: $0) }
    }

    private static func triggerDevice(_ name: String) -> KernelDevice? {
        triggerDevices.first { (try? $0.text(of: "name")) == name }
    }
}
