import EventLoop
import Glibc
import OrientationCore
import Posix
import Testing

/// Runs until `condition` holds; false after 5 s.
func run(_ loop: EventLoop, until condition: () -> Bool) throws -> Bool {
    let end = loop.now + .seconds(5)
    while !condition() {
        if loop.now > end { return false }
        try loop.step(timeout: .milliseconds(50))
    }
    return true
}

/// Signals go to one thread's mask, so these run one after another.
@Suite(.serialized) struct SourceTests {
    @Test(arguments: [("exit 0", Int32(0)), ("exit 7", 7), ("kill -9 $$", 137)])
    func theEndOfAChildIsToldWithItsStatus(_ script: String, _ expected: Int32) throws {
        let loop = try EventLoop()
        var process = pid_t()
        var arguments: [UnsafeMutablePointer<CChar>?] = [strdup("sh"), strdup("-c"), strdup(script), nil]
        defer { for argument in arguments { free(argument) } }
        try #require(posix_spawn(&process, "/bin/sh", nil, nil, &arguments, nil) == 0)
        var status: Int32?
        let source = try loop.onChild(process) { status = $0 }
        #expect(try run(loop) { status != nil })
        #expect(status == expected)
        source.cancel()
        #expect(waitpid(process, nil, WNOHANG) == -1, "it was reaped")
    }

    @Test func aSignalIsHandledInTheLoop() throws {
        let loop = try EventLoop()
        var number: Int32?
        let source = try loop.onSignal(SIGUSR1) { number = $0 }
        pthread_kill(pthread_self(), SIGUSR1)
        #expect(try run(loop) { number != nil })
        #expect(number == SIGUSR1)
        source.cancel()
    }

    @Test func aSourceMayEndItselfInItsHandler() throws {
        let loop = try EventLoop()
        var pipe: [Int32] = [0, 0]
        try #require(Glibc.pipe(&pipe) == 0)
        defer { for end in pipe { close(end) } }
        try writeAll([1, 2], to: pipe[1], named: "pipe")
        var count = 0
        var source: EventSource?
        source = try loop.watch(pipe[0], for: .readable) { _ in
            count += 1
            source = nil
        }
        #expect(source != nil)
        for _ in 0..<3 { try loop.step(timeout: .milliseconds(0)) }
        #expect(count == 1)
    }

    @Test func aSwitchedOffSourceStaysQuietUntilSwitchedOn() throws {
        let loop = try EventLoop()
        var count = 0
        let source = try loop.later { count += 1 }
        source.isEnabled = false
        try loop.step(timeout: .milliseconds(0))
        #expect(count == 0)
        source.isEnabled = true
        try loop.step(timeout: .milliseconds(0))
        #expect(count == 1)
        withExtendedLifetime(source) {}
    }
}
