/// What the kernel says on `/dev/uhid`, one event a read.
public enum UHIDEvent: Equatable, Sendable {
    /// A driver has taken the device.
    case start
    /// The driver has let go of it.
    case stop
    /// Somebody listens to it.
    case open
    case close
    case getReport(id: UInt32, kind: ReportKind)
    case setReport(id: UInt32, kind: ReportKind, data: [UInt8])
    /// Of no use to a sensor.
    case other(UInt32)

    public enum ReportKind: UInt8, Sendable {
        case feature = 0
        case output = 1
        case input = 2
    }

    /// The largest event, `sizeof(struct uhid_event)`: the type and `UHID_CREATE2` with 4,096 bytes of descriptor.
    public static let largest = 4 + 276 + 4096

    /// Reads an event; nil if it is cut short or contradicts itself.
    public init?(_ bytes: some RandomAccessCollection<UInt8>) {
        let bytes = Array(bytes)
        guard let type = bytes.littleEndian(UInt32.self, at: 0) else { return nil }
        switch type {
        case 2: self = .start
        case 3: self = .stop
        case 4: self = .open
        case 5: self = .close
        case 9:
            guard let id = bytes.littleEndian(UInt32.self, at: 4), bytes.count > 9, let kind = ReportKind(rawValue: bytes[9]) else {
                return nil
            }
            self = .getReport(id: id, kind: kind)
        case 13:
            guard let id = bytes.littleEndian(UInt32.self, at: 4), bytes.count > 9, let kind = ReportKind(rawValue: bytes[9]),
                let size = bytes.littleEndian(UInt16.self, at: 10), bytes.count >= 12 + Int(size)
            else { return nil }
            self = .setReport(id: id, kind: kind, data: Array(bytes[12..<(12 + Int(size))]))
        default:
            self = .other(type)
        }
    }
}
