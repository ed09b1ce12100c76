/// How one value lies in a scan of a kernel buffer: the text of `scan_elements/in_accel_x_type`.
///
/// The form is `[be|le]:[s|u]BITS/STORAGE[Xrepeat]>>SHIFT` (kernel, Documentation/ABI/testing/sysfs-bus-iio).
struct ScanFormat: Equatable, Sendable {
    var isBigEndian: Bool
    var isSigned: Bool
    /// Bits that count. Whatever stands above them is junk.
    var bits: Int
    /// Bits of one value in memory: 8, 16, 32 or 64.
    var storageBits: Int
    /// Values of this format one after another.
    var repeats: Int
    /// Bits to drop at the low end.
    var shift: Int

    struct Flaw: Error, Equatable, CustomStringConvertible {
        let text: String
        var description: String { "'\(text)' is no scan format (expected for example le:s12/16>>4)" }
    }

    init(isBigEndian: Bool = false, isSigned: Bool = true, bits: Int, storageBits: Int, repeats: Int = 1, shift: Int = 0) {
        self.isBigEndian = isBigEndian
        self.isSigned = isSigned
        self.bits = bits
        self.storageBits = storageBits
        self.repeats = repeats
        self.shift = shift
    }

    init(parsing text: some StringProtocol) throws(Flaw) {
        let flaw = Flaw(text: String(text.filter { $0 != "\n" }))
        var rest = Substring(text).drop { $0 == " " }
        func take(_ word: String) -> Bool {
            guard rest.hasPrefix(word) else { return false }
            rest = rest.dropFirst(word.count)
            return true
        }
        func number() -> Int? {
            let digits = rest.prefix { ("0"..."9").contains($0) }
            rest = rest.dropFirst(digits.count)
            return Int(digits)
        }
        let bigEndian = take("be:")
        guard bigEndian || take("le:") else { throw flaw }
        // Capitals once said that the bits fill the storage.
        let signed = take("s") || take("S")
        guard signed || take("u") || take("U") else { throw flaw }
        guard let bits = number(), take("/"), let storage = number() else { throw flaw }
        var repeats = 1
        if take("X") {
            guard let count = number() else { throw flaw }
            repeats = max(1, count)
        }
        guard take(">>"), let shift = number(), rest.allSatisfy({ $0 == "\n" || $0 == " " }) else { throw flaw }
        self.init(isBigEndian: bigEndian, isSigned: signed, bits: bits, storageBits: storage, repeats: repeats, shift: shift)
        guard isValid else { throw flaw }
    }

    /// It fits together: a storage size that exists, and the bits inside it.
    var isValid: Bool {
        [8, 16, 32, 64].contains(storageBits) && bits > 0 && shift >= 0 && bits + shift <= storageBits && (1...64).contains(repeats)
    }

    /// Bytes of all repeats; also what the element is aligned to.
    var byteCount: Int { storageBits / 8 * repeats }

    /// The first value at `offset`, its bits sign-extended to 64; nil if the scan ends before.
    func integer(in scan: UnsafeRawBufferPointer, at offset: Int) -> Int64? {
        let width = storageBits / 8
        guard offset >= 0, offset + width <= scan.count else { return nil }
        var word: UInt64 = 0
        for index in 0..<width {
            word = word << 8 | UInt64(scan[offset + (isBigEndian ? index : width - 1 - index)])
        }
        word >>= UInt64(shift)
        let unused = UInt64(64 - bits)
        return isSigned ? Int64(bitPattern: word << unused) >> Int64(unused) : Int64(bitPattern: (word << unused) >> unused)
    }

    /// The first value at `offset` as a number of counts.
    func value(in scan: UnsafeRawBufferPointer, at offset: Int) -> Double? {
        guard let integer = integer(in: scan, at: offset) else { return nil }
        return isSigned ? Double(integer) : Double(UInt64(bitPattern: integer))
    }
}
