/// What a program writes to `/dev/uhid`, one message a write.
///
/// The layout is `struct uhid_event` of <linux/uhid.h>, which is packed: the type in 4 bytes, then the fields of that type.
/// The kernel fills up what a write leaves out with zeros.
public enum UHIDMessage: Equatable, Sendable {
    /// Plugs the device in.
    case create(name: String)
    /// Unplugs it.
    case destroy
    case input([UInt8])
    /// Answers ``UHIDEvent/getReport(id:kind:)``; nil says that there is no such report.
    case reply(id: UInt32, report: [UInt8]?)
    /// Answers ``UHIDEvent/setReport(id:kind:data:)``.
    case accepted(id: UInt32, Bool)

    private enum Kind {
        static let destroy: UInt32 = 1
        static let getReportReply: UInt32 = 10
        static let create2: UInt32 = 11
        static let input2: UInt32 = 12
        static let setReportReply: UInt32 = 14
    }

    /// The kernel takes sensors for sensors on USB and I2C only.
    private static let busUSB: UInt16 = 0x03
    /// pid.codes gives these numbers to everyone for tests.
    private static let testVendor: UInt32 = 0x1209
    private static let testProduct: UInt32 = 0x0001
    /// `errno` of an I/O error: there is no such report.
    private static let inputOutputError: UInt16 = 5

    public var bytes: [UInt8] {
        var bytes: [UInt8] = []
        switch self {
        case .create(let name):
            let descriptor = ReportDescriptor.bytes
            bytes.append(littleEndian: Kind.create2)
            bytes.append(name, paddedTo: 128)
            bytes.append("", paddedTo: 64)  // physical path
            bytes.append("", paddedTo: 64)  // serial number
            bytes.append(littleEndian: UInt16(descriptor.count))
            bytes.append(littleEndian: Self.busUSB)
            bytes.append(littleEndian: Self.testVendor)
            bytes.append(littleEndian: Self.testProduct)
            bytes.append(littleEndian: UInt32(0))  // version
            bytes.append(littleEndian: UInt32(0))  // country
            bytes += descriptor
        case .destroy:
            bytes.append(littleEndian: Kind.destroy)
        case .input(let report):
            bytes.append(littleEndian: Kind.input2)
            bytes.append(littleEndian: UInt16(report.count))
            bytes += report
        case .reply(let id, let report):
            bytes.append(littleEndian: Kind.getReportReply)
            bytes.append(littleEndian: id)
            bytes.append(littleEndian: report == nil ? Self.inputOutputError : 0)
            bytes.append(littleEndian: UInt16(report?.count ?? 0))
            bytes += report ?? []
        case .accepted(let id, let isAccepted):
            bytes.append(littleEndian: Kind.setReportReply)
            bytes.append(littleEndian: id)
            bytes.append(littleEndian: isAccepted ? 0 : Self.inputOutputError)
        }
        return bytes
    }
}
