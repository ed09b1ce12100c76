import Foundation
import Glibc
import Posix
import Testing

@testable import Varlink

/// What may be at the path of a socket before.
@Suite struct ListeningSocketTests {
    /// A directory of its own for each test.
    private let directory: String

    init() throws {
        directory = NSTemporaryDirectory() + "listen-\(UUID().uuidString.prefix(13))"
        try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: true)
    }

    private var path: String { directory + "/socket" }

    private func status() throws -> stat {
        var status = stat()
        try #require(lstat(path, &status) == 0)
        return status
    }

    private func exists() -> Bool { access(path, F_OK) == 0 }

    @Test func theSocketHasItsModeAndIsRemovedInTheEnd() throws {
        for mode: mode_t in [0o666, 0o600, 0o660] {
            var socket: ListeningSocket? = try ListeningSocket(path: path, mode: mode)
            #expect(try status().st_mode & 0o777 == mode)
            #expect(socket != nil)
            socket = nil
            #expect(!exists())
        }
    }

    @Test(.enabled(if: geteuid() == 0, "only root may give files to any group"))
    func theSocketBelongsToItsGroup() throws {
        let socket = try ListeningSocket(path: path, mode: 0o660, group: 65534)
        #expect(try status().st_gid == 65534)
        #expect(try status().st_mode & 0o777 == 0o660)
        withExtendedLifetime(socket) {}
    }

    @Test func aDeadSocketIsReplaced() throws {
        let dead = try unixSocket()
        let address = try SocketAddress(path: path)
        try #require(address.bind(dead.number) == 0)
        _ = consume dead
        try #require(exists())
        let socket = try ListeningSocket(path: path)
        _ = try VarlinkClient(path: path)
        withExtendedLifetime(socket) {}
    }

    @Test func aLiveSocketIsLeftAlone() throws {
        let first = try ListeningSocket(path: path)
        #expect { try ListeningSocket(path: path) } throws: { "\($0)".contains("another program already does") }
        _ = try VarlinkClient(path: path)
        withExtendedLifetime(first) {}
    }

    @Test func aBusySocketIsAliveToo() throws {
        let busy = try unixSocket()
        let address = try SocketAddress(path: path)
        try #require(address.bind(busy.number) == 0 && listen(busy.number, 0) == 0)
        // Fills its queue.
        var waiting: [RawSocket] = []
        while waiting.count < 10 {
            let socket = RawSocket(try unixSocket())
            if address.connect(socket.number) != 0 { break }
            waiting.append(socket)
        }
        #expect { try ListeningSocket(path: path) } throws: { "\($0)".contains("another program already does") }
        #expect(exists())
    }

    @Test func anythingElseIsRefusedAndKept() throws {
        try "precious".write(toFile: path, atomically: true, encoding: .utf8)
        #expect { try ListeningSocket(path: path) } throws: { "\($0)".contains("not a socket") }
        #expect(try String(contentsOfFile: path, encoding: .utf8) == "precious")
    }

    @Test func aLinkIsNotFollowed() throws {
        let target = directory + "/target"
        let victim = try ListeningSocket(path: target)
        try #require(symlink(target, path) == 0)
        #expect { try ListeningSocket(path: path) } throws: { "\($0)".contains("not a socket") }
        try #require(unlink(path) == 0 && symlink(directory + "/nowhere", path) == 0)
        #expect { try ListeningSocket(path: path) } throws: { "\($0)".contains("not a socket") }
        #expect(access(target, F_OK) == 0 && access(directory + "/nowhere", F_OK) != 0)
        withExtendedLifetime(victim) {}
    }

    @Test func anothersSocketIsNotRemovedInTheEnd() throws {
        var first: ListeningSocket? = try ListeningSocket(path: path)
        #expect(first != nil)
        try #require(unlink(path) == 0)
        let second = try ListeningSocket(path: path)
        first = nil
        #expect(exists())
        withExtendedLifetime(second) {}
    }

    @Test func aBadPathSaysWhatIsWrong() {
        #expect { try ListeningSocket(path: directory + "/none/socket") } throws: { "\($0)".contains("No such file") }
        #expect { try ListeningSocket(path: "/" + String(repeating: "x", count: 107)) } throws: { "\($0)".contains("too long") }
        #expect(throws: ListenError.self) { try ListeningSocket(path: "") }
        #expect(throws: ListenError.self) { try ListeningSocket(path: "a\u{0}b") }
    }

    @Test func anAbstractNameNeedsNoFile() throws {
        let name = "@orientationd-\(UUID().uuidString)"
        let socket = try ListeningSocket(path: name)
        _ = try VarlinkClient(path: name)
        withExtendedLifetime(socket) {}
    }

    @Test func aPassedSocketIsTakenAndItsFileKept() throws {
        let passed = try unixSocket(isBlocking: true)
        let address = try SocketAddress(path: path)
        try #require(address.bind(passed.number) == 0 && listen(passed.number, 5) == 0)
        var socket: ListeningSocket? = try ListeningSocket(inherited: passed.release())
        let descriptor = try #require(socket?.descriptor)
        #expect(fcntl(descriptor, F_GETFL) & O_NONBLOCK != 0)
        _ = try VarlinkClient(path: path)
        socket = nil
        #expect(exists())
    }

    @Test func aPassedDescriptorMustBeAListeningSocket() throws {
        let connected = try unixSocket()
        #expect(throws: SystemError.self) { try ListeningSocket(inherited: connected.number) }
        let file = try FileDescriptor.open("/dev/null", O_RDONLY)
        #expect(throws: SystemError.self) { try ListeningSocket(inherited: file.number) }
        #expect(throws: SystemError.self) { try ListeningSocket(inherited: 1_000_000) }
    }
}

/// A descriptor that an array can hold.
private final class RawSocket {
    let number: Int32

    init(_ descriptor: consuming FileDescriptor) { number = descriptor.release() }

    deinit { close(number) }
}
