import OrientationClient
import OrientationCore

/// Follows the orientation and prints each change: follow [SOCKET].
@main
struct Follow {
    static func main() throws {
        let connection = try OrientationConnection(path: CommandLine.arguments.dropFirst().first ?? SocketPath.forClient)
        for result in try connection.follow() {
            let state = try result.get()
            print("\(state.device.name) (edge \(state.edge.name)): \(state.reason.rawValue)")
        }
    }
}
