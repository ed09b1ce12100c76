import EventLoop
import Glibc
import Testing

/// The environment belongs to the process, so these run one after another.
@Suite(.serialized) struct ServiceManagerTests {
    @Test func withoutAManagerNothingHappens() throws {
        unsetenv("NOTIFY_SOCKET")
        unsetenv("LISTEN_FDS")
        #expect(try ServiceManager.notify("READY=1") == false)
        #expect(try ServiceManager.takeInherited().isEmpty)
    }

    @Test func theManagerHearsTheStateAndGetsDescriptors() throws {
        let socket = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue), 0)
        defer { close(socket) }
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        let name = "orientationd-test-\(getpid())"
        withUnsafeMutableBytes(of: &address.sun_path) { path in
            for (index, byte) in name.utf8.enumerated() { path[index + 1] = byte }
        }
        let bound = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { bind(socket, $0, socklen_t(2 + 1 + name.utf8.count)) }
        }
        try #require(bound == 0)
        setenv("NOTIFY_SOCKET", "@" + name, 1)
        defer { unsetenv("NOTIFY_SOCKET") }
        #expect(try ServiceManager.notify("READY=1\nSTATUS=here", descriptors: [0]))
        var bytes = [UInt8](repeating: 0, count: 100)
        let count = recv(socket, &bytes, bytes.count, 0)
        #expect(String(decoding: bytes.prefix(max(0, count)), as: UTF8.self) == "READY=1\nSTATUS=here")
    }
}
