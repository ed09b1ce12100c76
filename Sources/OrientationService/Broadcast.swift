import OrientationCore
import Varlink

/// The present state as bytes: encoded once for all who are told the same about the interface.
final class Broadcast {
    private var sequence: UInt64 = 0
    private var replies: [InterfaceReport: EncodedReply] = [:]
    /// Most are told the same as the one before them.
    private var lastReport: InterfaceReport?
    private var lastReply: EncodedReply?

    /// - Parameter sequence: of the state; what was encoded for an older one is forgotten.
    func reply(_ report: InterfaceReport, sequence: UInt64, _ encode: () -> EncodedReply) -> EncodedReply {
        if sequence != self.sequence {
            forget()
            self.sequence = sequence
        }
        if let lastReply, report == lastReport { return lastReply }
        let reply = replies[report] ?? encode()
        replies[report] = reply
        (lastReport, lastReply) = (report, reply)
        return reply
    }

    func forget() {
        replies = [:]
        (lastReport, lastReply) = (nil, nil)
    }
}
