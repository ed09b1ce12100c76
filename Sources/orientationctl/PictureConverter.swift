import Glibc
import Posix

/// An installed program that makes a PNG of an SVG.
struct PictureConverter: Sendable {
    let program: String
    private let arguments: @Sendable (_ source: String, _ target: String) -> [String]

    private static let known = [
        PictureConverter(program: "rsvg-convert") { ["-f", "png", "-o", $1, $0] },
        PictureConverter(program: "inkscape") { ["--export-type=png", "--export-filename=\($1)", $0] },
        PictureConverter(program: "magick") { [$0, "png:\($1)"] },
        PictureConverter(program: "convert") { [$0, "png:\($1)"] },
        PictureConverter(program: "cairosvg") { ["-f", "png", "-o", $1, $0] },
    ]

    /// The first that is installed.
    static func find() throws -> PictureConverter {
        for converter in known where InstalledProgram.exists(converter.program) { return converter }
        throw CommandFailure.failed(
            "no program to make a PNG: install librsvg2-bin (rsvg-convert), inkscape or imagemagick, or write an .svg")
    }

    func write(_ svg: String, to target: String) throws {
        var template = Array("/tmp/orientation-plot-XXXXXX.svg".utf8CString)
        let file = FileDescriptor(owning: try checkErrno("make a temporary file") { mkstemps(&template, 4) })
        let path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
        defer { unlink(path) }
        try writeAll(Array(svg.utf8), to: file.number, named: path)
        let ending = try ChildProcess([program] + arguments(path, target), redirecting: [(STDIN_FILENO, .null)]).wait()
        guard ending == .exited(0) else { throw CommandFailure.failed("\(program) could not write \(target) (it ended with \(ending))") }
    }
}
