import Testing

@testable import EventLoop

/// The bytes of an entry, as https://systemd.io/JOURNAL_NATIVE_PROTOCOL has them.
@Suite struct JournalTests {
    @Test func aFieldIsALine() {
        #expect(Journal.encoded([("MESSAGE", "a = b"), ("PRIORITY", "6")]) == Array("MESSAGE=a = b\nPRIORITY=6\n".utf8))
    }

    @Test func aValueOfMoreLinesCannotBecomeAField() {
        let bytes = Journal.encoded([("MESSAGE", "one\nPRIORITY=0")])
        #expect(bytes == Array("MESSAGE\n".utf8) + [14, 0, 0, 0, 0, 0, 0, 0] + Array("one\nPRIORITY=0\n".utf8))
    }
}
