import Glibc
import OrientationCore
import Posix

/// A tool that is run to its end, with a limit: what it printed, or why it failed.
public enum ToolProgram {
    /// What went wrong, in one line for people.
    public struct Failure: Error, Equatable, CustomStringConvertible {
        public let description: String
    }

    /// A tool that hangs is ended after this; the daemon does not wait that long.
    public static let limit = Interval.seconds(5)

    /// - Parameter words: the program, looked for in PATH, and its arguments.
    /// - Returns: its standard output.
    @discardableResult
    public static func run(_ words: [String]) throws(Failure) -> String {
        let name = words.first ?? ""
        do {
            let run = try finish(words)
            if run.ending == .exited(0) { return run.output }
            let line = (run.errors.isEmpty ? run.output : run.errors).split(separator: "\n").first.map { ": \($0)" } ?? ""
            throw Failure(description: "'\(words.joined(separator: " "))' ended with \(run.ending)\(line)")
        } catch let error as SystemError {
            let hint = error.code == ENOENT ? " (is \(name) installed?)" : ""
            throw Failure(description: "\(error)\(hint)")
        } catch let error as Failure {
            throw error
        } catch {
            throw Failure(description: "\(error)")
        }
    }

    /// What a tool printed, and how it ended.
    private struct Run {
        var ending: ChildProcess.Ending
        var output: String
        var errors: String
    }

    private static func finish(_ words: [String]) throws -> Run {
        let errors = try makePipe()
        defer { close(errors.reading) }
        let started = Result { try start(words, errors: .descriptor(errors.writing)) }
        close(errors.writing)
        let (child, output) = try started.get()
        defer { close(output) }
        let texts = read([output, errors.reading], of: child.identifier)
        return Run(ending: try child.wait(), output: texts[0], errors: texts[1])
    }

    /// - Returns: the child, and the end of the pipe that it prints into, which the caller closes.
    static func start(_ words: [String], errors: ChildProcess.Redirection) throws(SystemError) -> (child: ChildProcess, output: Int32) {
        let ends = try makePipe()
        let reading = FileDescriptor(owning: ends.reading)
        let writing = FileDescriptor(owning: ends.writing)
        let child = try ChildProcess(
            words, redirecting: [(STDIN_FILENO, .null), (STDOUT_FILENO, .descriptor(writing.number)), (STDERR_FILENO, errors)])
        return (child, reading.release())
    }

    /// What the child prints into each pipe until it ends or its time is up; then it is killed.
    private static func read(_ pipes: [Int32], of child: pid_t) -> [String] {
        let end = clockNanoseconds(CLOCK_MONOTONIC) + limit.nanoseconds
        // A negative descriptor is one that poll passes over.
        var watched = pipes.map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
        var bytes = [[UInt8]](repeating: [], count: pipes.count)
        var piece = [UInt8](repeating: 0, count: 16_384)
        while watched.contains(where: { $0.fd >= 0 }) {
            let left = (end - clockNanoseconds(CLOCK_MONOTONIC)) / 1_000_000
            if left <= 0 || poll(&watched, nfds_t(watched.count), Int32(left)) == 0 {
                kill(child, SIGKILL)
                break
            }
            for index in watched.indices where watched[index].fd >= 0 && watched[index].revents != 0 {
                let count = Glibc.read(watched[index].fd, &piece, piece.count)
                if count > 0 { bytes[index] += piece[..<count] }
                if count == 0 || (count < 0 && errno != EINTR) { watched[index].fd = -1 }
            }
        }
        return bytes.map { String(decoding: $0, as: UTF8.self) }
    }
}
