import Glibc
import OrientationCore
import Posix

/// One run of a sensor, on the worker's thread: switches it on in the best way that works, and puts back what it found.
final class IIOSession: @unchecked Sendable {
    /// What is wanted.
    struct Request: Sendable {
        /// A libiio URI; nil for this machine.
        var uri: String?
        /// `iio:device0`
        var name: String
        var channel = "accel"
        var settings: SensorSettings
        var isHID = false
        var scale = Vector3(1, 1, 1)
    }

    /// A way that was switched on.
    struct Opened: Sendable {
        var way: AccessWay
        /// nil when polled.
        var buffer: KernelBuffer?
        var clock: SampleClock.Base
        /// Hz, if the device says.
        var rate: Double?
        /// Raw values can be read beside the stream.
        var canProbe: Bool
        /// The hub can be told to report only changes.
        var canSleep: Bool
        /// Why better ways were not taken, and other news for people.
        var notes: [String]
        /// Another program has the buffer; worth another try later.
        var isBusy: Bool
    }

    enum Outcome: Sendable {
        case opened(Opened)
        case failed(ChangeReason, String)
    }

    let request: Request
    private var device: (any SensorDevice)?
    private var buffer: KernelBuffer?
    private var ways: [AccessWay] = []
    /// What to write back, last change first.
    var found: [(name: String, place: AttributePlace, text: String)] = []
    private var foundTrigger: String??
    /// Channels that were enabled for the buffer; nil before it was used.
    private var foundScanElements: Set<String>?
    private var foundTriggerRates: [(trigger: String, rate: Double)] = []
    var notes: [String] = []
    private var isBusy = false
    private var rate: Double?
    var sensitivity: (awake: Double, asleep: Double)?

    init(_ request: Request) {
        self.request = request
    }

    /// Opens the device and switches it on in the first way that the kernel accepts.
    func open() -> Outcome {
        do throws(SensorError) {
            let device = try openDevice()
            self.device = device
            ways = plan(for: device)
            // Whoever streams has chosen the rate.
            if !isBusy { rate = setRate(of: device) }
        } catch {
            return .failed(.sensorLost, error.description)
        }
        return nextWay()
    }

    private func openDevice() throws(SensorError) -> any SensorDevice {
        if let uri = request.uri { return try RemoteDevice(uri: uri, name: request.name, channel: request.channel) }
        do throws(SystemError) {
            return try KernelDevice(id: request.name, channel: request.channel)
        } catch {
            throw SensorError(error.description)
        }
    }

    /// Gives the present way up, for `reason`, and takes the next one that the kernel accepts.
    func giveUpWay(_ reason: String) -> Outcome {
        if !ways.isEmpty {
            notes.append("\(ways[0].description): \(reason)")
            ways.removeFirst()
        }
        return nextWay()
    }

    /// Switches the present way off and on again.
    func rearm() -> Outcome {
        nextWay()
    }

    /// Switches the present way off; ``rearm()`` switches it on again.
    func rest() {
        closeBuffer()
    }

    /// Polled because another program had the buffer: takes the buffer if it is free now, else goes on.
    func reconsider() -> Outcome {
        guard let device else { return nextWay() }
        isBusy = false
        notes = []
        ways = plan(for: device)
        if !isBusy { rate = setRate(of: device) }
        return nextWay()
    }

    /// The raw value of one axis, 0 is x: of a polled sensor, or beside the stream.
    func reading(ofAxis axis: Int) throws(SystemError) -> Double {
        guard let device else { throw SystemError("read the sensor", code: ENODEV) }
        return try device.readAxis(axis)
    }

    /// Has a hub report only changes, or everything again.
    ///
    /// - Returns: false if it does not do that.
    func setAsleep(_ asleep: Bool) -> Bool {
        guard let device, let sensitivity else { return false }
        let value = asleep ? sensitivity.asleep : sensitivity.awake
        return (try? device.setAttribute("hysteresis", of: .axes, to: AttributeText.text(value))) != nil
    }

    /// Switches everything off and puts back what was found. Idempotent.
    func close() {
        closeBuffer()
        guard let device else { return }
        for change in found.reversed() { try? device.setAttribute(change.name, of: change.place, to: change.text) }
        found = []
        if let kernel = device as? KernelDevice { putBack(to: kernel) }
        self.device = nil
    }

