/// A command line that makes no sense, in one line that says what to do. Programs exit with status 2.
public struct UsageError: Error, Equatable, CustomStringConvertible {
    public let description: String

    public init(_ description: String) {
        self.description = description
    }
}

/// Walks over the words of a command line: `--name`, `--name VALUE`, `--name=VALUE`, `-x`, operands, and `--` after
/// which everything is an operand.
///
/// ```swift
/// var words = ArgumentReader(arguments, options: ["--json", "--speed"])
/// while let word = try words.next() {
///     switch word {
///     case .option("--speed"): speed = try words.number("--speed", in: 0.01...1000)
///     case .option: json = true
///     case .operand(let file): files.append(file)
///     }
/// }
/// ```
public struct ArgumentReader {
    public enum Word: Equatable, Sendable {
        /// One of the options given to `init`.
        case option(String)
        case operand(String)
    }

    private let options: [String]
    private var words: ArraySlice<String>
    private var attached: (option: String, value: String)?
    private var onlyOperands = false

    /// - Parameter options: every option there is, with its dashes; any other one is a usage error.
    public init(_ words: some Sequence<String>, options: [String]) {
        self.words = Array(words)[...]
        self.options = options
    }

    /// The next word, or nil at the end.
    public mutating func next() throws(UsageError) -> Word? {
        if let attached { throw UsageError("option '\(attached.option)' takes no value, but '\(attached.value)' was given") }
        guard let word = words.popFirst() else { return nil }
        if onlyOperands || word == "-" || !word.hasPrefix("-") { return .operand(word) }
        if word == "--" {
            onlyOperands = true
            return try next()
        }
        let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        guard options.contains(parts[0]) else {
            throw UsageError("unknown option '\(parts[0])'" + suggestion(for: parts[0], among: options))
        }
        if parts.count == 2 { attached = (parts[0], parts[1]) }
        return .option(parts[0])
    }

    /// The value of the option just read.
    public mutating func value(_ option: String) throws(UsageError) -> String {
        if let attached {
            self.attached = nil
            return attached.value
        }
        guard let value = words.popFirst() else { throw UsageError("option '\(option)' needs a value") }
        return value
    }

    /// The value of the option just read, as a finite number inside `range`.
    public mutating func number(_ option: String, in range: ClosedRange<Double>) throws(UsageError) -> Double {
        let text = try value(option)
        guard let number = Double(text), range.contains(number) else {
            throw UsageError("option '\(option)': '\(text)' is not a number from \(shown(range.lowerBound)) to \(shown(range.upperBound))")
        }
        return number
    }

    /// The value of the option just read, as one of `names`.
    public mutating func choice(_ option: String, of names: [String]) throws(UsageError) -> String {
        try oneOf(names, try value(option), option: option)
    }

    /// All words that are left, untouched.
    public mutating func rest() -> [String] {
        defer { words = [] }
        return Array(words)
    }

    private func shown(_ value: Double) -> String {
        value == value.rounded() && value.magnitude < 1e15 ? String(Int64(value)) : String(value)
    }
}
