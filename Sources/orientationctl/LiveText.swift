import EventLoop
import Glibc
import OrientationCore
import Posix

/// Lines that are asked for again and again until a key or a signal ends it; on a terminal as a page in place.
final class LiveText {
    private let loop: EventLoop
    private let interval: Interval
    private let lines: () throws -> [String]?
    private let terminal: Terminal?
    private var sources: [EventSource] = []
    private var timer: EventSource?
    private var failure: (any Error)?

    /// - Parameter lines: what to show; nil when it has been written already.
    init(interval: Interval, isPage: Bool, _ lines: @escaping () throws -> [String]?) throws {
        self.interval = interval
        self.lines = lines
        loop = try EventLoop()
        terminal = isPage ? Terminal() : nil
    }

    /// - Returns: the exit status.
    func run() throws -> Int32 {
        for signal in [SIGINT, SIGTERM, SIGHUP, SIGQUIT] { sources.append(try loop.onSignal(signal) { [unowned self] _ in loop.exit() }) }
        sources.append(try loop.onSignal(SIGWINCH) { [unowned self] _ in update() })
        if terminal != nil { sources.append(try loop.onSignal(SIGTSTP) { [unowned self] _ in suspend() }) }
        timer = try loop.timer { [unowned self] in update() }
        if terminal != nil, isatty(STDIN_FILENO) == 1 {
            sources.append(try loop.watch(STDIN_FILENO, for: .readable) { [unowned self] _ in if Terminal.wantsToQuit() { loop.exit() } })
        }
        try terminal?.open()
        defer { terminal?.restore() }
        update()
        try loop.run()
        if let failure { throw failure }
        return 0
    }

    private func suspend() {
        do {
            try terminal?.suspend()
            update()
        } catch {
            failure = error
            loop.exit()
        }
    }

    private func update() {
        do {
            if let lines = try lines() {
                let size = Terminal.size
                try terminal?.show(lines.flatMap { wrapped($0, to: size.columns) })
            }
            timer?.fire(at: loop.now + interval)
        } catch {
            failure = error
            loop.exit()
        }
    }
}

/// A line broken at blanks so that no part is longer than `width`; what follows the first is indented.
func wrapped(_ line: String, to width: Int, indent margin: Int = 4) -> [String] {
    let indent = String(repeating: " ", count: margin)
    guard line.count > width, width > 2 * indent.count else { return [line] }
    let head = line.prefix(width + 1)
    let cut = head.lastIndex(of: " ").flatMap { $0 > line.startIndex ? $0 : nil }
    // A word longer than the page is cut anywhere.
    guard let cut, !line[..<cut].allSatisfy({ $0 == " " }) else {
        return [String(line.prefix(width))] + wrapped(indent + line.dropFirst(width), to: width, indent: margin)
    }
    return [String(line[..<cut])] + wrapped(indent + line[line.index(after: cut)...], to: width, indent: margin)
}
