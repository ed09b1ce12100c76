import Glibc
import JSON
import Posix

/// The command that `monitor --exec` runs at each change, with the state in its environment.
///
/// It is waited for: while it runs nothing is read from the daemon, which then keeps the newest state for us.
struct Hook {
    let command: String

    /// - Throws: a failure if it cannot be started; what it returns is its own business.
    func run(_ state: StateView) throws {
        let shell = ["/bin/sh", "-c", command].map { (word: String) in strdup(word) }
        let variables = Self.environment(state).map { strdup("\($0)=\($1)") }
        let inherited = Self.inheritedEnvironment(without: Set(Self.environment(state).map(\.0))).map { strdup($0) }
        defer { for pointer in shell + variables + inherited { free(pointer) } }
        // Signals that a loop has blocked are none of the command's business.
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        var none = sigset_t()
        sigemptyset(&none)
        posix_spawnattr_setsigmask(&attributes, &none)
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK))
        var pid: pid_t = 0
        let code = posix_spawn(&pid, "/bin/sh", nil, &attributes, shell + [nil], variables + inherited + [nil])
        guard code == 0 else { throw SystemError("start '\(command)'", code: code) }
        var status: Int32 = 0
        try checkErrno("wait for '\(command)'") { waitpid(pid, &status, 0) }
    }

    static func environment(_ state: StateView) -> [(String, String)] {
        [
            ("ORIENTATION_DEVICE", state.device), ("ORIENTATION_EDGE", state.edge), ("ORIENTATION_INTERFACE", state.interface),
            ("ORIENTATION_LANDSCAPE", state.landscape), ("ORIENTATION_ANGLE", String(state.angle)),
            ("ORIENTATION_TRANSFORM", state.transform), ("ORIENTATION_REASON", state.reason),
        ]
    }

    private static func inheritedEnvironment(without names: Set<String>) -> [String] {
        var entries: [String] = []
        var next = environ
        while let entry = next.pointee {
            let text = String(cString: entry)
            if !names.contains(String(text.prefix { $0 != "=" })) { entries.append(text) }
            next += 1
        }
        return entries
    }
}