    private func putBack(to device: KernelDevice) {
        for found in foundTriggerRates.reversed() { try? device.setRate(found.rate, ofTrigger: found.trigger) }
        foundTriggerRates = []
        if let foundScanElements { try? device.enableScanElements(foundScanElements) }
        foundScanElements = nil
        if let foundTrigger { try? device.setTrigger(foundTrigger) }
        foundTrigger = nil
    }

    // MARK: Steps

    /// The loop may still hold the buffer for a moment, but does not read it any more.
    private func closeBuffer() {
        buffer?.close()
        buffer = nil
    }

    private func plan(for device: any SensorDevice) -> [AccessWay] {
        // The poll descriptor of a connection does not tell of samples.
        guard let device = device as? KernelDevice else { return [.polled] }
        let ways =
            AccessPlan(
                access: request.settings.access, sysfsName: device.id, hasBuffer: device.hasBuffer, trigger: device.trigger,
                triggers: device.triggers
            ).ways
        if !device.hasBuffer, request.settings.access != .polled { notes.append("the driver has no buffer") }
        guard ways.contains(where: { $0 != .polled }), let objection = objectionToBuffer(of: device) else { return ways }
        notes.append(objection)
        return ways.filter { $0 == .polled }
    }

    private func nextWay() -> Outcome {
        guard let device else { return .failed(.sensorLost, "the sensor is gone") }
        closeBuffer()
        while let way = ways.first {
            do {
                let opened = try open(way, of: device)
                return .opened(opened)
            } catch {
                notes.append("\(way.description): \(error)")
                ways.removeFirst()
            }
        }
        return .failed(.stalled, notes.joined(separator: "; "))
    }

    private func open(_ way: AccessWay, of device: any SensorDevice) throws -> Opened {
        var opened = Opened(
            way: way, buffer: nil, clock: .arrival, rate: rate, canProbe: request.isHID, canSleep: false, notes: notes, isBusy: isBusy)
        guard way != .polled, let device = device as? KernelDevice else { return opened }
        if case .bufferWithTrigger(let trigger) = way, device.trigger != trigger {
            if foundTrigger == nil { foundTrigger = .some(device.trigger) }
            try device.setTrigger(trigger)
        }
        if let trigger = device.trigger, let found = device.rate(ofTrigger: trigger) {
            // Others may follow it too: made faster where it is too slow, never slower.
            if found < request.settings.rate {
                try device.setRate(request.settings.rate, ofTrigger: trigger)
                foundTriggerRates.append((trigger, found))
            }
            opened.rate = max(found, request.settings.rate)
        }
        opened.clock = setClock(of: device)
        opened.canSleep = prepareSleep(of: device)
        if foundScanElements == nil { foundScanElements = device.enabledScanElements }
        let buffer = try KernelBuffer(of: device, scans: opened.canSleep ? 1 : Self.scans(at: opened.rate ?? request.settings.rate))
        self.buffer = buffer
        opened.buffer = buffer
        return opened
    }

    /// Scans to a wake-up: one where they are slow, and not more than 25 wake-ups a second where they are fast.
    static func scans(at rate: Double) -> Int {
        max(1, Int(min(rate, 10_000) / 25))
    }

    /// Why the buffer must be left alone: another program's stream would end.
    private func objectionToBuffer(of device: KernelDevice) -> String? {
        let path = device.node
        do {
            _ = try FileDescriptor.open(path, O_RDONLY | O_NONBLOCK)
        } catch {
            isBusy = error.code == EBUSY
            return isBusy ? "another program reads the buffer (\(path))" : "\(error)"
        }
        let enabled = (try? device.attribute("enable", of: .buffer)).flatMap { $0 }.flatMap(AttributeText.number)
        guard enabled == 1 else { return nil }
        // Its queue is full: nobody reads it, it was left on by a program that crashed.
        let waiting = (try? device.attribute("data_available", of: .buffer)).flatMap { $0 }.flatMap(AttributeText.number)
        let length = (try? device.attribute("length", of: .buffer)).flatMap { $0 }.flatMap(AttributeText.number)
        if let waiting, let length, waiting >= length - 1 { return nil }
        isBusy = true
        return "another program has the buffer on"
    }
}
