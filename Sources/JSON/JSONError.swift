/// Why a text is not JSON that this program takes, and where.
public struct JSONError: Error, Equatable, CustomStringConvertible {
    public enum Kind: Sendable {
        case syntax
        case invalidUTF8
        case duplicateKey
        /// An integer beyond 64 bits, or a real beyond the range of a double.
        case numberOutOfRange
        /// A zero character (`\u0000`) in a string: refused, because C code behind us would take it for the end.
        case zeroCharacter
        case tooDeep
        case outOfMemory
    }

    public let kind: Kind
    /// Bytes from the start of the text to where reading stopped.
    public let offset: Int
    /// Counted from 1.
    public let line: Int
    /// In characters, as far as reading came; 0 before the first.
    public let column: Int
    /// What is wrong, for people.
    public let reason: String

    public var description: String { "line \(line), column \(column): \(reason)" }
}
