/// Throws made-up bytes at one of the readers, with libFuzzer from the toolchain: `orientation-fuzz TARGET [options of
/// libFuzzer] [folders]`. Built and run by `make fuzz`, never part of a normal build.
@main
struct Main {
    typealias Body = @Sendable (UnsafeRawBufferPointer) -> Void

    static let targets: [(name: String, body: Body)] = [
        ("json", JSONFuzzing.run),
        ("varlink", VarlinkFuzzing.run),
        ("description", DescriptionFuzzing.run),
        ("trace", TraceFuzzing.run),
        ("truth", TruthFuzzing.run),
        ("configuration", ConfigurationFuzzing.run),
        ("matrix", MatrixFuzzing.run),
        ("hwdb", HardwareDatabaseFuzzing.run),
        ("scan", ScanFuzzing.run),
        ("attribute", AttributeFuzzing.run),
    ]

    /// What libFuzzer calls; it has no place for a context.
    nonisolated(unsafe) static var body: Body = { _ in }

    static func main() {
        let name = CommandLine.arguments.dropFirst().first ?? ""
        guard let target = targets.first(where: { $0.name == name }) else {
            for target in targets { print(target.name) }
            return
        }
        body = target.body
        // The name stays in its place: to libFuzzer it is that of the program.
        var count = CommandLine.argc - 1
        var arguments = CommandLine.unsafeArgv + 1
        _ = runFuzzer(&count, &arguments) { start, count in
            Main.body(UnsafeRawBufferPointer(start: start, count: count))
            return 0
        }
    }
}

/// libFuzzer's own loop (compiler-rt, `FuzzerInterface.h`).
@_silgen_name("LLVMFuzzerRunDriver")
private func runFuzzer(
    _ count: UnsafeMutablePointer<Int32>, _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>>,
    _ body: @convention(c) (UnsafePointer<UInt8>?, Int) -> Int32
) -> Int32

/// A property of a reader that must hold whatever it reads; its end is what libFuzzer calls a crash.
func require(_ condition: Bool, _ what: String) {
    precondition(condition, what)
}

func text(_ bytes: UnsafeRawBufferPointer) -> String { String(decoding: bytes, as: UTF8.self) }
