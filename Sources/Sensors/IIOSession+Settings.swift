import OrientationCore
import Posix

/// What is set before a sensor is switched on, and noted down to be put back.
extension IIOSession {
    /// Chooses a sampling frequency that is enough. Trouble with it is a note, not an error: the sensor may work all the same.
    func setRate(of device: any SensorDevice) -> Double? {
        for place in [AttributePlace.axes, .device] {
            guard let text = (try? device.attribute("sampling_frequency", of: place)).flatMap({ $0 }) else { continue }
            let present = AttributeText.number(text)
            // Some drivers say for the device what holds for its axes.
            let available = [place, .device].lazy
                .compactMap { (try? device.attribute("sampling_frequency_available", of: $0)).flatMap { $0 } }.first
                .flatMap { SamplingFrequency.Available(parsing: $0) }
            for choice in SamplingFrequency.choices(wanted: request.settings.rate, available: available) {
                if choice == present { return present }
                do {
                    try set("sampling_frequency", of: place, to: AttributeText.text(choice), on: device)
                    return (try? device.attribute("sampling_frequency", of: place)).flatMap { $0 }.flatMap(AttributeText.number) ?? choice
                } catch {
                    notes.append("\(error)")
                }
            }
            return present
        }
        return nil
    }

    func setClock(of device: KernelDevice) -> SampleClock.Base {
        let name = "current_timestamp_clock"
        let clocks: [(name: String, base: SampleClock.Base)] = [("boottime", .boottime), ("monotonic", .monotonic)]
        for clock in clocks where device.hasTimestamp {
            let present = (try? device.attribute(name, of: .device)).flatMap { $0 }
            if present == clock.name { return clock.base }
            if present != nil, (try? set(name, of: .device, to: clock.name, on: device)) != nil { return clock.base }
        }
        return .arrival
    }

    /// Has a hub report everything, and remembers what to write for the two states.
    func prepareSleep(of device: KernelDevice) -> Bool {
        let wanted = request.settings.changeSensitivity
        guard request.isHID, wanted > 0 else { return false }
        guard let text = (try? device.attribute("hysteresis", of: .axes)).flatMap({ $0 }), let present = AttributeText.number(text)
        else { return false }
        let asleep = wanted * SensitivityUnit.oneG(scale: request.scale.x)
        guard present == 0 || (try? set("hysteresis", of: .axes, to: "0", on: device)) != nil else { return false }
        if !found.contains(where: { $0.name == "hysteresis" }) { found.append(("hysteresis", .axes, text)) }
        sensitivity = (awake: 0, asleep: asleep)
        return true
    }

    /// Sets an attribute and remembers what it was.
    private func set(_ name: String, of place: AttributePlace, to text: String, on device: any SensorDevice) throws(SystemError) {
        let before = try device.attribute(name, of: place)
        try device.setAttribute(name, of: place, to: text)
        if let before, !found.contains(where: { $0.name == name }) { found.append((name, place, before)) }
    }
}
