/// Writes the short items of a HID report descriptor (HID 1.11, section 6.2.2.2): a byte of tag, type and size, then the data.
struct HIDItems {
    private(set) var bytes: [UInt8] = []

    enum Collection: UInt8 {
        case physical = 0
        case logical = 2
    }

    /// Which report a field is part of; the raw value is the tag of its main item.
    enum Field: UInt8 {
        case input = 0x80
        case feature = 0xB0
    }

    mutating func usagePage(_ page: UInt16) { item(0x04, unsigned: page) }
    mutating func usage(_ usage: UInt16) { item(0x08, unsigned: usage) }
    mutating func reportID(_ id: UInt8) { item(0x84, unsigned: UInt16(id)) }
    mutating func collection(_ kind: Collection) { item(0xA0, unsigned: UInt16(kind.rawValue)) }
    mutating func endCollection() { bytes.append(0xC0) }

    /// The numbers a field can hold.
    mutating func logicalRange(_ low: Int32, _ high: Int32) {
        item(0x14, signed: low)
        item(0x24, signed: high)
    }

    /// The power of ten that a count is worth, -8 to 7: a nibble in two's complement.
    mutating func unitExponent(_ exponent: Int8) {
        item(0x54, unsigned: UInt16(UInt8(bitPattern: exponent) & 0x0F))
    }

    /// One number.
    mutating func value(bits: UInt8, as field: Field) {
        size(bits: bits)
        bytes += [field.rawValue | 1, 0x02]  // data, variable, absolute
    }

    /// One byte that chooses among `choices`, counted from 1.
    mutating func selector(_ usage: UInt16, choices: ClosedRange<UInt16>, as field: Field) {
        self.usage(usage)
        logicalRange(1, Int32(choices.count))
        size(bits: 8)
        collection(.logical)
        for choice in choices { self.usage(choice) }
        bytes += [field.rawValue | 1, 0x00]  // data, array, absolute
        endCollection()
    }

    private mutating func size(bits: UInt8) {
        item(0x74, unsigned: UInt16(bits))
        item(0x94, unsigned: 1)  // report count
    }

    private mutating func item(_ tag: UInt8, unsigned value: UInt16) {
        if value <= 0xFF {
            bytes += [tag | 1, UInt8(value)]
        } else {
            bytes += [tag | 2, UInt8(value & 0xFF), UInt8(value >> 8)]
        }
    }

    /// In as few bytes as keep the sign: the reader extends it.
    private mutating func item(_ tag: UInt8, signed value: Int32) {
        if let value = Int8(exactly: value) {
            bytes += [tag | 1, UInt8(bitPattern: value)]
        } else if let value = Int16(exactly: value) {
            bytes.append(tag | 2)
            bytes.append(littleEndian: value)
        } else {
            bytes.append(tag | 3)
            bytes.append(littleEndian: value)
        }
    }
}
