import EventLoop
import Glibc
import Posix

/// A tool that runs on and prints a line for each event, on the loop.
public final class FollowedProgram {
    private let child: ChildProcess
    private let descriptor: Int32
    private var source: EventSource?
    private var rest: [UInt8] = []
    private let onLine: (String) -> Void

    /// - Parameter onLine: gets each line that it prints. When it ends there are just no more.
    public init(_ words: [String], loop: EventLoop, onLine: @escaping (String) -> Void) throws {
        self.onLine = onLine
        (child, descriptor) = try ToolProgram.start(words, errors: .null)
        _ = fcntl(descriptor, F_SETFL, O_NONBLOCK)
        source = try loop.watch(descriptor, for: .readable) { [unowned self] _ in receive() }
    }

    deinit {
        source = nil
        close(descriptor)
        kill(child.identifier, SIGTERM)
        _ = try? child.wait()
    }

    private func receive() {
        var piece = [UInt8](repeating: 0, count: 16_384)
        let count = read(descriptor, &piece, piece.count)
        if count == 0 || (count < 0 && errno != EINTR && errno != EAGAIN) {
            source = nil
            return
        }
        if count < 0 { return }
        rest += piece[..<count]
        let lines = rest.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        rest = Array(lines.last ?? [])
        for line in lines.dropLast() { onLine(String(decoding: line, as: UTF8.self)) }
    }
}
