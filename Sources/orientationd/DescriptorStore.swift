import EventLoop
import Glibc
import JSON
import OrientationCore
import OrientationService
import Posix
import Varlink

/// Keeps the connections of subscribers with the service manager, so that a restart, or a crash, ends none of them: its store
/// of descriptors holds a copy of each, and a file in memory with the ``Handover``.
///
/// Names are short, because all of them go into one variable of the environment, which may be 128 KiB long.
final class DescriptorStore: Keeper {
    /// Descriptors of the service manager, told apart by their names.
    struct Inherited {
        var listening: [Int32] = []
        var connections: [String: Int32] = [:]
        /// The one that was written last is in use; with two, the process ended while it changed to the other.
        var journals: [(name: String, descriptor: Int32)] = []

        init(_ all: [ServiceManager.Inherited]) {
            for one in all {
                if journalNames.contains(one.name) {
                    journals.append((one.name, one.descriptor))
                } else if one.name.hasPrefix("c"), UInt64(one.name.dropFirst()) != nil {
                    connections[one.name] = one.descriptor
                } else {
                    listening.append(one.descriptor)
                }
            }
        }
    }

    /// What an earlier process left.
    let handover: Handover
    private let stored: Inherited
    private var journal: (name: String, descriptor: Int32)
    /// Bytes in the journal, and how many it may have before it is written anew.
    private var size = 0
    private var limit = DescriptorStore.smallestLimit
    private var names: [String: String] = [:]
    private var lastNumber: UInt64
    private var present = Handover()
    private var last: Handover.Line?
    /// Subscriptions whose own interface was rotated by hand.
    private var rotated: Set<String> = []

    private static let smallestLimit = 256 * 1024

    /// - Returns: nil where nobody keeps descriptors. `FDSTORE` says how many; see sd_pid_notify_with_fds(3).
    init?(_ inherited: Inherited) throws(SystemError) {
        guard let text = getenv("FDSTORE"), let room = Int(String(cString: text)), room > 0 else { return nil }
        stored = inherited
        var left = Handover()
        for journal in inherited.journals {
            lseek(journal.descriptor, 0, SEEK_SET)
            let found = Handover(reading: try readAll(journal.descriptor, named: "what an earlier process left"))
            if found.sequence >= left.sequence { left = found }
        }
        left.keepOnly(names: Set(inherited.connections.keys))
        handover = left
        present = left
        lastNumber = inherited.connections.keys.compactMap { UInt64($0.dropFirst()) }.max() ?? 0
        journal = ("", -1)
        try begin(avoiding: inherited.journals.map(\.name))
        for old in inherited.journals where old.name != journal.name { try forget(old.name, old.descriptor) }
        for (name, descriptor) in inherited.connections where !left.subscribers.contains(where: { $0.name == name }) {
            try forget(name, descriptor)
        }
    }

