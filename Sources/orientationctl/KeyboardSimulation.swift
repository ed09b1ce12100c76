import EventLoop
import Glibc
import OrientationCore
import Posix
import VirtualSensor

/// A simulated device in the hands of somebody with arrow keys.
final class KeyboardSimulation {
    private let loop: EventLoop
    private let perform: (SimulationCommand) throws -> Void
    private var keys = PoseKeys()
    private let terminal = Terminal()
    private var failure: (any Error)?
    /// What the kernel has asked of the device, the last ones.
    private var asked: [String] = []
    /// As many as fit below the rest.
    private static let shownLines = 8

    init(_ loop: EventLoop, perform: @escaping (SimulationCommand) throws -> Void) {
        self.loop = loop
        self.perform = perform
    }

    /// Shows what the kernel asks of the device.
    func note(_ line: String) {
        asked = (asked + [line]).suffix(Self.shownLines)
        show()
    }

    /// - Parameter kept: what has to live as long as the loop runs.
    /// - Returns: the exit status.
    func run(_ kept: Any) throws -> Int32 {
        let source = try loop.watch(STDIN_FILENO, for: .readable) { [unowned self] _ in read() }
        let resize = try loop.onSignal(SIGWINCH) { [unowned self] _ in show() }
        let stop = try loop.onSignal(SIGTSTP) { [unowned self] _ in suspend() }
        try terminal.open()
        defer { terminal.restore() }
        act(.pose(keys.pose))
        try withExtendedLifetime((kept, source, resize, stop)) { _ = try loop.run() }
        if let failure { throw failure }
        return 0
    }

    private func suspend() {
        try? terminal.suspend()
        show()
    }

    private func read() {
        var bytes = [UInt8](repeating: 0, count: 64)
        let count = Glibc.read(STDIN_FILENO, &bytes, bytes.count)
        guard count > 0 else { return loop.exit() }
        for action in keys.take(bytes[..<count]) { act(action) }
    }

    private func act(_ action: PoseKeys.Action) {
        do {
            switch action {
            case .pose(let pose): try perform(.pose(pose))
            case .quit: return loop.exit()
            }
        } catch {
            failure = error
            loop.exit()
        }
        show()
    }

    private func show() {
        let degree = Terminal.hasUnicode ? "°" : " deg"
        try? terminal.show(
            [
                "A simulated device in the kernel", "",
                "roll \(fixed(keys.roll, decimals: 0))\(degree)  lean \(fixed(keys.lean, decimals: 0))\(degree)",
                "", "left, right  turn it in the plane of the screen", "up, down     lean it back, forth", "0            upright",
                "q            ends", "", "the kernel has asked for",
            ] + asked.map { "  " + $0.drop { $0.isNumber || $0 == " " } })
    }
}
