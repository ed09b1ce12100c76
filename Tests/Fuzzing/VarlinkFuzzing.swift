import JSON

@testable import Varlink

enum VarlinkFuzzing {
    /// Messages are cut at their zeros, however they come; each is a request or refused.
    static func run(_ bytes: UnsafeRawBufferPointer) {
        guard let first = bytes.first else { return }
        let stream = UnsafeRawBufferPointer(rebasing: bytes.dropFirst())
        let piece = Int(first) + 1
        var inbox = Inbox()
        var start = 0
        var messages: [[UInt8]] = []
        while start < stream.count {
            let end = min(start + piece, stream.count)
            inbox.append(UnsafeRawBufferPointer(rebasing: stream[start..<end]))
            start = end
            // Some pieces are read at once, others heap up.
            if (start / piece) % 3 != 0 { takeAll(&inbox, &messages) }
        }
        takeAll(&inbox, &messages)
        let cut = stream.split(separator: 0, omittingEmptySubsequences: false)
        require(messages == cut.dropLast().map { Array($0) }, "cut at the zeros")
        require(inbox.held == (cut.last.map { Array($0) } ?? []) && inbox.count == inbox.partCount, "the rest is kept")
    }

    private static func takeAll(_ inbox: inout Inbox, _ messages: inout [[UInt8]]) {
        while let message = inbox.withNextMessage({ Array($0) }) {
            messages.append(message)
            guard case .success(let request) = message.withUnsafeBytes({ Request.parse($0) }) else { continue }
            require("\(request.interface).\(request.member)" == request.method, "a method has its interface")
        }
    }
}
