import Arguments
import Glibc
import Posix
import Presenting

/// `orientationctl present`: turns the screen.
enum PresentCommand {
    static let command = Command(
        name: "present",
        synopsis: "[OPTION...]",
        summary: "Turns the screen and its touch panel with the interface.",
        details: """
              --output SCREEN  the screen to turn; by default the panel that is built in
              --backend sway|wlroots|hyprland|kde|x11
                               how to turn it; by default what runs
              --touch DEVICE   X11: a touch device by number or name, again for more;
                               by default all touch screens
              --exec CMD       runs CMD instead, with ORIENTATION_ANGLE, _TRANSFORM and the
                               other values of 'monitor --exec' in its environment

            There is one presenter at a time; it needs the rights of the session in the
            foreground. On SIGHUP it turns the screen again. A daemon that is restarted is
            waited for. The user unit orientation-present.service runs it.

            Example: orientationctl present --output DSI-1
            """,
        run: run)

    private static func run(_ arguments: [String], _ context: CommandContext) throws -> Int32 {
        var output: String?
        var name: String?
        var touch: [String] = []
        var hook: Hook?
        let backends = ScreenBackend.allCases.map(\.rawValue)
        var reader = ArgumentReader(arguments, options: ["--output", "--backend", "--touch", "--exec", "--json"])
        while let word = try reader.next() {
            switch word {
            case .option("--output"): output = try reader.value("--output")
            case .option("--backend"): name = try reader.choice("--backend", of: backends)
            case .option("--touch"): touch.append(try reader.value("--touch"))
            case .option("--exec"): hook = Hook(command: try reader.value("--exec"))
            case .option: break
            case .operand(let operand): throw UsageError("unexpected '\(operand)'; present takes options only")
            }
        }
        let screen: any PresentedScreen
        if let hook {
            screen = HookScreen(hook: hook)
        } else {
            let running = ScreenBackend { name in getenv(name).map { String(cString: $0) } }
            guard let backend = name.flatMap(ScreenBackend.init(rawValue:)) ?? running else {
                throw CommandFailure.nothingThere(
                    "no compositor that this program can turn is running here (\(backends.joined(separator: ", "))); try --exec")
            }
            screen = ToolScreen(backend, output: output, touch: touch)
        }
        return try DaemonReturn.following(context) { try Presenter($0, Daemon(context), screen).run() }
    }
}
