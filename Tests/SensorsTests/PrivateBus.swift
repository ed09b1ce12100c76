import CSystemd
import Foundation
import Testing

/// A dbus-daemon of its own, at an address that `DBUS_SYSTEM_BUS_ADDRESS` may name.
final class PrivateBus {
    let address: String
    private let directory: URL
    private var process: Process?

    init() throws {
        directory = FileManager.default.temporaryDirectory.appendingPathComponent("bus-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
        address = "unix:path=\(directory.path)/bus"
    }

    deinit {
        stop()
        try? FileManager.default.removeItem(at: directory)
    }

    /// Returns when it can be connected to.
    func start() throws {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = ["dbus-daemon", "--session", "--nofork", "--nopidfile", "--print-address", "--address=\(address)"]
        let output = Pipe()
        process.standardOutput = output
        try process.run()
        self.process = process
        #expect(!output.fileHandleForReading.availableData.isEmpty)
    }

    func stop() {
        // Other tests have blocked milder signals, which a child inherits.
        if let process { kill(process.processIdentifier, SIGKILL) }
        process?.waitUntilExit()
        process = nil
        try? FileManager.default.removeItem(atPath: directory.path + "/bus")
    }
}

/// Somebody on a bus who says that the machine sleeps: login1 if it has the name. Waits for each answer.
final class SleepAnnouncer {
    private var bus: OpaquePointer?

    init(on address: String, name: String?) throws {
        try #require(sd_bus_new(&bus) >= 0)
        try #require(sd_bus_set_address(bus, address) >= 0)
        try #require(sd_bus_set_bus_client(bus, 1) >= 0)
        try #require(sd_bus_start(bus) >= 0)
        if let name { try #require(sd_bus_request_name(bus, name, 0) >= 0) }
    }

    deinit {
        sd_bus_flush_close_unref(bus)
    }

    /// - Parameter destination: nil for everybody.
    func announce(_ isSleeping: Bool, to destination: String? = nil) throws {
        var message: OpaquePointer?
        try #require(
            sd_bus_message_new_signal(
                bus, &message, "/org/freedesktop/login1", "org.freedesktop.login1.Manager", "PrepareForSleep") >= 0)
        defer { sd_bus_message_unref(message) }
        var value: Int32 = isSleeping ? 1 : 0
        try #require(sd_bus_message_append_basic(message, CChar(UInt8(ascii: "b")), &value) >= 0)
        if let destination { try #require(sd_bus_message_set_destination(message, destination) >= 0) }
        try #require(sd_bus_send(bus, message, nil) >= 0)
        try #require(sd_bus_flush(bus) >= 0)
    }

    /// The unique names on the bus, but for its own.
    func others() throws -> [String] {
        var names: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?
        try #require(sd_bus_list_names(bus, &names, nil) >= 0)
        var own: UnsafePointer<CChar>?
        sd_bus_get_unique_name(bus, &own)
        let ownName = own.map { String(cString: $0) }
        var found: [String] = []
        var index = 0
        while let name = names?[index] {
            found.append(String(cString: name))
            free(name)
            index += 1
        }
        free(names)
        return found.filter { $0.hasPrefix(":") && $0 != ownName }
    }
}
