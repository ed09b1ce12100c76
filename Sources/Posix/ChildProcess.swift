import Glibc

/// Another program that this one started.
public struct ChildProcess: Sendable {
    public let identifier: pid_t
    private let name: String

    /// What a standard descriptor of the child is; those that are not named are our own.
    public enum Redirection: Sendable {
        case null
        case descriptor(Int32)
    }

    /// How it ended.
    public enum Ending: Equatable, Sendable, CustomStringConvertible {
        case exited(Int32)
        case killed(signal: Int32)

        public var description: String {
            switch self {
            case .exited(let status): "status \(status)"
            case .killed(let signal): "signal \(signal)"
            }
        }
    }

    /// Starts a program with no signal blocked, whatever an event loop has blocked here.
    ///
    /// - Parameter words: the program, looked for in `PATH` unless it has a slash, and its arguments.
    /// - Parameter environment: `NAME=value`; ours if nil.
    public init(
        _ words: [String], environment: [String]? = nil, redirecting: [(descriptor: Int32, to: Redirection)] = []
    ) throws(SystemError) {
        name = words.first ?? ""
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        for (descriptor, redirection) in redirecting {
            switch redirection {
            case .null: posix_spawn_file_actions_addopen(&actions, descriptor, "/dev/null", O_RDWR, 0)
            case .descriptor(let other): posix_spawn_file_actions_adddup2(&actions, other, descriptor)
            }
        }
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        var none = sigset_t()
        sigemptyset(&none)
        posix_spawnattr_setsigmask(&attributes, &none)
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK))
        let arguments = words.map { (word: String) in strdup(word) }
        let variables = environment?.map { (entry: String) in strdup(entry) }
        defer { for text in arguments + (variables ?? []) { free(text) } }
        var process: pid_t = 0
        let code =
            if let variables {
                posix_spawnp(&process, name, &actions, &attributes, arguments + [nil], variables + [nil])
            } else {
                posix_spawnp(&process, name, &actions, &attributes, arguments + [nil], environ)
            }
        guard code == 0 else { throw SystemError("start \(name)", code: code) }
        identifier = process
    }

    /// Waits for its end.
    public func wait() throws(SystemError) -> Ending {
        var status: Int32 = 0
        try checkErrno("wait for \(name)") { waitpid(identifier, &status, 0) }
        let signal = status & 0x7F
        return signal == 0 ? .exited((status >> 8) & 0xFF) : .killed(signal: signal)
    }
}
