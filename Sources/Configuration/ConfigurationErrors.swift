import Posix

/// Everything that is wrong with a configuration, so that one look at the log is enough to mend it.
public struct ConfigurationErrors: Error, Equatable, CustomStringConvertible {
    public let list: [Fault]

    /// One thing that is wrong.
    public struct Fault: Equatable, Sendable, CustomStringConvertible {
        public let file: String
        /// Counted from 1; nil when it is about the file as a whole.
        public let line: Int?
        /// What is wrong and what is allowed.
        public let text: String

        public var description: String {
            line.map { "\(file):\($0): \(text)" } ?? "\(file): \(text)"
        }
    }

    /// One fault a line; of very many the first ones, since such a file is no configuration at all.
    public var lines: [String] {
        let shown = list.prefix(Self.longest).map(\.description)
        return list.count > Self.longest ? shown + ["and \(list.count - Self.longest) more like these"] : shown
    }

    private static let longest = 20

    public var description: String { lines.joined(separator: "\n") }
}

/// Words of a file in a message.
func quoted(_ text: String) -> String { "'\(printable(text, longest: 160))'" }
