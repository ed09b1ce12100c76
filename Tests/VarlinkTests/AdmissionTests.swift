import Glibc
import JSON
import OrientationCore
import Posix
import Testing

@testable import Varlink

/// Who is let in.
@Suite struct AdmissionTests {
    @Test func oneConnectionTooManyIsToldAndClosed() throws {
        var limits = ServerLimits()
        limits.maxConnections = 3
        let service = try ToyService(limits: limits)
        var clients = try (0..<3).map { _ in try RawClient(service) }
        #expect(try service.run { service.server.connectionCount == 3 })
        let extra = try RawClient(service)
        extra.send(echo("let me in"))
        let parameters: JSONObject = ["limit": "max-connections", "allowed": 3]
        #expect(
            try service.answer(to: extra) == ["error": "org.example.toy.TooManyConnections", "parameters": .object(parameters)])
        #expect(
            try service.run {
                extra.pull()
                return extra.isClosed
            })
        clients.removeLast()
        #expect(try service.run { service.server.connectionCount == 2 })
        let next = try RawClient(service)
        next.send(echo("now"))
        #expect(try service.answer(to: next)?["parameters"]?["text"] == "now")
    }

    @Test func aUserHasALimitAndRootHasNone() throws {
        var limits = ServerLimits()
        limits.maxConnectionsPerUser = 2
        let service = try ToyService()
        var roster = ConnectionRoster()
        func connection(_ uid: uid_t) throws -> ServerConnection {
            try ServerConnection(
                try unixSocket(), peer: PeerCredentials(pid: 1, uid: uid, gid: 1), number: roster.nextNumber(), server: service.server)
        }
        let first = try connection(1000)
        roster.add(first)
        #expect(roster.limitReached(by: 1000, limits) == nil)
        roster.add(try connection(1000))
        #expect(roster.limitReached(by: 1000, limits)?.limit == "max-connections-per-user")
        #expect(roster.limitReached(by: 1001, limits) == nil)
        for _ in 0..<5 { roster.add(try connection(0)) }
        #expect(roster.limitReached(by: 0, limits) == nil)
        roster.remove(first)
        roster.remove(first)
        #expect(roster.limitReached(by: 1000, limits) == nil)
        limits.maxConnections = roster.count
        #expect(roster.limitReached(by: 0, limits) != nil)
    }

    @Test func thePeerIsWhoTheKernelSays() throws {
        let service = try ToyService()
        let client = try RawClient(service)
        #expect(try service.run { service.server.connectionCount == 1 })
        #expect(service.server.roster.all.first?.peer == PeerCredentials(pid: getpid(), uid: getuid(), gid: getgid()))
        withExtendedLifetime(client) {}
    }

    /// Descriptors run out: the first `accept` fails, the one after the reserve was given up succeeds.
    @Test func withoutDescriptorsAClientIsToldAndRefused() throws {
        let service = try ToyService()
        var failures = 1
        service.server.acceptor = { socket in
            if failures > 0 {
                failures -= 1
                errno = EMFILE
                return -1
            }
            return accept(socket, nil, nil)
        }
        let client = try RawClient(service)
        #expect(try service.answer(to: client)?["error"] == "org.example.toy.TooManyConnections")
        #expect(service.server.connectionCount == 0)
        let next = try RawClient(service)
        next.send(echo("again"))
        #expect(try service.answer(to: next)?["parameters"]?["text"] == "again")
    }

    @Test(arguments: [EMFILE, ENFILE, ENOMEM, ENOBUFS])
    func acceptingPausesWhereNothingHelpsAndGoesOnLater(_ code: Int32) throws {
        let service = try ToyService()
        var attempts = 0
        var isExhausted = true
        service.server.acceptor = { socket in
            attempts += 1
            if isExhausted {
                errno = code
                return -1
            }
            return accept(socket, nil, nil)
        }
        let client = try RawClient(service)
        client.send(echo("patient"))
        service.server.acceptPause = .milliseconds(100)
        let end = service.loop.now + .milliseconds(350)
        while service.loop.now < end { try service.loop.step(timeout: .milliseconds(20)) }
        // At most twice at once, and twice again after each pause.
        #expect((1...8).contains(attempts))
        isExhausted = false
        #expect(try service.answer(to: client)?["parameters"]?["text"] == "patient")
    }

    @Test func anEndedConnectionLetsAcceptingGoOnAtOnce() throws {
        let service = try ToyService()
        let old = try RawClient(service)
        #expect(try service.run { service.server.connectionCount == 1 })
        var isExhausted = true
        service.server.acceptPause = .seconds(3600)
        service.server.acceptor = { socket in
            if isExhausted {
                errno = ENOMEM
                return -1
            }
            return accept(socket, nil, nil)
        }
        let client = try RawClient(service)
        client.send(echo("next"))
        for _ in 0..<3 { try service.loop.step(timeout: .milliseconds(1)) }
        isExhausted = false
        old.close()
        #expect(try service.answer(to: client)?["parameters"]?["text"] == "next")
    }

    @Test func closingTheServerEndsEveryoneAndRemovesTheSocket() throws {
        let service = try ToyService()
        let client = try RawClient(service)
        client.send("{\"method\":\"org.example.toy.Watch\",\"more\":true}\0")
        #expect(try service.run { service.calls.count == 1 })
        service.server.close()
        #expect(access(service.path, F_OK) != 0)
        #expect(try service.run { service.server.connectionCount == 0 })
        #expect(service.ended == 1)
        client.pull()
        #expect(client.isClosed)
    }

    @Test func theNumberOfConnectionsIsTold() throws {
        let service = try ToyService()
        var counts: [Int] = []
        service.server.onConnectionCount = { counts.append($0) }
        let client = try RawClient(service)
        #expect(try service.run { counts == [1] })
        client.close()
        #expect(try service.run { counts == [1, 0] })
    }
}
