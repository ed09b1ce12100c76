import OrientationCore

/// How values of one kind are written.
struct ValueForm<Value> {
    /// What it is, for "'VALUE' is not ...".
    let what: String
    /// What may be written.
    let allowed: String
    let read: (String) -> Value?
    /// A text that `read` reads as the same value.
    let write: (Value) -> String
    /// Why `read` does not take a text, where that is not plain from what is allowed.
    var flaw: (String) -> String? = { _ in nil }
}

extension ValueForm {
    /// The same, or `word` for nil.
    func orNil(_ word: String) -> ValueForm<Value?> {
        ValueForm<Value?>(
            what: what, allowed: "\(word), \(allowed)",
            read: { text in text == word ? .some(nil) : read(text).map { .some($0) } },
            write: { value in value.map(write) ?? word }, flaw: flaw)
    }
}

extension ValueForm where Value == String {
    static func text(_ what: String, allowed: String, where isAllowed: @escaping (String) -> Bool = { _ in true }) -> Self {
        ValueForm(what: what, allowed: allowed, read: { isAllowed($0) ? $0 : nil }, write: { $0 })
    }
}

extension ValueForm where Value == Double {
    /// A decimal number with a point; with or without its unit behind it.
    static func number(_ what: String, in range: ClosedRange<Double>, unit: String) -> Self {
        ValueForm(
            what: what, allowed: "\(shortest(range.lowerBound)) to \(shortest(range.upperBound)) (\(unit))",
            read: { text in
                let digits = text.hasSuffix(unit) ? text.dropLast(unit.count) : text[...]
                let value = decimal(digits.last == " " ? digits.dropLast() : digits)
                return value.flatMap { range.contains($0) ? $0 : nil }
            },
            write: shortest)
    }
}

extension ValueForm where Value == Vector3 {
    /// A number for each axis, with commas between them.
    static func axes(_ what: String, in range: ClosedRange<Double>, unit: String) -> Self {
        ValueForm(
            what: what, allowed: "x,y,z, each \(shortest(range.lowerBound)) to \(shortest(range.upperBound)) (\(unit))",
            read: { text in
                let words = text.split(separator: ",", omittingEmptySubsequences: false).map { $0.drop { $0 == " " } }
                let numbers = words.compactMap { decimal($0) }.filter { range.contains($0) }
                return words.count == 3 && numbers.count == 3 ? Vector3(numbers[0], numbers[1], numbers[2]) : nil
            },
            write: { "\(shortest($0.x)),\(shortest($0.y)),\(shortest($0.z))" })
    }
}

extension ValueForm where Value == Int {
    static func count(_ what: String, in range: ClosedRange<Int>) -> Self {
        ValueForm(
            what: what, allowed: "\(range.lowerBound) to \(range.upperBound)",
            read: { text in Int(text).flatMap { range.contains($0) ? $0 : nil } }, write: { String($0) })
    }

    /// Bytes, or with K, M, G in steps of 1024, as systemd writes sizes.
    static func size(_ what: String, in range: ClosedRange<Int>) -> Self {
        ValueForm(
            what: what, allowed: "\(sizeText(range.lowerBound)) to \(sizeText(range.upperBound)) (bytes, or with K, M or G)",
            read: { text in
                let unit = sizeUnits.first { text.hasSuffix($0.name) }
                guard let value = decimal(text.dropLast(unit == nil ? 0 : 1)), value >= 0, value < 1e9 else { return nil }
                let bytes = (value * Double(unit?.bytes ?? 1)).rounded()
                return Int(exactly: bytes).flatMap { range.contains($0) ? $0 : nil }
            },
            write: sizeText)
    }
}

extension ValueForm where Value == UInt32 {
    /// Permission bits in octal.
    static var mode: Self {
        ValueForm(
            what: "a file mode", allowed: "0000 to 0777 (octal)",
            read: { text in
                let isOctal = !text.isEmpty && text.allSatisfy { ("0"..."7").contains($0) }
                return isOctal ? UInt32(text, radix: 8).flatMap { $0 <= 0o777 ? $0 : nil } : nil
            },
            write: { "0" + String($0, radix: 8) })
    }
}

extension ValueForm where Value == Bool {
    /// As systemd reads booleans.
    static var boolean: Self {
        ValueForm(
            what: "yes or no", allowed: "yes, no (or true, false, on, off, 1, 0)",
            read: { text in
                switch text.lowercased() {
                case "yes", "y", "true", "t", "on", "1": true
                case "no", "n", "false", "f", "off", "0": false
                case _: nil
                }
            },
            write: { $0 ? "yes" : "no" })
    }
}

