extension [UInt8] {
    /// Appends a number with its low byte first, as HID reports have it, and the kernel on the machines that this runs on.
    mutating func append<Number: FixedWidthInteger>(littleEndian number: Number) {
        Swift.withUnsafeBytes(of: number.littleEndian) { append(contentsOf: $0) }
    }

    /// Appends `text` cut or filled with zeros to `count` bytes, the last of which is zero.
    mutating func append(_ text: String, paddedTo count: Int) {
        let kept = text.utf8.prefix(count - 1)
        append(contentsOf: kept)
        append(contentsOf: repeatElement(0, count: count - kept.count))
    }
}

extension RandomAccessCollection<UInt8> where Index == Int {
    /// The number at `offset` from the start, low byte first; nil beyond the end.
    func littleEndian<Number: FixedWidthInteger>(_: Number.Type, at offset: Int) -> Number? {
        let size = Number.bitWidth / 8
        guard offset >= 0, offset + size <= count else { return nil }
        var number: Number = 0
        for index in 0..<size { number |= Number(truncatingIfNeeded: self[startIndex + offset + index]) << Number(8 * index) }
        return number
    }
}
