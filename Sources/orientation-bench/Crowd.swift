import Glibc
import JSON
import Posix
import Varlink

/// Many subscribers of one daemon, and as many bare pairs of sockets beside them.
final class Crowd {
    private let daemon: ChildDaemon
    private var subscribers: [VarlinkClient] = []
    private var pairs: [(near: Int32, far: Int32)] = []
    private var buffer = [UInt8](repeating: 0, count: 64 << 10)
    private var time: Int64 = 0
    private var isUpright = false
    /// What the last one of them read last.
    private(set) var lastMessage: [UInt8] = []

    init(_ daemon: ChildDaemon) throws {
        self.daemon = daemon
        try daemon.write("# unit: g\n# convention: gravity\nt_ns,x,y,z\n")
    }

    deinit {
        for pair in pairs {
            close(pair.near)
            close(pair.far)
        }
    }

    var count: Int { subscribers.count }

    /// Adds subscribers until there are so many; each has its first state then.
    func grow(to count: Int) throws {
        while subscribers.count < count {
            let client = try daemon.connect()
            try client.send("org.orientationd.Monitor", [:], .more)
            _ = try client.nextReply(timeout: .seconds(30))
            subscribers.append(client)
        }
    }

    func growPairs(to count: Int) throws {
        while pairs.count < count {
            var ends: [Int32] = [0, 0]
            try checkErrno("make a pair of sockets") { socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &ends) }
            pairs.append((ends[0], ends[1]))
        }
    }

    var nearEnds: [Int32] { pairs.map(\.near) }

    /// Turns the device by a quarter: its side stays, so this is one change.
    func turnDevice() throws {
        isUpright.toggle()
        try holdStill()
    }

    /// The samples of 1.2 s at once.
    func holdStill() throws {
        var text = ""
        for _ in 0..<60 {
            time += 20_000_000
            text += isUpright ? "\(time),-0.1,-0.99,0\n" : "\(time),-1,0,0\n"
        }
        try daemon.write(text)
    }

    /// Waits until the subscriber that is told last has something to read.
    func waitForLast() throws {
        guard let subscriber = subscribers.last else { return }
        var poller = pollfd(fd: subscriber.descriptor, events: Int16(POLLIN), revents: 0)
        let ready = try checkErrno("wait for a subscriber") { poll(&poller, 1, 30_000) }
        if ready == 0 { throw SystemError("hear of a change", code: ETIMEDOUT) }
    }

    /// Reads everything that is there.
    ///
    /// - Returns: how many messages the subscribers have read.
    func drain() -> Int {
        for pair in pairs { _ = read(pair.far) }
        return subscribers.reduce(0) { sum, subscriber in
            lastMessage = read(subscriber.descriptor)
            return sum + lastMessage.reduce(0) { $0 + ($1 == 0 ? 1 : 0) }
        }
    }

    private func read(_ descriptor: Int32) -> [UInt8] {
        var all: [UInt8] = []
        while true {
            let count = recv(descriptor, &buffer, buffer.count, Int32(MSG_DONTWAIT))
            if count <= 0 { return all }
            all += buffer[..<count]
        }
    }
}
