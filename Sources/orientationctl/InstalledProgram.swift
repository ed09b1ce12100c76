import Glibc

/// Programs that others bring.
enum InstalledProgram {
    /// Whether it is found where commands are looked for.
    static func exists(_ program: String) -> Bool {
        (Terminal.environment("PATH") ?? "/usr/bin:/bin").split(separator: ":").contains { access("\($0)/\(program)", X_OK) == 0 }
    }
}
