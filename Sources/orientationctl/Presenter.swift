import EventLoop
import Glibc
import JSON
import OrientationCore
import Posix
import Presenting
import Varlink

/// The presenter: between `will` and `did` it turns the screen and says that it is done.
///
/// | message | screen | answer |
/// |---|---|---|
/// | before the first reading | | |
/// | the first | turned, if it is not like that | |
/// | `will` | turned | TurnDone |
/// | `did` | | |
/// | any other | turned, if the compositor has turned it back | |
/// | an event of the compositor | the same | |
/// | SIGHUP | turned | |
///
/// A tool that fails is a line on standard error; the next change tries again.
final class Presenter {
    private let daemon: Daemon
    /// For TurnDone: the connection of the subscription is busy with it.
    private let answers: Daemon
    private let screen: any PresentedScreen
    private let loop: EventLoop
    private var id = ""
    private var state: StateView?
    private var sources: [EventSource] = []
    private var events: FollowedProgram?
    private var failure: (any Error)?

    init(_ daemon: Daemon, _ answers: Daemon, _ screen: any PresentedScreen) throws {
        self.daemon = daemon
        self.answers = answers
        self.screen = screen
        loop = try EventLoop()
    }

    /// Runs until a signal ends it or the daemon does.
    func run() throws -> Int32 {
        for signal in [SIGINT, SIGTERM] { sources.append(try loop.onSignal(signal) { [unowned self] _ in loop.exit() }) }
        sources.append(try loop.onSignal(SIGHUP) { [unowned self] _ in show(isChange: true) })
        do {
            try daemon.client.send("\(Daemon.interface).Monitor", ["role": "presenter"], .more)
            let first = try daemon.client.nextReply(timeout: .seconds(10))
            if let error = first.error { throw ClientError.failed(error) }
            id = first.parameters["id"]?.string ?? ""
            printError("orientationctl: turning the screen with \(screen.name)")
            try take(first)
        } catch let error as ClientError {
            throw Daemon.failure(error)
        }
        sources.append(try loop.watch(daemon.client.descriptor, for: .readable) { [unowned self] _ in receive() })
        if let words = screen.events {
            events = try FollowedProgram(words, loop: loop) { [unowned self] line in
                if line.contains("\"reload\"") || line.contains("\"unspecified\"") { show(isChange: false) }
            }
        }
        try loop.run()
        events = nil
        if let failure { throw failure }
        return 0
    }

    private func receive() {
        do {
            while let reply = try daemon.client.received() {
                if let error = reply.error { throw ClientError.failed(error) }
                try take(reply)
                if !reply.continues { return loop.exit() }
            }
        } catch {
            failure = Daemon.streamFailure(error)
            loop.exit()
        }
    }

    private func take(_ reply: Reply) throws {
        let state = try StateView(reply: reply.parameters)
        let isFirst = self.state == nil
        // The sensor has just been switched on: the screen turns once, to what it says.
        if isFirst && state.phase == nil && !state.isKnown && state.isGenerating { return }
        self.state = state
        let isChange = state.phase == "will" || (isFirst && screen is HookScreen)
        if state.phase != "did" { show(isChange: isChange) }
        if state.phase == "will", let change = state.change {
            _ = try answers.call("TurnDone", ["change": .integer(change), "id": .string(id)])
        }
    }

    private func show(isChange: Bool) {
        guard let state else { return }
        do {
            try screen.show(state, isChange: isChange)
        } catch {
            printError("orientationctl: \(error)")
        }
    }
}
