import EventLoop
import Glibc
import JSON
import OrientationCore
import Posix
import Varlink

/// The live page of `monitor`: the daemon's states, the keys and the size of the terminal on one loop.
final class LiveMonitor {
    private let context: CommandContext
    private let daemon: Daemon
    private let loop: EventLoop
    private let terminal = Terminal()
    private let start = clockNanoseconds(CLOCK_MONOTONIC)
    private var title = ""
    private var page: LivePage?
    private var figures: LiveFigures?
    private var changes: [(seconds: Double, line: String)] = []
    private var sources: [EventSource] = []
    private var failure: (any Error)?

    /// - Parameter gravity: Hz asked for; without the rights for that the page follows the changes alone.
    init(_ context: CommandContext, gravity: Double) throws {
        self.context = context
        daemon = try Daemon(context)
        loop = try EventLoop()
        title = try daemon.call("Status")["source"]?.string ?? ""
        try subscribe(["gravity": .real(gravity)])
    }

    private func subscribe(_ parameters: JSONObject) throws {
        do {
            try daemon.client.send("\(Daemon.interface).Monitor", parameters, .more)
            let reply = try daemon.client.nextReply(timeout: .seconds(10))
            if let error = reply.error {
                guard error.name == "org.varlink.service.PermissionDenied", !parameters.isEmpty else { throw ClientError.failed(error) }
                title += "  (changes only: gravity as it is needs more rights)"
                return try subscribe([:])
            }
            try take(reply)
        } catch let error as ClientError {
            throw Daemon.failure(error)
        }
    }

    /// - Returns: the exit status.
    func run() throws -> Int32 {
        for signal in [SIGINT, SIGTERM, SIGHUP, SIGQUIT] {
            sources.append(try loop.onSignal(signal) { [unowned self] _ in loop.exit() })
        }
        sources.append(try loop.onSignal(SIGWINCH) { [unowned self] _ in draw() })
        sources.append(try loop.onSignal(SIGTSTP) { [unowned self] _ in suspend() })
        sources.append(try loop.watch(daemon.client.descriptor, for: .readable) { [unowned self] _ in receive() })
        if isatty(STDIN_FILENO) == 1 {
            sources.append(try loop.watch(STDIN_FILENO, for: .readable) { [unowned self] _ in readKeys() })
        }
        figures = try LiveFigures(context, loop: loop) { [unowned self] in draw() }
        try terminal.open()
        defer { terminal.restore() }
        draw()
        try loop.run()
        if let failure { throw failure }
        return 0
    }

    private func readKeys() {
        if Terminal.wantsToQuit() { loop.exit() }
    }

    private func suspend() {
        do {
            try terminal.suspend()
            draw()
        } catch {
            failure = error
            loop.exit()
        }
    }

    private func receive() {
        do {
            while let reply = try daemon.client.received() {
                if let error = reply.error { throw ClientError.failed(error) }
                try take(reply)
                if !reply.continues { loop.exit() }
            }
            draw()
        } catch let error as ClientError {
            failure = Daemon.failure(error)
            loop.exit()
        } catch {
            failure = error
            loop.exit()
        }
    }

    private func take(_ reply: Reply) throws {
        let state = try StateView(reply: reply.parameters)
        if state.sequence != page?.state.sequence {
            let seconds = Double(clockNanoseconds(CLOCK_MONOTONIC) - start) * 1e-9
            changes = (changes + [(seconds, "\(state.device)  (\(state.reason))")]).suffix(10)
        }
        page = LivePage(
            state: state, title: title, changes: changes, hasUnicode: Terminal.hasUnicode, hasColour: Terminal.allowsColour)
    }

    private func draw() {
        guard var page else { return }
        if let figures { page.figures = figures.figures }
        do {
            try terminal.show(page.lines(Terminal.size))
        } catch {
            failure = error
            loop.exit()
        }
    }
}
