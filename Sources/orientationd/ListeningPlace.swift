import Configuration
import EventLoop
import Glibc
import OrientationClient
import OrientationCore
import OrientationService
import Posix
import Varlink

/// Where clients find the program: the sockets of the service manager, or else one of our own.
///
/// A socket whose file is gone goes on, but nobody new can find it. Our own is made again; one of the service manager is
/// that one's business, so people are told what helps.
final class ListeningPlace: CustomStringConvertible {
    typealias Log = (LogLevel, String) -> Void

    /// The service manager holds the sockets, and starts this program again for the next client.
    let isInherited: Bool
    let description: String
    private let server: VarlinkServer
    private let settings: SocketSettings
    private let loop: EventLoop
    private let log: Log
    private var watches: [EventSource] = []
    private var retry: EventSource?
    /// It is known that there is no place to listen at; said once.
    private var isLost = false

    /// How often it is tried where something is in the way.
    private static let retryInterval = Interval.seconds(5)

    /// - Parameter path: as asked for; nil for that of the configuration, or the usual place.
    init(
        _ server: VarlinkServer, _ inherited: [Int32], path: String?, _ settings: SocketSettings, loop: EventLoop, log: @escaping Log
    ) throws {
        self.server = server
        self.settings = settings
        self.loop = loop
        self.log = log
        isInherited = !inherited.isEmpty
        if isInherited {
            description = "on \(inherited.count) inherited socket\(inherited.count == 1 ? "" : "s")"
            for descriptor in inherited {
                let socket = try ListeningSocket(inherited: descriptor)
                try server.listen(on: socket)
                watch(socket) { [unowned self] path in
                    log(
                        .error,
                        "the socket \(path) was removed or replaced, so that new clients do not find this program; "
                            + "'systemctl restart orientationd.socket' makes it again")
                    watches = []
                }
            }
        } else {
            let path = path ?? settings.path ?? SocketPath.forDaemon
            description = "at \(path)"
            let socket = try makeSocket(path)
            try server.listen(on: socket)
            watch(socket) { [unowned self] in listenAgain($0) }
        }
    }

    private func watch(_ socket: ListeningSocket, onLoss: @escaping (String) -> Void) {
        guard let file = socket.file else { return }
        do {
            // From the watch on, since it says nothing of what was before.
            watches.append(try loop.watchPlace(of: file.path) { if !file.isInPlace { onLoss(file.path) } })
            if !file.isInPlace { onLoss(file.path) }
        } catch {
            log(.info, "\(error); should the socket be removed, this program will not notice")
        }
    }

    private func listenAgain(_ path: String) {
        watches = []
        do {
            let socket = try makeSocket(path)
            try server.moveListening(to: socket)
            log(.warning, isLost ? "listening at \(path) again" : "the socket \(path) was removed or replaced; listening there again")
            isLost = false
            retry = nil
            watch(socket) { [unowned self] in listenAgain($0) }
        } catch {
            if !isLost {
                let seconds = Int(Self.retryInterval.seconds)
                log(.error, "the socket \(path) was removed or replaced: \(error); trying again every \(seconds) s")
            }
            isLost = true
            retry = try? loop.timer(slack: .seconds(1)) { [unowned self] in listenAgain(path) }
            retry?.fire(at: loop.now + Self.retryInterval)
        }
    }

    private func makeSocket(_ path: String) throws -> ListeningSocket {
        try Self.makeDirectory(of: path)
        // Others than root own their files with their own group.
        let group = geteuid() == 0 ? groupNumber(of: settings.group) : nil
        return try ListeningSocket(path: path, mode: settings.mode, group: group)
    }

    /// The directory that the socket is in, if only that is missing.
    private static func makeDirectory(of path: String) throws {
        guard let slash = path.lastIndex(of: "/"), slash > path.startIndex else { return }
        let directory = String(path[..<slash])
        guard mkdir(directory, 0o755) != 0, errno != EEXIST else { return }
        throw SystemError.last("make the directory \(directory) for the socket")
    }
}
