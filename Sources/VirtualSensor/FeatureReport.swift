/// What the host sets in the sensor: the feature report. Its bytes: id, connection, reporting, power, interval (4), sensitivity (2).
public struct FeatureReport: Equatable, Sendable {
    public var reporting: ReportingState = .none
    public var power: PowerState = .off
    /// Time between input reports in ms.
    public var interval: UInt32
    /// An axis must change by more counts (mg) than this before a report is sent; 0 sends all.
    public var sensitivity: UInt16 = 0

    /// Selectors of the Sensor page, usages 0x0840 on, counted from 1.
    public enum ReportingState: UInt8, Sendable {
        case none = 1
        case all = 2
        case threshold = 3
        case noneWake = 4
        case allWake = 5
        case thresholdWake = 6
    }

    /// Selectors of the Sensor page, usages 0x0850 on, counted from 1: D0 to D4 of the specification.
    public enum PowerState: UInt8, Sendable {
        case undefined = 1
        case full = 2
        case low = 3
        case standby = 4
        case sleep = 5
        case off = 6
    }

    static let size = 10
    /// "PC external" of the connection types: a sensor that is part of nothing.
    private static let connection: UInt8 = 3

    public init(interval: UInt32) {
        self.interval = interval
    }

    /// Reads what the host has sent; nil if it is no feature report of this sensor.
    public init?(_ bytes: some RandomAccessCollection<UInt8>) {
        let bytes = Array(bytes)
        guard bytes.count >= Self.size, bytes[0] == ReportDescriptor.reportID,
            let reporting = ReportingState(rawValue: bytes[2]),
            let power = PowerState(rawValue: bytes[3]),
            let interval = bytes.littleEndian(UInt32.self, at: 4),
            let sensitivity = bytes.littleEndian(UInt16.self, at: 8)
        else { return nil }
        self.reporting = reporting
        self.power = power
        self.interval = interval
        self.sensitivity = sensitivity
    }

    public var bytes: [UInt8] {
        var bytes = [ReportDescriptor.reportID, Self.connection, reporting.rawValue, power.rawValue]
        bytes.append(littleEndian: interval)
        bytes.append(littleEndian: sensitivity)
        return bytes
    }

    /// Whether the sensor sends reports by itself.
    public var isReporting: Bool {
        guard power == .full else { return false }
        switch reporting {
        case .all, .threshold, .allWake, .thresholdWake: return true
        case .none, .noneWake: return false
        }
    }
}