extension ValueForm where Value == Interval {
    /// A span as systemd writes it: numbers with units that add up; without a unit, seconds (systemd.time(7)).
    static func span(_ what: String) -> Self {
        ValueForm(
            what: what, allowed: "a time such as 30s, 500ms, 1min 30s, 2h (seconds without a unit)", read: span(_:),
            write: { "\($0.nanoseconds % 1_000_000_000 == 0 ? "\($0.nanoseconds / 1_000_000_000)s" : "\($0.nanoseconds / 1_000_000)ms")" })
    }

    private static func span(_ text: String) -> Interval? {
        var rest = text[...].drop { $0 == " " }
        var sum = 0.0
        if rest.isEmpty { return nil }
        while !rest.isEmpty {
            let digits = rest.prefix { $0.isNumber || $0 == "." }
            rest = rest[digits.endIndex...].drop { $0 == " " }
            let unit = rest.prefix { $0.isLetter }
            rest = rest[unit.endIndex...].drop { $0 == " " }
            guard let count = decimal(digits), let seconds = unit.isEmpty ? 1 : timeUnits[String(unit)] else { return nil }
            sum += count * seconds
        }
        // A hundred years is more than anybody waits, and far from overflow.
        return sum <= 3e9 ? Interval(nanoseconds: Int64((sum * 1e9).rounded())) : nil
    }
}

extension ValueForm where Value == MountMatrix {
    static var matrix: Self {
        ValueForm(
            what: "a usable mount matrix", allowed: "x1,y1,z1;x2,y2,z2;x3,y3,z3, three different rows of length 1",
            read: { try? MountMatrix(parsing: $0) }, write: { "\($0)" },
            flaw: { text in
                do throws(MountMatrix.Flaw) {
                    _ = try MountMatrix(parsing: text)
                    return nil
                } catch {
                    return error.description
                }
            })
    }
}

extension ValueForm where Value == OrientationMask {
    static var mask: Self {
        ValueForm(
            what: "a set of interface orientations",
            allowed: "one or more of " + OrientationMask.named.map(\.name).joined(separator: ", "),
            read: { text in OrientationMask(names: text.split { $0 == "," || $0.isWhitespace }) },
            write: { $0.names.joined(separator: " ") })
    }
}

extension ValueForm {
    /// One of a few words.
    static func word(_ what: String, _ choices: [(String, Value)]) -> Self where Value: Equatable {
        ValueForm(
            what: what, allowed: choices.map(\.0).joined(separator: ", "),
            read: { text in choices.first { $0.0 == text }?.1 },
            write: { value in choices.first { $0.1 == value }?.0 ?? "" })
    }

    static func word(_ what: String) -> Self where Value: CaseIterable & RawRepresentable & Equatable, Value.RawValue == String {
        word(what, Value.allCases.map { ($0.rawValue, $0) })
    }
}

/// A plain decimal number: no `nan`, no `inf`, nothing hexadecimal.
private func decimal(_ text: Substring) -> Double? {
    guard let first = text.first, text.allSatisfy({ "0123456789+-.".contains($0) }), first != "+" else { return nil }
    return Double(text)
}

private func shortest(_ value: Double) -> String {
    Int(exactly: value).map { String($0) } ?? String(value)
}

private let sizeUnits: [(name: String, bytes: Int)] = [("G", 1 << 30), ("M", 1 << 20), ("K", 1 << 10)]

private func sizeText(_ bytes: Int) -> String {
    let unit = sizeUnits.first { bytes >= $0.bytes && bytes % $0.bytes == 0 }
    return unit.map { "\(bytes / $0.bytes)\($0.name)" } ?? String(bytes)
}

/// Seconds in each unit of systemd.time(7) that makes sense here.
private let timeUnits: [String: Double] = [
    "us": 1e-6, "usec": 1e-6, "ms": 1e-3, "msec": 1e-3,
    "s": 1, "sec": 1, "second": 1, "seconds": 1,
    "m": 60, "min": 60, "minute": 60, "minutes": 60,
    "h": 3600, "hr": 3600, "hour": 3600, "hours": 3600,
    "d": 86_400, "day": 86_400, "days": 86_400, "w": 604_800, "week": 604_800, "weeks": 604_800,
]
