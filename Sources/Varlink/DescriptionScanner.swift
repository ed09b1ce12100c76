/// Cuts the text of a description into words and signs; blanks and comments separate them.
struct DescriptionScanner {
    private let bytes: [UInt8]
    private var position = 0
    /// Where the token begins that was looked at last.
    private var tokenStart = 0

    init(_ text: String) {
        bytes = Array(text.utf8)
    }

    enum Token: Equatable {
        /// Letters, digits, `_`, `-`, `.`.
        case word(String)
        /// `->` or one of `( ) [ ] , : ?`.
        case sign(String)
        case end

        var words: String {
            switch self {
            case .word(let text), .sign(let text): "\"\(text)\""
            case .end: "the end"
            }
        }
    }

    mutating func next() throws(DescriptionError) -> Token {
        skipBlanks()
        tokenStart = position
        guard position < bytes.count else { return .end }
        if isNext("-"), position + 1 < bytes.count, bytes[position + 1] == UInt8(ascii: ">") { return take(2, Token.sign) }
        if isSignByte(bytes[position]) { return take(1, Token.sign) }
        let length = bytes[position...].prefix(while: isWordByte).count
        if length == 0 { throw error("this character has no place here") }
        return take(length, Token.word)
    }

    /// Takes one of the signs of one character if it comes next.
    mutating func take(_ sign: Unicode.Scalar) -> Bool {
        skipBlanks()
        guard isNext(sign) else { return false }
        tokenStart = position
        position += 1
        return true
    }

    /// Whether this is the next character; blanks are skipped by then.
    func isNext(_ sign: Unicode.Scalar) -> Bool {
        position < bytes.count && bytes[position] == UInt8(ascii: sign)
    }

    /// An error at the last token.
    func error(_ reason: String) -> DescriptionError {
        let before = bytes[..<min(tokenStart, bytes.count)]
        let lineStart = before.lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0
        let line = before.count { $0 == UInt8(ascii: "\n") } + 1
        return DescriptionError(line: line, column: tokenStart - lineStart + 1, reason: reason)
    }

    private mutating func take(_ length: Int, _ make: (String) -> Token) -> Token {
        let text = String(decoding: bytes[position..<position + length], as: UTF8.self)
        position += length
        return make(text)
    }

    private mutating func skipBlanks() {
        while position < bytes.count {
            switch bytes[position] {
            case UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "\n"), UInt8(ascii: "\r"):
                position += 1
            case UInt8(ascii: "#"):
                position = bytes[position...].firstIndex(of: UInt8(ascii: "\n")) ?? bytes.count
            case _:
                return
            }
        }
    }

    private func isSignByte(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "("), UInt8(ascii: ")"), UInt8(ascii: "["), UInt8(ascii: "]"), UInt8(ascii: ","), UInt8(ascii: ":"),
            UInt8(ascii: "?"):
            true
        case _:
            false
        }
    }

    private func isWordByte(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "0")...UInt8(ascii: "9"),
            UInt8(ascii: "_"), UInt8(ascii: "."):
            true
        case UInt8(ascii: "-"):
            true
        case _:
            false
        }
    }
}
