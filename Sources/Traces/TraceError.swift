import Posix

/// A recording that cannot be read as it stands: where, what was expected there, and what was found.
public struct TraceError: Error, Equatable, Sendable, CustomStringConvertible {
    /// The file as the caller named it.
    public let file: String
    /// Counted from 1.
    public let line: Int
    /// The character at which it went wrong, counted from 1; one past the last one where something is missing at the end.
    public let column: Int
    public let expected: String
    public let found: String

    public init(file: String, line: Int, column: Int, expected: String, found: String) {
        self.file = file
        self.line = line
        self.column = column
        self.expected = expected
        self.found = found
    }

    public var description: String { "\(file):\(line):\(column): expected \(expected), found \(found)" }
}

/// What the reader of a row was looking for when it went wrong. Costs nothing until it is shown.
enum Expectation: Equatable {
    case nanoseconds
    case nanosecondsWithin64Bits
    case comma
    case number
    case exponent
    case numberWithinDouble
    case lineEnd
    case timeNotBefore(Int64)
    case orientation
    case shortLine

    var text: String {
        switch self {
        case .nanoseconds: "a time in whole nanoseconds"
        case .nanosecondsWithin64Bits: "a time below 2^63 nanoseconds"
        case .comma: "','"
        case .number: "a number"
        case .exponent: "the digits of the exponent"
        case .numberWithinDouble: "a number within the range of a double"
        case .lineEnd: "the end of the line"
        case .timeNotBefore(let time): "a time of at least \(time) (times never go back)"
        case .orientation:
            "one of portrait, portraitUpsideDown, landscapeLeft, landscapeRight, faceUp, faceDown, unknown, any"
        case .shortLine: "the end of the line within \(LineSplitter.longestLine) bytes"
        }
    }
}

/// The place in a row where an expectation was not met. The pointer is good only while the row's bytes are; it is
/// caught and put into words where they are, and never leaves the thread (errors have to be `Sendable`).
struct RowFlaw: Error, @unchecked Sendable {
    let expected: Expectation
    let place: UnsafePointer<UInt8>
}

/// Words for what stands in a text, for messages: quoted, short, and with nothing that could garble a terminal.
enum Found {
    static let endOfLine = "the end of the line"
    static let endOfFile = "the end of the file"
    static let nothing = "nothing"

    /// - Parameter bytes: from the place of the flaw to the end of the line, without the line end.
    static func text(_ bytes: some Collection<UInt8>) -> String {
        let comma = UInt8(ascii: ",")
        guard let first = bytes.first else { return endOfLine }
        if first == comma { return "','" }
        if first == 0x0d { return "a carriage return" }
        return quoted(String(decoding: bytes.prefix { $0 != comma && $0 != 0x0d }, as: UTF8.self))
    }

    static func quoted(_ text: some StringProtocol) -> String {
        if text.isEmpty { return nothing }
        return "'\(printable(text, longest: 32))'"
    }
}
