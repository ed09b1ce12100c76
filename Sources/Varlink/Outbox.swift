/// Messages that the kernel has not taken yet, the first of them perhaps in part. They share their bytes with whoever
/// encoded them.
struct Outbox {
    private var messages: [[UInt8]] = []
    /// Bytes of the first message that are gone.
    private var sent = 0

    var isEmpty: Bool { messages.isEmpty }
    var count: Int { messages.count }

    /// - Parameter sent: bytes of it that the kernel has taken already; only for the first message.
    mutating func append(_ message: [UInt8], sent: Int = 0) {
        if messages.isEmpty { self.sent = sent }
        messages.append(message)
    }

    /// Hands messages to `send` until that takes no more.
    ///
    /// - Parameter send: returns how many bytes it took, or nil if it cannot take any now.
    mutating func flush(_ send: (UnsafeRawBufferPointer) -> Int?) {
        while let message = messages.first {
            let done = sent
            guard let count = message.withUnsafeBytes({ send(UnsafeRawBufferPointer(rebasing: $0[done...])) }) else { return }
            sent += count
            guard sent == message.count else { continue }
            sent = 0
            // An array that was emptied frees its memory only when replaced.
            if messages.count == 1 { messages = [] } else { messages.removeFirst() }
        }
    }

    mutating func removeAll() {
        self = Outbox()
    }
}
