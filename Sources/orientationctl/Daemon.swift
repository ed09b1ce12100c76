import Glibc
import JSON
import OrientationClient
import OrientationCore
import Varlink

/// A connection to the daemon, with failures in words for people.
struct Daemon {
    let client: VarlinkClient
    private let path: String

    static let interface = "org.orientationd"

    init(_ context: CommandContext) throws {
        path = context.socket ?? SocketPath.forClient
        do {
            client = try VarlinkClient(path: path)
        } catch {
            throw CommandFailure.nothingThere("no daemon: \(error); \(Self.advice(error))")
        }
    }

    /// Calls a method of `org.orientationd` and waits for the answer.
    func call(_ method: String, _ parameters: JSONObject = [:], timeout: Interval = .seconds(10)) throws -> JSONObject {
        do {
            return try client.call("\(Self.interface).\(method)", parameters, timeout: timeout)
        } catch {
            throw Self.failure(error)
        }
    }

    /// What to do about a daemon that cannot be reached.
    private static func advice(_ error: ClientError) -> String {
        switch error {
        case .cannotConnect(let error) where error.code == EACCES || error.code == EPERM:
            "this user may not go there: look at the rights of the socket and of its directory"
        case .cannotConnect(let error) where error.code == ENAMETOOLONG || error.code == EINVAL:
            "name another place with --socket, of 1 to 107 bytes"
        case .cannotConnect: "start it with 'systemctl start orientationd.socket', or name another place with --socket"
        case .failed, .timedOut, .disconnected, .transport, .invalidReply: "'systemctl status orientationd' says how it is"
        }
    }

    /// What ended a stream of replies: a failure of the daemon's in words for people, anything else as it is.
    static func streamFailure(_ error: any Error) -> any Error {
        if let error = error as? ClientError { return failure(error) }
        return error
    }

    /// What went wrong in a call, in words for people and with the exit status it means.
    static func failure(_ error: ClientError) -> CommandFailure {
        switch error {
        case .failed(let error):
            switch error.name {
            case "\(interface).NoSensor":
                .nothingThere("there is no accelerometer that can be used ('orientationctl status' says why)")
            case "\(interface).NoSuchSubscription":
                .failed("there is no subscription '\(error.parameters["id"]?.string ?? "")': it has ended, or never was")
            case "org.varlink.service.PermissionDenied":
                .failed("that needs root, the group 'orientation', or the session in the foreground")
            case "\(interface).PresenterTaken":
                .failed("another program turns the screen already ('orientationctl status' says which); one at a time")
            case "\(interface).InvalidInterfaceOrientation":
                .failed("\(error.parameters["orientation"]?.string ?? "that") cannot be shown; \(allowed(error.parameters))")
            case "\(interface).NoCommonOrientation":
                .failed("no orientation is allowed by all; \(allowed(error.parameters))")
            case _: .failed("the daemon refused: \(error)")
            }
        case .disconnected: .daemonGone
        case .cannotConnect, .timedOut, .transport, .invalidReply: .failed("\(error)")
        }
    }

    /// Who allows what, from the parameters of a refusal.
    private static func allowed(_ masks: JSONObject) -> String {
        let layers = [("system", "the configuration"), ("session", "the session"), ("client", "this subscription")]
        return layers.compactMap { key, owner in
            guard let names = masks[key]?.array else { return nil }
            return "\(owner) allows \(names.isEmpty ? "nothing" : names.compactMap(\.string).joined(separator: ","))"
        }.joined(separator: ", ")
    }
}
