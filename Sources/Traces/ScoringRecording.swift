import Glibc
import OrientationCore
import Posix

/// A recording together with what is known of it, ready to be replayed and scored.
public struct ScoringRecording: Sendable {
    /// The file's name without `.csv`.
    public let name: String
    public let trace: Trace
    public let truth: Truth
    /// For each row of the truth the largest angle in degrees between gravity and the named axis; nil where unknown.
    public let tilts: [Double?]

    public init(name: String, trace: Trace, truth: Truth, tilts: [Double?]) {
        self.name = name
        self.trace = trace
        self.truth = truth
        self.tilts = tilts
    }

    /// Reads `NAME.csv` and, if they are there, `NAME.truth.csv` and `truth_tilt.csv` beside it. Without truth nothing is
    /// labelled.
    public init(reading path: String) throws {
        let file = path.split(separator: "/").last.map(String.init) ?? path
        let name = file.hasSuffix(".csv") ? String(file.dropLast(4)) : file
        let truth = try Self.orNil { try Truth(reading: Truth.path(besides: path)) } ?? Truth(rows: [])
        let table = try TiltTable(besides: path)
        self.init(
            name: name, trace: try Trace(reading: path), truth: truth,
            tilts: truth.rows.map { table.tilt(of: name, at: $0.start) })
    }

    /// Whether a file of that name stands beside recordings and is none itself.
    public static func isTruth(_ path: String) -> Bool {
        path.hasSuffix(".truth.csv") || path.hasSuffix("truth_tilt.csv")
    }

    /// nil if there is no such file.
    static func orNil<Result>(_ read: () throws -> Result) throws -> Result? {
        do { return try read() } catch let error as SystemError where error.code == ENOENT { return nil }
    }
}

/// `truth_tilt.csv`: how far gravity leans from the named axis in each row of the truth.
///
/// Columns: name, start_ns, end_ns, expected, tilt_mean_deg, tilt_max_deg, rms_g.
struct TiltTable {
    private struct Key: Hashable {
        let name: Substring
        let start: Int64
    }

    private var tilts: [Key: Double] = [:]

    /// - Parameter path: a recording; the table is in the same directory, or there is none.
    init(besides path: String) throws {
        let directory = path.lastIndex(of: "/").map { String(path[...$0]) } ?? ""
        let file = directory + "truth_tilt.csv"
        guard let bytes = try ScoringRecording.orNil({ try readFile(file) }) else { return }
        for (number, line) in String(decoding: bytes, as: UTF8.self).split(separator: "\n").enumerated().dropFirst() {
            let fields = line.split(separator: ",", omittingEmptySubsequences: false)
            guard fields.count == 7, let start = Int64(fields[1]), fields[5].isEmpty || Double(fields[5]) != nil else {
                throw TraceError(
                    file: file, line: number + 1, column: 1, expected: "name,start_ns,end_ns,expected,tilt_mean_deg,tilt_max_deg,rms_g",
                    found: "'\(line)'")
            }
            tilts[Key(name: fields[0], start: start)] = Double(fields[5])
        }
    }

    func tilt(of name: String, at start: Timestamp) -> Double? {
        tilts[Key(name: Substring(name), start: start.nanoseconds)]
    }
}
