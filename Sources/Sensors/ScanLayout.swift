import OrientationCore

/// Where the three axes and the timestamp lie in a scan of a kernel buffer.
///
/// The kernel puts the enabled channels one after another by their index, each aligned to its own size, and rounds
/// the whole up to the largest of them.
struct ScanLayout: Equatable, Sendable {
    /// What a channel of the scan is for.
    enum Role: Equatable, Sendable {
        case x, y, z, timestamp
        /// Enabled although nobody here asked for it.
        case other
    }

    struct Channel: Equatable, Sendable {
        var role: Role
        var index: Int
        var format: ScanFormat
    }

    private struct Place: Equatable, Sendable {
        var offset: Int
        var format: ScanFormat
    }

    /// Bytes from one scan to the next.
    let byteCount: Int
    private let x: Place
    private let y: Place
    private let z: Place
    private let timestamp: Place?

    /// - Returns: nil if an axis is missing or a format makes no sense.
    init?(_ channels: [Channel]) {
        var offset = 0
        var largest = 1
        var places: [(role: Role, place: Place)] = []
        for channel in channels.sorted(by: { $0.index < $1.index }) {
            guard channel.format.isValid else { return nil }
            let size = channel.format.byteCount
            offset = Self.align(offset, to: size)
            places.append((channel.role, Place(offset: offset, format: channel.format)))
            offset += size
            largest = max(largest, size)
        }
        func place(_ role: Role) -> Place? { places.first { $0.role == role }?.place }
        guard let x = place(.x), let y = place(.y), let z = place(.z) else { return nil }
        self.x = x
        self.y = y
        self.z = z
        timestamp = place(.timestamp)
        byteCount = Self.align(offset, to: largest)
    }

    /// The axes in counts; nil when the scan is cut short.
    func value(of scan: UnsafeRawBufferPointer) -> Vector3? {
        guard scan.count >= byteCount, let x = x.format.value(in: scan, at: x.offset),
            let y = y.format.value(in: scan, at: y.offset), let z = z.format.value(in: scan, at: z.offset)
        else { return nil }
        return Vector3(x, y, z)
    }

    /// The kernel's timestamp in nanoseconds of whatever clock the device uses.
    func kernelTime(of scan: UnsafeRawBufferPointer) -> Int64? {
        timestamp.flatMap { $0.format.integer(in: scan, at: $0.offset) }
    }

    private static func align(_ offset: Int, to size: Int) -> Int {
        (offset + size - 1) / size * size
    }
}
