import OrientationCore

/// Reads the lines before the rows: `# key: value`, then the names of the columns.
struct HeaderParser {
    private let file: String
    private var entries: [Entry] = []

    static let columns = "t_ns,x,y,z"
    /// Keys that calculate, and so may stand only once.
    private static let calculating = ["unit", "convention", "scale", "offset", "mount_matrix", "rate_hz"]

    private struct Entry {
        let key: String
        /// Part of the line, so that its place in it is known.
        let value: Substring
        let line: Int
    }

    init(file: String) {
        self.file = file
    }

    /// - Parameter text: a line without its end.
    /// - Returns: the finished header when the line is the one with the names of the columns.
    mutating func header(after text: String, line: Int) throws(TraceError) -> TraceHeader? {
        if text == Self.columns { return try header(line) }
        guard text.first == "#" else {
            throw error(line, 1, "'# key: value' or '\(Self.columns)'", text.isEmpty ? "an empty line" : Found.quoted(text))
        }
        let body = text.dropFirst().drop { $0 == " " }
        guard let colon = body.firstIndex(of: ":"), colon > body.startIndex else {
            throw error(line, column(of: body, in: text), "'key: value' after '#'", Found.quoted(body))
        }
        let key = String(body[..<colon])
        var value = body[body.index(after: colon)...].drop { $0 == " " || $0 == "\t" }
        while let last = value.last, last == " " || last == "\t" { value.removeLast() }
        if Self.calculating.contains(key), let before = entries.first(where: { $0.key == key }) {
            throw error(line, column(of: body, in: text), "no second '\(key)' after line \(before.line)", Found.quoted(body))
        }
        entries.append(Entry(key: key, value: value, line: line))
        return nil
    }

    /// The file ended before the rows began.
    func cut(line: Int) -> TraceError {
        error(line, 1, "'# key: value' or '\(Self.columns)'", Found.endOfFile)
    }

    private func header(_ line: Int) throws(TraceError) -> TraceHeader {
        let unit: TraceUnit = try choice("unit", before: line)
        let convention: SignConvention = try choice("convention", before: line)
        var header = TraceHeader(unit: unit, convention: convention)
        switch unit {
        case .raw:
            let scale = try required("scale", before: line)
            header.scale = try axes(scale, orOne: true)
            if header.scale.x == 0 || header.scale.y == 0 || header.scale.z == 0 {
                throw error(scale, "a scale other than 0")
            }
            if let offset = entry("offset") { header.offset = try axes(offset, orOne: false) }
        case .metersPerSecondSquared, .standardGravity, .milliGravity:
            for key in ["scale", "offset"] {
                if let entry = entry(key) { throw error(entry, "no \(key) with the unit \(unit.rawValue), only with raw") }
            }
        }
        if let entry = entry("mount_matrix") { header.mountMatrix = try matrix(entry) }
        if let entry = entry("rate_hz") {
            guard let rate = number(entry.value), rate > 0 else { throw error(entry, "a rate in Hz above 0") }
            header.rate = rate
        }
        for entry in entries where !Self.calculating.contains(entry.key) {
            header.notes.append(.init(key: entry.key, value: String(entry.value)))
        }
        return header
    }

    private func entry(_ key: String) -> Entry? {
        entries.first { $0.key == key }
    }

    private func required(_ key: String, before line: Int) throws(TraceError) -> Entry {
        guard let entry = entry(key) else { throw error(line, 1, "the key '\(key)' before the rows", "none") }
        return entry
    }

    private func choice<Choice>(_ key: String, before line: Int) throws(TraceError) -> Choice
    where Choice: CaseIterable & RawRepresentable, Choice.RawValue == String {
        let entry = try required(key, before: line)
        guard let choice = Choice(rawValue: String(entry.value)) else {
            throw error(entry, "one of \(Choice.allCases.map(\.rawValue).joined(separator: ", "))")
        }
        return choice
    }

    /// Three numbers with blanks or commas between them; or one that counts for all three.
    private func axes(_ entry: Entry, orOne: Bool) throws(TraceError) -> Vector3 {
        let words = entry.value.split { $0 == " " || $0 == "\t" || $0 == "," }
        var numbers: [Double] = []
        for word in words {
            guard let number = number(word) else {
                throw error(entry.line, column(of: word, in: entry.value.base), "a number", Found.quoted(word))
            }
            numbers.append(number)
        }
        if orOne, numbers.count == 1 { return Vector3(numbers[0], numbers[0], numbers[0]) }
        guard numbers.count == 3 else { throw error(entry, orOne ? "one number or three" : "three numbers") }
        return Vector3(numbers[0], numbers[1], numbers[2])
    }

    private func matrix(_ entry: Entry) throws(TraceError) -> MountMatrix {
        do throws(MountMatrix.Flaw) {
            return try MountMatrix(parsing: String(entry.value))
        } catch {
            throw self.error(entry, "a mount matrix x1,y1,z1;x2,y2,z2;x3,y3,z3", "one that \(error)")
        }
    }

    /// A finite decimal number; read as the rows' are.
    private func number(_ text: Substring) -> Double? {
        let bytes = Array(text.utf8) + [UInt8(ascii: "\n")]
        return bytes.withUnsafeBufferPointer { bytes in
            guard let start = bytes.baseAddress else { return nil }
            var cursor = RowCursor(position: start)
            guard let value = try? cursor.number(), (try? cursor.lineEnd()) != nil else { return nil }
            return value
        }
    }

    private func column(of part: Substring, in line: String) -> Int {
        line.unicodeScalars.distance(from: line.startIndex, to: part.startIndex) + 1
    }

    private func error(_ entry: Entry, _ expected: String, _ found: String? = nil) -> TraceError {
        error(entry.line, column(of: entry.value, in: entry.value.base), expected, found ?? Found.quoted(entry.value))
    }

    private func error(_ line: Int, _ column: Int, _ expected: String, _ found: String) -> TraceError {
        TraceError(file: file, line: line, column: column, expected: expected, found: found)
    }
}
