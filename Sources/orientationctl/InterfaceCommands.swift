import Arguments
import JSON
import OrientationCore
import Posix

/// `orientationctl lock`, `unlock`, `rotate`: the interface of the session, by hand.
enum InterfaceCommands {
    static let lock = Command(
        name: "lock",
        synopsis: "[NAME] [--id ID]",
        summary: "Keeps the interface where it is, or turned to NAME.",
        details: """
            NAME is portrait, portraitUpsideDown, landscapeRight, landscapeLeft, or
            landscape: the side on which gravity is. The device's orientation is still
            reported. With --id it concerns the subscription of that id alone, and needs no
            rights.

            Example: orientationctl lock landscape
            """,
        run: { arguments, context in
            let request = try Request(arguments, options: [])
            return try request.send("Lock", context)
        })

    static let unlock = Command(
        name: "unlock",
        synopsis: "[--id ID]",
        summary: "Lets the interface follow the device again, at once.",
        details: "Example: orientationctl unlock",
        run: { arguments, context in
            let request = try Request(arguments, options: [])
            if let name = request.orientation { throw UsageError("unexpected '\(name)'; unlock takes no orientation") }
            return try request.send("Unlock", context)
        })

    static let rotate = Command(
        name: "rotate",
        synopsis: "NAME [--force] [--id ID]",
        summary: "Turns the interface by hand, until the device is turned again.",
        details: """
            NAME is portrait, portraitUpsideDown, landscapeRight, landscapeLeft, or
            landscape: the side on which gravity is. With --force it is a change even if
            that is shown already, so that a screen that has lost its turn is turned again.

            Example: orientationctl rotate portrait
            """,
        run: { arguments, context in
            let request = try Request(arguments, options: ["--force"])
            if request.orientation == nil { throw UsageError("rotate to what? \(Request.names.joined(separator: ", "))") }
            return try request.send("Rotate", context)
        })

    private struct Request {
        static let names = InterfaceOrientation.allCases.filter { $0 != .unknown }.map(\.name) + ["landscape"]

        private var parameters: JSONObject = [:]

        var orientation: String? { parameters["orientation"]?.string }

        init(_ arguments: [String], options: [String]) throws(UsageError) {
            var reader = ArgumentReader(arguments, options: options + ["--id", "--json"])
            while let word = try reader.next() {
                switch word {
                case .option("--id"): parameters["id"] = .string(try reader.value("--id"))
                case .option("--force"): parameters["force"] = true
                case .option: break
                case .operand(let name):
                    guard orientation == nil else { throw UsageError("one orientation at a time: '\(name)' is one too many") }
                    parameters["orientation"] = .string(try oneOf(Self.names, name))
                }
            }
        }

        func send(_ method: String, _ context: CommandContext) throws -> Int32 {
            _ = try Daemon(context).call(method, parameters)
            return 0
        }
    }
}
