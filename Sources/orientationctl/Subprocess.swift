import Glibc
import Posix

/// Another program, run to its end.
enum Subprocess {
    /// Whether it is found where commands are looked for.
    static func isInstalled(_ program: String) -> Bool {
        (Terminal.environment("PATH") ?? "/usr/bin:/bin").split(separator: ":").contains { access("\($0)/\(program)", X_OK) == 0 }
    }

    /// Its input is empty, and what it prints goes where ours goes.
    ///
    /// - Returns: its exit status, or 128 plus the number of the signal that ended it.
    static func run(_ program: String, _ arguments: [String]) throws(SystemError) -> Int32 {
        let words = ([program] + arguments).map { (word: String) in strdup(word) }
        defer { for word in words { free(word) } }
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
        var process: pid_t = 0
        let code = posix_spawnp(&process, program, &actions, nil, words + [nil], environ)
        guard code == 0 else { throw SystemError("start \(program)", code: code) }
        var status: Int32 = 0
        try checkErrno("wait for \(program)") { waitpid(process, &status, 0) }
        let signal = status & 0x7F
        return signal == 0 ? (status >> 8) & 0xFF : 128 + signal
    }
}
