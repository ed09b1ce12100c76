import Glibc
import JSON
import Posix
import Varlink

/// Three who do not behave: a subscriber that never reads, one who asks and asks and never reads, one who sends a request
/// a byte at a time.
final class Pests {
    private let stopped: VarlinkClient
    private let asking: VarlinkClient
    private let creeping: VarlinkClient
    private let question = [UInt8]("{\"method\":\"org.varlink.service.GetInfo\"}\0".utf8)
    private var crept = 0

    init(_ daemon: ChildDaemon) throws {
        stopped = try daemon.connect()
        try stopped.send("org.orientationd.Monitor", [:], .more)
        asking = try daemon.connect()
        creeping = try daemon.connect()
    }

    /// As much as the sockets take.
    func pester() {
        while send(asking.descriptor, question, question.count, Int32(MSG_DONTWAIT) | Int32(MSG_NOSIGNAL)) > 0 {}
        crept = (crept + 1) % (question.count - 1)
        _ = send(creeping.descriptor, [question[crept]], 1, Int32(MSG_DONTWAIT) | Int32(MSG_NOSIGNAL))
    }
}
