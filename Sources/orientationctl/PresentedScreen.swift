import Glibc
import OrientationCore
import Presenting

/// What a presenter turns.
protocol PresentedScreen {
    /// For people.
    var name: String { get }
    /// Prints a line whenever the compositor may have turned the screen by itself; nil if there is no such tool.
    var events: [String]? { get }
    /// - Parameter isChange: turn it in any case; otherwise only if it is not turned like that.
    func show(_ state: StateView, isChange: Bool) throws
}

/// A screen that a compositor's own tool turns.
final class ToolScreen: PresentedScreen {
    private let backend: ScreenBackend
    private let output: String?
    private let touch: [String]

    /// - Parameter output: nil for the built-in panel.
    /// - Parameter touch: empty for what the server says are touch screens.
    init(_ backend: ScreenBackend, output: String?, touch: [String]) {
        self.backend = backend
        self.output = output
        self.touch = touch
    }

    var name: String { backend.rawValue }

    /// sway 1.7 knows no events of outputs, and refuses a subscription to what it does not know; but it tells when its
    /// configuration is loaded again, as an event of workspaces.
    var events: [String]? {
        backend == .sway
            ? ["sh", "-c", "swaymsg -rm -t subscribe '[\"output\",\"workspace\"]' || exec swaymsg -rm -t subscribe '[\"workspace\"]'"] : nil
    }

    func show(_ state: StateView, isChange: Bool) throws {
        guard let transform = OutputTransform(rawValue: state.sessionTransform) else { return }
        let text = try ToolProgram.run(backend.query)
        guard let outputs = backend.outputs(from: text) else {
            throw CommandFailure.failed("'\(backend.query.joined(separator: " "))' printed something unexpected")
        }
        let screen = try choose(outputs)
        if screen.transform == transform && !isChange { return }
        for command in backend.turn(screen.name, to: transform, touch: touchDevices) { try ToolProgram.run(command) }
    }

    private func choose(_ outputs: [ScreenOutput]) throws -> ScreenOutput {
        let names = outputs.map(\.name).joined(separator: ", ")
        if let output {
            guard let named = outputs.first(where: { $0.name == output }) else {
                throw CommandFailure.failed("there is no output '\(output)'; there are: \(names)")
            }
            return named
        }
        guard let panel = ScreenOutput.panel(among: outputs) else {
            throw CommandFailure.failed("none of the outputs is a built-in panel; choose one with --output: \(names)")
        }
        return panel
    }

    private var touchDevices: [String] {
        guard backend == .x11, touch.isEmpty else { return touch }
        // Without xinput the screen still turns.
        return (try? ToolProgram.run(XRandrScreen.touchQuery)).map { XRandrScreen.touchScreens(from: $0) } ?? []
    }
}

/// A screen that a command of the user turns.
struct HookScreen: PresentedScreen {
    let hook: Hook
    var name: String { "command '\(hook.command)'" }
    var events: [String]? { nil }

    /// A command takes as long as it likes, and is waited for outside the loop; so a signal that asks for the end ends us at
    /// once, as it does `monitor --exec`.
    func show(_ state: StateView, isChange: Bool) throws {
        guard isChange else { return }
        var ending = sigset_t()
        sigemptyset(&ending)
        for signal in [SIGINT, SIGTERM] { sigaddset(&ending, signal) }
        var before = sigset_t()
        pthread_sigmask(SIG_UNBLOCK, &ending, &before)
        defer { pthread_sigmask(SIG_SETMASK, &before, nil) }
        try hook.run(state)
    }
}
