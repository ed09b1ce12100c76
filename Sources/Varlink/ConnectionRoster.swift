import Glibc

/// The open connections of a server, and how many each user has.
struct ConnectionRoster {
    private var connections: [UInt64: ServerConnection] = [:]
    private var countOfUser: [uid_t: Int] = [:]
    private var lastNumber: UInt64 = 0

    var count: Int { connections.count }
    var all: [ServerConnection] { Array(connections.values) }

    mutating func nextNumber() -> UInt64 {
        lastNumber += 1
        return lastNumber
    }

    /// Which limit one more connection of this user would pass, in words for people.
    func limitReached(by user: uid_t, _ limits: ServerLimits) -> LimitReached? {
        if connections.count >= limits.maxConnections {
            return LimitReached("max-connections", allowed: limits.maxConnections)
        }
        if user != 0, countOfUser[user, default: 0] >= limits.maxConnectionsPerUser {
            return LimitReached("max-connections-per-user", allowed: limits.maxConnectionsPerUser)
        }
        return nil
    }

    mutating func add(_ connection: ServerConnection) {
        connections[connection.number] = connection
        countOfUser[connection.peer.uid, default: 0] += 1
    }

    mutating func remove(_ connection: ServerConnection) {
        guard connections.removeValue(forKey: connection.number) != nil else { return }
        let left = countOfUser[connection.peer.uid, default: 0] - 1
        countOfUser[connection.peer.uid] = left > 0 ? left : nil
    }
}
