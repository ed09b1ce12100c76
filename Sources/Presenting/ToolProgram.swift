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
            let (status, output) = try spawn(words)
            if status == 0 { return output }
            let code = status & 0x7f == 0 ? "status \((status >> 8) & 0xff)" : "signal \(status & 0x7f)"
            let line = output.split(separator: "\n").first.map { ": \($0)" } ?? ""
            throw Failure(description: "'\(words.joined(separator: " "))' ended with \(code)\(line)")
        } catch let error as SystemError {
            let hint = error.code == ENOENT ? " (is \(name) installed?)" : ""
            throw Failure(description: "\(error)\(hint)")
        } catch let error as Failure {
            throw error
        } catch {
            throw Failure(description: "\(error)")
        }
    }

    private static func spawn(_ words: [String]) throws -> (status: Int32, output: String) {
        let (pid, reading) = try start(words)
        let output = read(reading, of: pid)
        close(reading)
        var status: Int32 = 0
        try checkErrno("wait for \(words.first ?? "")") { waitpid(pid, &status, 0) }
        return (status, output)
    }

    /// - Returns: the child, and the end of the pipe that it prints into, which the caller closes.
    static func start(_ words: [String]) throws -> (pid: pid_t, output: Int32) {
        let name = words.first ?? ""
        var ends: [Int32] = [0, 0]
        try checkErrno("make a pipe") { pipe(&ends) }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        let reading = FileDescriptor(owning: ends[0])
        let writing = FileDescriptor(owning: ends[1])
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
        posix_spawn_file_actions_adddup2(&actions, writing.number, STDOUT_FILENO)
        posix_spawn_file_actions_adddup2(&actions, writing.number, STDERR_FILENO)
        // Signals that the loop has blocked are none of the tool's business.
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        var none = sigset_t()
        sigemptyset(&none)
        posix_spawnattr_setsigmask(&attributes, &none)
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK))
        let arguments = words.map { strdup($0) }
        defer { for argument in arguments { free(argument) } }
        var pid: pid_t = 0
        let code = posix_spawnp(&pid, name, &actions, &attributes, arguments + [nil], environ)
        guard code == 0 else { throw SystemError("run \(name)", code: code) }
        return (pid, reading.release())
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
