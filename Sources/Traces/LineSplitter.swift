import Posix

/// Cuts a stream of bytes, fed in pieces of any size, into pieces of whole lines. Copies only what is cut in two.
struct LineSplitter {
    /// The beginning of a line whose end has not come yet.
    private var pending: [UInt8] = []

    /// No row or header line is anywhere near; without a limit a stream without newlines would fill the memory.
    static let longestLine = 65_536

    private static let newline = UInt8(ascii: "\n")

    /// Whether a line has begun that is too long to be one.
    var isTooLong: Bool { pending.count > Self.longestLine }

    /// Hands over all whole lines that `bytes` completes, in one or two pieces, and keeps the rest.
    mutating func feed<Failure: Error>(
        _ bytes: UnsafeRawBufferPointer, lines: (UnsafeBufferPointer<UInt8>) throws(Failure) -> Void
    ) throws(Failure) {
        var rest = bytes.assumingMemoryBound(to: UInt8.self)[...]
        if !pending.isEmpty {
            guard let end = rest.firstIndex(of: Self.newline) else {
                pending += rest
                return
            }
            let line = pending + rest[...end]
            pending = []
            rest = rest[(end + 1)...]
            try line.withTypedBuffer { (whole) throws(Failure) in try lines(whole) }
        }
        guard let end = rest.lastIndex(of: Self.newline) else {
            pending = Array(rest)
            return
        }
        pending = Array(rest[(end + 1)...])
        try lines(UnsafeBufferPointer(rebasing: rest[...end]))
    }

    /// The line that was begun and not ended, with a newline put behind it; nil if there is none.
    mutating func takePending() -> [UInt8]? {
        if pending.isEmpty { return nil }
        defer { pending = [] }
        return pending + [Self.newline]
    }
}
