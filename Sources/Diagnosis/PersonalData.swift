/// What does not belong into a report that anybody can read.
public enum PersonalData {
    /// The text with names of users, of the machine and of its parts taken out.
    ///
    /// - Parameter hostname: of this machine; short ones, which may be words, only as a whole word.
    public static func removed(from text: String, hostname: String) -> String {
        text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
            var line = withoutHome(String(line))
            if !hostname.isEmpty { line = withoutWord(hostname, in: line) }
            return withoutAddress(line)
        }.joined(separator: "\n")
    }

    /// `/home/NAME/...` and `/run/user/NUMBER/...`.
    private static func withoutHome(_ line: String) -> String {
        var result = line
        for prefix in ["/home/", "/run/user/", "/Users/"] {
            var rest = result[...]
            var text = ""
            while let range = rest.firstRange(of: prefix) {
                text += rest[..<range.upperBound] + "..."
                rest = rest[range.upperBound...].drop { $0 != "/" && !$0.isWhitespace && !"'\",;:)".contains($0) }
            }
            result = text + rest
        }
        return result
    }

    private static func withoutWord(_ word: String, in line: String) -> String {
        var text = ""
        var rest = line[...]
        while let range = rest.firstRange(of: word) {
            let before = range.lowerBound > rest.startIndex ? rest[rest.index(before: range.lowerBound)] : " "
            let after = range.upperBound < rest.endIndex ? rest[range.upperBound] : " "
            let isWhole = !isWordPart(before) && !isWordPart(after)
            text += rest[..<range.lowerBound] + (isWhole ? "(host)" : word)
            rest = rest[range.upperBound...]
        }
        return text + rest
    }

    private static func isWordPart(_ character: Character) -> Bool { character.isLetter || character.isNumber || character == "_" }

    /// Six pairs of hexadecimal digits with colons between them: hardware addresses.
    private static func withoutAddress(_ line: String) -> String {
        line.split(separator: " ", omittingEmptySubsequences: false).map { word in
            let parts = word.split(separator: ":", omittingEmptySubsequences: false)
            return parts.count == 6 && parts.allSatisfy { $0.count == 2 && $0.allSatisfy(\.isHexDigit) } ? "(address)" : String(word)
        }.joined(separator: " ")
    }
}

extension Substring {
    /// The first place of a text in this.
    fileprivate func firstRange(of text: String) -> Range<Index>? {
        var start = startIndex
        while start < endIndex {
            if self[start...].hasPrefix(text) { return start..<index(start, offsetBy: text.count) }
            start = index(after: start)
        }
        return nil
    }
}
