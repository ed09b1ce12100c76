import EventLoop
import Glibc
import JSON
import OrientationCore
import Posix
import Varlink

/// The live page of `monitor`: the daemon's states, the keys and the size of the terminal on one loop.
final class LiveMonitor {
    private let context: CommandContext
    private let gravity: Double
    private var daemon: Daemon
    private let loop: EventLoop
    private let terminal = Terminal()
    private let start = clockNanoseconds(CLOCK_MONOTONIC)
    private var title = ""
    private var notice: String?
    private var page: LivePage?
    private var figures: LiveFigures?
    private var changes: [(seconds: Double, line: String)] = []
    private var sources: [EventSource] = []
    /// Of the daemon's states; nil while it is gone.
    private var states: EventSource?
    private var retry: EventSource?
    private var failure: (any Error)?

    /// - Parameter gravity: Hz asked for; without the rights for that the page follows the changes alone.
    init(_ context: CommandContext, gravity: Double) throws {
        self.context = context
        self.gravity = gravity
        daemon = try Daemon(context)
        loop = try EventLoop()
        try begin()
    }

    private func begin() throws {
        title = try daemon.call("Status")["source"]?.string ?? ""
        notice = nil
        try subscribe(["gravity": .real(gravity)])
    }

    private func subscribe(_ parameters: JSONObject) throws {
        do {
            try daemon.client.send("\(Daemon.interface).Monitor", parameters, .more)
            let reply = try daemon.client.nextReply(timeout: .seconds(10))
            if let error = reply.error {
                guard error.name == "org.varlink.service.PermissionDenied", !parameters.isEmpty else { throw ClientError.failed(error) }
                notice = "changes only: gravity as it is needs more rights"
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
        if isatty(STDIN_FILENO) == 1 {
            sources.append(try loop.watch(STDIN_FILENO, for: .readable) { [unowned self] _ in readKeys() })
        }
        retry = try loop.timer { [unowned self] in comeBack() }
        try follow()
        try terminal.open()
        defer { terminal.restore() }
        draw()
        try loop.run()
        if let failure { throw failure }
        return 0
    }

    private func follow() throws {
        states = try loop.watch(daemon.client.descriptor, for: .readable) { [unowned self] _ in receive() }
        figures = try LiveFigures(context, loop: loop) { [unowned self] in draw() }
    }

    /// The page stays, and says that it is old: whoever looks at it sees when the daemon is back, or leaves.
    private func lose() {
        states = nil
        notice = "the daemon is gone; waiting for it"
        let thresholds = figures?.figures.thresholds ?? Thresholds()
        figures = nil
        page?.notice = notice
        page?.figures = LivePage.Figures(thresholds: thresholds)
        retry?.fire(at: loop.now + DaemonReturn.pause)
    }

    private func comeBack() {
        do {
            daemon = try Daemon(context)
            try begin()
            try follow()
            draw()
        } catch {
            retry?.fire(at: loop.now + DaemonReturn.pause)
        }
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
        } catch ClientError.disconnected {
            lose()
            draw()
        } catch {
            failure = Daemon.streamFailure(error)
            loop.exit()
        }
    }

    private func take(_ reply: Reply) throws {
        let state = try StateView(reply: reply.parameters)
        if state.sequence != page?.state.sequence, let line = Self.change(from: page?.state, to: state) {
            let seconds = Double(clockNanoseconds(CLOCK_MONOTONIC) - start) * 1e-9
            changes = (changes + [(seconds, line)]).suffix(10)
        }
        page = LivePage(
            state: state, title: title, notice: notice, changes: changes, hasUnicode: Terminal.hasUnicode,
            hasColour: Terminal.allowsColour)
    }

    /// What is new, and why; nil before anything is known.
    private static func change(from old: StateView?, to new: StateView) -> String? {
        if old == nil, new.device == "unknown" { return nil }
        guard let old, old.device == new.device else { return "\(new.device)  (\(new.reason))" }
        if old.interface != new.interface { return "\(new.device), interface now \(new.interface)  (\(new.reason))" }
        if old.landscape != new.landscape { return "\(new.device), landscape now \(new.landscape)  (\(new.reason))" }
        return "\(new.device)  (\(new.reason))"
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
