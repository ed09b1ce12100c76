import CSystemd
import Glibc

/// Who may claim the sensor where polkit does not say: root, this daemon's own user, and users with an active session at
/// this machine.
enum ClaimRights {
    /// The action that polkit knows it as; the same as that of iio-sensor-proxy.
    static let action = "net.hadess.SensorProxy.claim-sensor"

    static func mayClaim(_ user: uid_t) -> Bool {
        user == 0 || user == geteuid() || hasActiveLocalSession(user)
    }

    private static func hasActiveLocalSession(_ user: uid_t) -> Bool {
        var sessions: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?
        let count = sd_uid_get_sessions(user, 1, &sessions)
        guard count > 0, let sessions else { return false }
        defer { free(sessions) }
        var isLocal = false
        for index in 0..<Int(count) {
            guard let session = sessions[index] else { continue }
            if hasSeat(session) { isLocal = true }
            free(session)
        }
        return isLocal
    }

    /// Only at a seat is active what is in the foreground; sessions without one, such as those of remote users and of a user's
    /// own service manager, are always called active.
    private static func hasSeat(_ session: UnsafePointer<CChar>) -> Bool {
        var seat: UnsafeMutablePointer<CChar>?
        defer { free(seat) }
        return sd_session_get_seat(session, &seat) >= 0 && sd_session_is_remote(session) == 0
    }
}
