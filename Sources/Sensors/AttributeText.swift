import OrientationCore

/// Reading of sysfs attributes. All of it is independent of the locale: the kernel writes decimal points.
enum AttributeText {
    /// A finite number, blanks and the newline around it ignored; nil for anything else, so that garbage never becomes 0.
    static func number(_ text: some StringProtocol) -> Double? {
        guard let word = words(text).first, words(text).count == 1, let number = Double(word), number.isFinite else { return nil }
        return number
    }

    /// The numbers of a list such as `12.5 25 50`, or nil if one of them is none.
    static func numbers(_ text: some StringProtocol) -> [Double]? {
        var numbers: [Double] = []
        for word in words(text) {
            guard let number = Double(word), number.isFinite else { return nil }
            numbers.append(number)
        }
        return numbers
    }

    /// A text as the kernel takes it: whole numbers without a fraction, others with at most six decimals.
    static func text(_ number: Double) -> String {
        guard number.magnitude < 1e12 else { return String(number) }
        let millionths = Int64((number * 1e6).rounded())
        let fraction = millionths.magnitude % 1_000_000
        let sign = millionths < 0 ? "-" : ""
        let whole = "\(sign)\(millionths.magnitude / 1_000_000)"
        if fraction == 0 { return whole }
        var digits = String(fraction)
        digits = String(repeating: "0", count: 6 - digits.count) + digits
        while digits.last == "0" { digits.removeLast() }
        return "\(whole).\(digits)"
    }

    private static func words(_ text: some StringProtocol) -> [Substring] {
        Substring(text).split { $0 == " " || $0 == "\t" || $0 == "\n" || $0 == "\0" }
    }
}
