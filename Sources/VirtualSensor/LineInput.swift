import EventLoop
import Glibc
import Posix

/// Lines that somebody types or another program writes, handled as they come.
public final class LineInput {
    private let descriptor: Int32
    private let handler: (String) -> Void
    private var pending: [UInt8] = []
    private var source: EventSource?

    /// A command is far shorter; what is longer is no command.
    private static let longestLine = 4096

    /// Begins to watch a terminal, pipe or socket. Others (a file, `/dev/null`) have nothing to wait for and are left alone.
    ///
    /// - Parameter descriptor: must stay open as long as this object lives.
    public init(_ descriptor: Int32, loop: EventLoop, handler: @escaping (String) -> Void) throws(SystemError) {
        self.descriptor = descriptor
        self.handler = handler
        do {
            source = try loop.watch(descriptor, for: .readable) { [unowned self] _ in read() }
        } catch  where error.code == EPERM || error.code == EBADF {
            return
        }
    }

    private func read() {
        let count = withUnsafeTemporaryAllocation(of: UInt8.self, capacity: Self.longestLine) { buffer in
            let count = Glibc.read(descriptor, buffer.baseAddress, buffer.count)
            if count > 0 { pending += buffer[..<count] }
            return count
        }
        // The end: nobody will say any more.
        if count == 0 || (count < 0 && errno != EINTR && errno != EAGAIN) { source?.cancel() }
        while let end = pending.firstIndex(of: UInt8(ascii: "\n")) {
            let line = String(decoding: pending[..<end], as: UTF8.self)
            pending.removeSubrange(...end)
            if !line.isEmpty { handler(line) }
        }
        if pending.count > Self.longestLine { pending = [] }
    }
}
