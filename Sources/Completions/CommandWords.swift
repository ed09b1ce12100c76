/// What may stand after a command: read off the same help that people read, so that the two cannot differ.
public struct CommandWords: Equatable, Sendable {
    public struct Option: Equatable, Sendable {
        /// With its dashes.
        public let name: String
        /// What follows it; nil for a switch.
        public let value: Value?
        /// The beginning of what its help says; may be empty.
        public let help: String
    }

    /// What a word can be.
    public enum Value: Equatable, Sendable {
        case file
        case words([String])
        /// A number, a name: nothing that a shell can know.
        case anything
    }

    public let name: String
    public let summary: String
    public private(set) var options: [Option] = []
    /// What is not an option; nil if the command takes none.
    public private(set) var operand: Value?

    /// - Parameter synopsis: the usage line behind the name: `[--wait SECONDS] [device|interface]`.
    /// - Parameter details: the rest of the help, each option on a line of its own behind two blanks.
    public init(name: String, synopsis: String, summary: String, details: String) {
        self.name = name
        self.summary = summary
        var lines = details.split(separator: "\n", omittingEmptySubsequences: false)[...]
        while let line = lines.popFirst() {
            guard line.hasPrefix("  -") else { continue }
            let helpStart = line.dropFirst(2).firstRange(ofBlanks: 2)
            let head = line.dropFirst(2)[..<(helpStart ?? line.endIndex)].split(separator: " ")
            var help = helpStart.map { [line[$0...]] } ?? []
            // What does not fit goes on below, further in.
            while let next = lines.first, next.hasPrefix("      ") { help.append(lines.removeFirst()[...]) }
            add(String(head[0]), head.count > 1 ? String(head[1]) : nil, Self.gist(help))
        }
        var words = synopsis.split { " []".contains($0) }[...]
        while let word = words.popFirst() {
            if word == "|" || word == "OPTION..." { continue }
            guard word.hasPrefix("-") else {
                operand = operand ?? Self.value(String(word))
                continue
            }
            let value = words.first.flatMap { $0.first?.isUppercase == true ? $0 : nil }
            if value != nil { words.removeFirst() }
            add(String(word), value.map(String.init), "")
        }
    }

    private mutating func add(_ option: String, _ value: String?, _ help: String) {
        guard !options.contains(where: { $0.name == option }) else { return }
        options.append(Option(name: option, value: value.map(Self.value), help: help))
    }

    /// One line up to where the details begin.
    private static func gist(_ lines: [Substring]) -> String {
        let words = lines.flatMap { $0.split(separator: " ") }
        let end = words.firstIndex { $0.hasSuffix(";") || $0.hasSuffix(":") || $0.hasSuffix(".") }
        let text = words.prefix(through: end ?? words.count - 1).joined(separator: " ")
        return end == nil ? text : String(text.dropLast())
    }

    private static let interfaces = ["portrait", "portraitUpsideDown", "landscapeRight", "landscapeLeft", "landscape"]

    private static func value(_ word: String) -> Value {
        let parts = word.split(separator: "|").map(String.init)
        if parts.contains(where: { $0.hasPrefix("FILE") || $0.hasPrefix("OUT") || $0 == "DIR" || $0 == "PATH" }) { return .file }
        if parts.count > 1, parts.allSatisfy({ $0.first?.isLowercase == true }) { return .words(parts) }
        switch word {
        case "MASK": return .words(interfaces + ["allButUpsideDown", "all"])
        case "NAME": return .words(interfaces)
        case _: return .anything
        }
    }
}

extension Substring {
    /// Where so many blanks in a row begin.
    fileprivate func firstRange(ofBlanks count: Int) -> Index? {
        indices.first { self[$0...].prefix(count).count == count && self[$0...].prefix(count).allSatisfy { $0 == " " } }
    }
}
