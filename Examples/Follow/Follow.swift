import Glibc
import OrientationClient
import OrientationCore

/// Follows the orientation and prints each change: follow [SOCKET].
@main
struct Follow {
    static func main() {
        do {
            try follow(CommandLine.arguments.dropFirst().first ?? SocketPath.forClient)
        } catch {
            print("orientation-follow: \(error)")
            exit(1)
        }
    }

    static func follow(_ path: String) throws {
        for result in try OrientationConnection(path: path).follow() {
            let state = try result.get()
            print("\(state.device.name) (edge \(state.edge.name)): \(state.reason.rawValue)")
            // In a pipe print would keep lines back.
            fflush(nil)
        }
    }
}
