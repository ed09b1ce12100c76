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
            let (ending, text) = try output(of: words)
            if ending == .exited(0) { return text }
            let line = text.split(separator: "\n").first.map { ": \($0)" } ?? ""
            throw Failure(description: "'\(words.joined(separator: " "))' ended with \(ending)\(line)")
        } catch let error as SystemError {
            let hint = error.code == ENOENT ? " (is \(name) installed?)" : ""
            throw Failure(description: "\(error)\(hint)")
        } catch let error as Failure {
            throw error
        } catch {
            throw Failure(description: "\(error)")
        }
    }

    private static func output(of words: [String]) throws -> (ending: ChildProcess.Ending, text: String) {
        let (child, reading) = try start(words)
        let text = read(reading, of: child.identifier)
        close(reading)
        return (try child.wait(), text)
    }

    /// - Returns: the child, and the end of the pipe that it prints into, which the caller closes.
    static func start(_ words: [String]) throws(SystemError) -> (child: ChildProcess, output: Int32) {
        let ends = try makePipe()
        let reading = FileDescriptor(owning: ends.reading)
        let writing = FileDescriptor(owning: ends.writing)
        let child = try ChildProcess(
            words,
            redirecting: [
                (STDIN_FILENO, .null), (STDOUT_FILENO, .descriptor(writing.number)), (STDERR_FILENO, .descriptor(writing.number)),
            ])
        return (child, reading.release())
    }

    /// What the child prints until it ends or its time is up; then it is killed.
    private static func read(_ descriptor: Int32, of child: pid_t) -> String {
        let end = clockNanoseconds(CLOCK_MONOTONIC) + limit.nanoseconds
        var bytes: [UInt8] = []
        var piece = [UInt8](repeating: 0, count: 16_384)
        while true {
            let left = (end - clockNanoseconds(CLOCK_MONOTONIC)) / 1_000_000
            var watched = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
            if left <= 0 || poll(&watched, 1, Int32(left)) == 0 {
                kill(child, SIGKILL)
                break
            }
            let count = Glibc.read(descriptor, &piece, piece.count)
            if count == 0 || (count < 0 && errno != EINTR) { break }
            if count > 0 { bytes += piece[..<count] }
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}
