/// The double nearest to a decimal number, ties to even: bit for bit what `strtod` gives, most times without calling it.
enum Decimal {
    /// Powers of ten that a double holds exactly; 5^22 is the last with at most 53 bits.
    private static let exactPowers: [Double] = [
        1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11,
        1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22,
    ]

    /// Powers of ten below 2^64.
    private static let wholePowers: [UInt64] = [
        1, 10, 100, 1_000, 10_000, 100_000, 1_000_000, 10_000_000, 100_000_000, 1_000_000_000, 10_000_000_000,
        100_000_000_000, 1_000_000_000_000, 10_000_000_000_000, 100_000_000_000_000, 1_000_000_000_000_000,
        10_000_000_000_000_000, 100_000_000_000_000_000, 1_000_000_000_000_000_000, 10_000_000_000_000_000_000,
    ]

    /// `mantissa` * 10^`exponent`, or nil if neither of the short ways below is exact.
    ///
    /// - Both factors exact in a double: then one multiplication or division rounds once, which is right (Clinger 1990).
    /// - 10^-exponent below 2^64: an integer division, see ``quotient(_:_:)``.
    @inline(__always)
    static func double(mantissa: UInt64, exponent: Int) -> Double? {
        if mantissa <= 1 << 53 {
            if exponent <= 0, exponent >= -22 { return Double(mantissa) / exactPowers[-exponent] }
            if exponent > 0, exponent <= 22 { return Double(mantissa) * exactPowers[exponent] }
        }
        if mantissa == 0 { return 0 }
        if exponent <= 0, exponent > -wholePowers.count { return quotient(mantissa, wholePowers[-exponent]) }
        return nil
    }

    /// `dividend` / `divisor`, rounded once; both above 0.
    ///
    /// Both are shifted up to 64 bits, so that the quotient of the dividend, lengthened by 64 bits, has 63 or 64 bits
    /// before the remainder. Those are more than ten bits beyond a double's 53, so that a remainder has to be known only
    /// as "not zero": it is put into the last bit, and the conversion to a double then rounds correctly. The scaling by a
    /// power of two is exact, since the result lies between 1e-19 and 2^64.
    static func quotient(_ dividend: UInt64, _ divisor: UInt64) -> Double {
        let up = dividend.leadingZeroBitCount
        let down = divisor.leadingZeroBitCount
        let numerator = dividend << UInt64(up)
        let denominator = divisor << UInt64(down)
        // The upper half must be below the divisor: give one bit to the lower half.
        let (quotient, remainder) = denominator.dividingFullWidth((numerator >> 1, (numerator & 1) << 63))
        let rounded = Double(remainder == 0 ? quotient : quotient | 1)
        return rounded * Double(sign: .plus, exponent: down - up - 63, significand: 1)
    }

    /// The long way, for what is left over: any decimal text, correctly rounded, in no locale.
    static func double(_ text: UnsafeBufferPointer<UInt8>) -> Double? {
        Double(String(decoding: text, as: UTF8.self))
    }
}
