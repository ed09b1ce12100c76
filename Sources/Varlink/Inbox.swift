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
    /// Bytes of memory taken.
    var memory: Int { bytes.capacity }
    /// Bytes of the message that is not complete yet.
    var partCount: Int { bytes.count - partStart }

    /// What is held, with the zeros.
    var held: [UInt8] { Array(bytes[start...]) }

    mutating func append(_ received: UnsafeRawBufferPointer) {
        var searched = 0
        while let end = received[searched...].offsetOfZero {
            messageCount += 1
            searched = end + 1
            partStart = bytes.count + searched
        }
        bytes.append(contentsOf: received)
    }

    /// Takes the next complete message out, without its zero; nil if there is none.
    mutating func withNextMessage<Result>(_ body: (UnsafeRawBufferPointer) -> Result) -> Result? {
        guard messageCount > 0 else { return nil }
        let begin = start
        let (result, end) = bytes.withUnsafeBytes { all -> (Result, Int) in
            let end = all[begin...].offsetOfZero ?? all.count
            return (body(UnsafeRawBufferPointer(rebasing: all[begin..<end])), end + 1)
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

extension Slice<UnsafeRawBufferPointer> {
    /// Where the first zero byte is, counted from the start of the buffer that this is a part of.
    fileprivate var offsetOfZero: Int? {
        guard !isEmpty, let start = base.baseAddress, let found = memchr(start + startIndex, 0, count) else { return nil }
        return UnsafeRawPointer(found) - start
    }
}