    /// Gives the server back what it had: subscribers in the order of their arrival, then what was asked for since.
    func resume(_ server: VarlinkServer) throws(SystemError) {
        for subscriber in handover.subscribers {
            guard let descriptor = stored.connections[subscriber.name] else { continue }
            names[subscriber.id] = subscriber.name
            try server.adopt(
                descriptor, peer: subscriber.request.peer, unread: subscriber.request.encoded(more: true) + subscriber.unread,
                tag: subscriber.id)
        }
        for control in handover.controls {
            var ends: [Int32] = [0, 0]
            try check(
                "make a connection to this program", socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0, &ends))
            close(ends[1])
            // What concerned the session was allowed once; what concerns a subscription goes by its user.
            let peer =
                control.request.parameters["id"] == nil
                ? PeerCredentials(pid: getpid(), uid: geteuid(), gid: getegid()) : control.request.peer
            try server.adopt(ends[0], peer: peer, unread: control.request.encoded(more: false), tag: nil)
        }
        server.onUnread = { [unowned self] connection, bytes in
            if let id = connection.keptID { record(.unread(id: id, bytes)) }
        }
    }

    // MARK: Keeper

    func subscribed(_ call: Call, id: String) {
        let connection = call.connection
        connection.isKept = true
        connection.keptID = id
        guard names[id] == nil else { return }
        lastNumber += 1
        let name = "c\(lastNumber)"
        names[id] = name
        record(.subscribed(id: id, name: name, Handover.Request(method: call.method, parameters: call.parameters, peer: call.peer)))
        // What came together with the call.
        if !connection.unread.isEmpty { record(.unread(id: id, connection.unread)) }
        tell("FDSTORE=1\nFDNAME=\(name)", [connection.descriptor])
    }

    func ended(_ id: String, _ connection: ServerConnection) {
        connection.isKept = false
        connection.keptID = nil
        rotated.remove(id)
        guard let name = names.removeValue(forKey: id) else { return }
        record(.ended(id: id))
        tell("FDSTOREREMOVE=1\nFDNAME=\(name)", [])
    }

    func changed(_ state: OrientationState, sequence: UInt64, change: UInt64, interface: SessionInterface, isByHand: (_ id: String) -> Bool)
    {
        let line = Handover.Line.state(state, sequence: sequence, change: change, interface)
        guard line != last else { return }
        last = line
        record(line)
        for id in rotated where !isByHand(id) {
            rotated.remove(id)
            record(.overtaken(key: Self.turn(of: id)))
        }
    }

    /// The key of what was done last by hand with the session's interface or a subscription's.
    private static func turn(of id: String?) -> String { "turn/\(id ?? "")" }

    func controlled(_ call: Call, lock: InterfaceOrientation?) {
        var method = call.method.split(separator: ".").last.map(String.init) ?? ""
        var parameters = call.parameters
        let id = parameters["id"]?.string
        let isTurn = ["Lock", "Unlock", "Rotate"].contains(method)
        if isTurn, let lock {
            // A lock moves along with a rotation, and "where it is" would be somewhere else later.
            method = "Lock"
            parameters = ["id": id.map { .string($0) } ?? .null, "orientation": .string(lock.name)]
        } else if method == "Rotate", id == nil {
            // Where the session is stands in its state.
            return
        }
        let request = Handover.Request(method: "\(OrientationMethods.interfaceName).\(method)", parameters: parameters, peer: call.peer)
        record(.controlled(key: isTurn ? Self.turn(of: id) : "\(method)/\(id ?? "")", request))
        guard isTurn, let id else { return }
        if method == "Rotate" { rotated.insert(id) } else { rotated.remove(id) }
    }

    // MARK: The journal

    private func record(_ line: Handover.Line) {
        present.take(line)
        let bytes = line.encoded
        size += bytes.count
        do {
            try writeAll(bytes, to: journal.descriptor, named: "what a later process needs")
            if size > limit { try begin(avoiding: [journal.name]) }
        } catch {
            printError("orientationd: \(error); a restart may end subscriptions")
        }
    }

    /// Writes it anew, in a file of its own, so that there is a whole one at every moment.
    private func begin(avoiding used: [String]) throws(SystemError) {
        let old = journal
        let name = journalNames.first { !used.contains($0) } ?? journalNames[0]
        let descriptor = try ServiceManager.memoryFile(named: "orientationd")
        let bytes = present.lines.flatMap(\.encoded)
        try writeAll(bytes, to: descriptor, named: "what a later process needs")
        journal = (name, descriptor)
        size = bytes.count
        limit = max(Self.smallestLimit, 4 * size)
        tell("FDSTORE=1\nFDNAME=\(name)", [descriptor])
        if old.descriptor >= 0 { try forget(old.name, old.descriptor) }
    }

    private func forget(_ name: String, _ descriptor: Int32) throws(SystemError) {
        close(descriptor)
        tell("FDSTOREREMOVE=1\nFDNAME=\(name)", [])
    }

    /// Without the service manager nothing is kept, which a restart will show; nothing else depends on it.
    private func tell(_ text: String, _ descriptors: [Int32]) {
        _ = try? ServiceManager.notify(text, descriptors: descriptors)
    }
}

private let journalNames = ["s0", "s1", "s2"]
