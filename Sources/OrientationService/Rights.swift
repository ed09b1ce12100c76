import CSystemd
import Glibc
import Posix

/// Who may see raw gravity (it can leak keystrokes) and control: root, the daemon's own user, the members of a group,
/// and the user whose session is active on seat0 (that user's remote logins too).
struct Rights {
    /// The group's number, or nil if the system has no such group.
    private let group: gid_t?
    private let ownUser = geteuid()

    init(group name: String) {
        group = groupNumber(of: name)
    }

    /// - Parameter groups: the caller's groups, asked for only when the rest does not decide.
    func mayControl(user: uid_t, groups: () -> [gid_t]) -> Bool {
        if user == 0 || user == ownUser { return true }
        if let group, groups().contains(group) { return true }
        return user == Self.activeUser()
    }

    /// The user whose session is in the foreground of the first seat.
    private static func activeUser() -> uid_t? {
        var user: uid_t = 0
        return sd_seat_get_active("seat0", nil, &user) < 0 ? nil : user
    }
}
