@testable import Sensors

enum ScanFuzzing {
    /// Lines of type strings, a zero, then the bytes of scans.
    static func run(_ bytes: UnsafeRawBufferPointer) {
        let end = bytes.firstIndex(of: 0) ?? bytes.endIndex
        let formats = text(UnsafeRawBufferPointer(rebasing: bytes[..<end])).split(separator: "\n").prefix(8).map { line in
            try? ScanFormat(parsing: line)
        }
        let scan = UnsafeRawBufferPointer(rebasing: bytes[min(end + 1, bytes.endIndex)...])
        let roles: [ScanLayout.Role] = [.x, .y, .z, .timestamp, .other]
        var channels: [ScanLayout.Channel] = []
        for (index, format) in formats.enumerated() {
            guard let format else { continue }
            for offset in -1...(scan.count + 1) { check(format, format.value(in: scan, at: offset)) }
            channels.append(ScanLayout.Channel(role: roles[index % roles.count], index: index, format: format))
        }
        guard let layout = ScanLayout(channels) else { return }
        let isWhole = scan.count >= layout.byteCount
        require((layout.value(of: scan) != nil) == isWhole, "a whole scan has its value")
        if isWhole { _ = layout.kernelTime(of: scan) }
    }

    private static func check(_ format: ScanFormat, _ value: Double?) {
        guard let value else { return }
        var limit = 1.0
        for _ in 0..<(format.isSigned ? format.bits - 1 : format.bits) { limit *= 2 }
        require(value <= limit && value >= (format.isSigned ? -limit : 0), "a value has no more bits than its format")
    }
}
