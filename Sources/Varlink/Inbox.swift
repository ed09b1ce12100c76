import Glibc

/// Cuts what comes in at the zero bytes. Holds only what has come and is not handled yet, and no memory when that is
/// nothing, so that an idle connection costs none.
struct Inbox {
    private var bytes: [UInt8] = []
    /// Where the first message that was not taken yet begins.
    private var start = 0
    /// Where the last, incomplete message begins.
    private var partStart = 0
    /// Complete messages.
    private(set) var messageCount = 0

    /// Bytes held.
    var count: Int { bytes.count - start }
    /// Bytes of the message that is not complete yet.
    var partCount: Int { bytes.count - partStart }

    mutating func append(_ received: UnsafeRawBufferPointer) {
        for (offset, byte) in received.enumerated() where byte == 0 {
            messageCount += 1
            partStart = bytes.count + offset + 1
        }
        bytes.append(contentsOf: received)
    }

    /// Takes the next complete message out, without its zero; nil if there is none.
    mutating func withNextMessage<Result>(_ body: (UnsafeRawBufferPointer) -> Result) -> Result? {
        guard messageCount > 0 else { return nil }
        let begin = start
        let (result, end) = bytes.withUnsafeBytes { all -> (Result, Int) in
            let rest = UnsafeRawBufferPointer(rebasing: all[begin...])
            let length = rest.firstIndex(of: 0) ?? rest.count
            return (body(UnsafeRawBufferPointer(rebasing: rest[..<length])), begin + length + 1)
        }
        start = end
        messageCount -= 1
        freeTaken()
        return result
    }

    mutating func removeAll() {
        self = Inbox()
    }

    /// Gives memory back: all of it when nothing is left, and the taken part when it is the larger one.
    private mutating func freeTaken() {
        if start == bytes.count {
            removeAll()
        } else if start > bytes.count / 2, start >= 4096 {
            bytes = Array(bytes[start...])
            partStart -= start
            start = 0
        }
    }
}
