import Glibc
import JSON
import Posix

/// The command that `monitor --exec` runs at each change, with the state in its environment.
///
/// It is waited for: while it runs nothing is read from the daemon, which then keeps the newest state for us.
struct Hook {
    let command: String

    /// What it returns is its own business; that it failed is said.
    ///
    /// - Throws: a failure if it cannot be started.
    func run(_ state: StateView) throws {
        let own = Self.environment(state)
        let inherited = Self.inheritedEnvironment(without: Set(own.map(\.0)))
        let child = try ChildProcess(["/bin/sh", "-c", command], environment: inherited + own.map { "\($0)=\($1)" })
        let ending = try child.wait()
        if ending != .exited(0) { printError("orientationctl: '\(command)' ended with \(ending)") }
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
