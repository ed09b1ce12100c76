import Glibc

/// Where the daemon's socket is.
public enum SocketPath {
    /// Of the system's daemon.
    public static let system = "/run/orientationd/org.orientationd"

    /// Of a daemon that a user runs; nil without a run-time directory.
    public static var user: String? {
        guard let directory = getenv("XDG_RUNTIME_DIR"), directory.pointee == CChar(47) else { return nil }
        return String(cString: directory) + "/orientationd/org.orientationd"
    }

    /// Where a daemon listens that was not told: root's at the system's place, a user's at the user's.
    public static var forDaemon: String {
        geteuid() == 0 ? system : user ?? system
    }

    /// Where a client looks that was not told: the user's own daemon if it is there, else the system's.
    public static var forClient: String {
        if let user, access(user, F_OK) == 0 { return user }
        return system
    }
}
