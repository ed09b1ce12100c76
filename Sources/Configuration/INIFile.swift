/// A text in systemd's INI form, taken apart but not understood.
///
/// Sections are `[Name]`, assignments `key = value`, comments whole lines that begin with `#` or `;`. A line that ends with
/// a backslash goes on in the next one, with a blank for the backslash and comment lines left out (systemd.syntax(7)).
struct INIFile {
    private(set) var entries: [Entry] = []
    private(set) var faults: [ConfigurationErrors.Fault] = []

    enum Entry: Equatable {
        case section(String, Place)
        case assignment(key: String, value: String, Place)
    }

    struct Place: Equatable {
        let file: String
        let line: Int

        func fault(_ text: String) -> ConfigurationErrors.Fault {
            ConfigurationErrors.Fault(file: file, line: line, text: text)
        }
    }

    init(text: String, file: String) {
        var begun: (text: String, line: Int)?
        for (index, raw) in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).enumerated() {
            let line = Self.trimmed(raw)
            if line.first == "#" || line.first == ";" { continue }
            let start = begun?.line ?? index + 1
            let whole = (begun?.text ?? "") + line
            if whole.hasSuffix("\\") {
                begun = (whole.dropLast() + " ", start)
                continue
            }
            begun = nil
            take(whole, Place(file: file, line: start))
        }
        if let begun { take(begun.text, Place(file: file, line: begun.line)) }
    }

    private mutating func take(_ line: String, _ place: Place) {
        if line.isEmpty { return }
        if line.first == "[" {
            guard line.last == "]", line.count > 2 else {
                faults.append(place.fault("\(quoted(line)) is not a section; allowed: [Name]"))
                return
            }
            entries.append(.section(String(line.dropFirst().dropLast()), place))
            return
        }
        guard let sign = line.firstIndex(of: "="), sign > line.startIndex else {
            faults.append(place.fault("\(quoted(line)) is not an assignment; allowed: key = value, [Section], # comment"))
            return
        }
        let value = Self.trimmed(line[line.index(after: sign)...])
        entries.append(.assignment(key: Self.trimmed(line[..<sign]), value: value, place))
    }

    private static func trimmed(_ text: Substring) -> String {
        guard let first = text.firstIndex(where: { !$0.isWhitespace }),
            let last = text.lastIndex(where: { !$0.isWhitespace })
        else { return "" }
        return String(text[first...last])
    }
}
