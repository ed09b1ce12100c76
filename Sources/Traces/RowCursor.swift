import OrientationCore

/// Reads a row character by character: `t_ns,x,y,z`.
///
/// There is no check for the end of the bytes: a row ends with a newline, and nothing that is read here goes past one.
/// Whoever makes a cursor sees to it that the last byte is a newline.
struct RowCursor {
    var position: UnsafePointer<UInt8>

    @inline(__always)
    private var byte: UInt8 { position.pointee }

    /// - Returns: the sample, with the cursor behind the newline.
    @inline(__always)
    mutating func sample() throws(RowFlaw) -> RawSample {
        let time = try nanoseconds()
        try comma()
        let x = try number()
        try comma()
        let y = try number()
        try comma()
        let z = try number()
        try lineEnd()
        return RawSample(timestamp: Timestamp(nanoseconds: time), value: Vector3(x, y, z))
    }

    /// Digits, nothing else.
    @inline(__always)
    mutating func nanoseconds() throws(RowFlaw) -> Int64 {
        let start = position
        var value: UInt64 = 0
        while let digit = digit() { value = value &* 10 &+ digit }
        let count = position - start
        if count == 0 { throw RowFlaw(expected: .nanoseconds, place: start) }
        // 18 digits are below 2^63 whatever they are; more are read again with care.
        if count > 18 { return try longNanoseconds(from: start) }
        return Int64(bitPattern: value)
    }

    private func longNanoseconds(from start: UnsafePointer<UInt8>) throws(RowFlaw) -> Int64 {
        let text = String(decoding: UnsafeBufferPointer(start: start, count: position - start), as: UTF8.self)
        guard let value = Int64(text) else { throw RowFlaw(expected: .nanosecondsWithin64Bits, place: start) }
        return value
    }

    /// A decimal number: sign, digits, point, exponent. No `nan`, no `inf`, nothing hexadecimal, no blanks.
    @inline(__always)
    mutating func number() throws(RowFlaw) -> Double {
        let start = position
        let isNegative = byte == UInt8(ascii: "-")
        if isNegative || byte == UInt8(ascii: "+") { position += 1 }
        let first = position
        var mantissa: UInt64 = 0
        while let digit = digit() { mantissa = mantissa &* 10 &+ digit }
        var digits = position - first
        var exponent = 0
        if byte == UInt8(ascii: ".") {
            position += 1
            let fraction = position
            while let digit = digit() { mantissa = mantissa &* 10 &+ digit }
            exponent = fraction - position
            digits -= exponent
        }
        if digits == 0 { throw RowFlaw(expected: .number, place: start) }
        if byte | 0x20 == UInt8(ascii: "e") { exponent += try self.exponent() }
        // 19 digits are the most that fit into 64 bits whatever they are.
        if digits <= 19, let value = Decimal.double(mantissa: mantissa, exponent: exponent) {
            return isNegative ? -value : value
        }
        return try longNumber(from: start)
    }

    @inline(never)
    private func longNumber(from start: UnsafePointer<UInt8>) throws(RowFlaw) -> Double {
        let value = Decimal.double(UnsafeBufferPointer(start: start, count: position - start))
        guard let value, value.isFinite else { throw RowFlaw(expected: .numberWithinDouble, place: start) }
        return value
    }

    /// The exponent behind an `e`, as far as it matters: beyond a million it stays where it is.
    @inline(never)
    private mutating func exponent() throws(RowFlaw) -> Int {
        position += 1
        let isNegative = byte == UInt8(ascii: "-")
        if isNegative || byte == UInt8(ascii: "+") { position += 1 }
        let first = position
        var value = 0
        while let digit = digit() { value = min(value * 10 + Int(digit), 1_000_000) }
        if position == first { throw RowFlaw(expected: .exponent, place: first) }
        return isNegative ? -value : value
    }

    @inline(__always)
    mutating func comma() throws(RowFlaw) {
        guard byte == UInt8(ascii: ",") else { throw RowFlaw(expected: .comma, place: position) }
        position += 1
    }

    /// A newline, with or without a carriage return before it.
    @inline(__always)
    mutating func lineEnd() throws(RowFlaw) {
        if byte == UInt8(ascii: "\r"), position[1] == UInt8(ascii: "\n") { position += 1 }
        guard byte == UInt8(ascii: "\n") else { throw RowFlaw(expected: .lineEnd, place: position) }
        position += 1
    }

    /// Goes behind the next newline.
    mutating func skipLine() {
        while byte != UInt8(ascii: "\n") { position += 1 }
        position += 1
    }

    /// The bytes up to a line end, not including it.
    mutating func restOfLine() -> UnsafeBufferPointer<UInt8> {
        let start = position
        while byte != UInt8(ascii: "\n") { position += 1 }
        var count = position - start
        if count > 0, start[count - 1] == UInt8(ascii: "\r") { count -= 1 }
        position = start + count
        return UnsafeBufferPointer(start: start, count: count)
    }

    @inline(__always)
    private mutating func digit() -> UInt64? {
        let value = byte &- UInt8(ascii: "0")
        guard value < 10 else { return nil }
        position += 1
        return UInt64(value)
    }
}
