import OrientationCore
import Posix

/// Which mount matrix counts: the first valid one, with the sign and face rules applied; design.md section 2.
struct MatrixRule: Equatable, Sendable {
    /// A text that may be a matrix, and where it was found.
    struct Source: Equatable, Sendable {
        var name: String
        var text: String
    }

    /// What is applied to the samples.
    let matrix: MountMatrix
    /// For people: `0,-1,0;-1,0,0;0,0,1 from udev; z recomputed from handedness`.
    let verdict: String
    /// Sources that were refused, a line each.
    let warnings: [String]

    /// - Parameters:
    ///   - sources: udev, hardware database, sysfs: in the order of precedence.
    ///   - reportsGravity: it is a HID sensor hub, which gives gravity itself and not the reaction to it.
    init(settings: SensorSettings, sources: [Source], reportsGravity: Bool) {
        var warnings: [String] = []
        var candidates: [(matrix: MountMatrix, name: String)] = []
        if let configured = settings.matrix { candidates.append((configured, "configuration")) }
        for source in sources {
            do {
                candidates.append((try MountMatrix(parsing: source.text), source.name))
            } catch {
                // The error names a part of the text.
                let reason = printable("\(error)", longest: 200)
                warnings.append("matrix '\(printable(source.text, longest: 100))' from \(source.name) not used: \(reason)")
            }
        }
        candidates.append((.identity, "no source: identity"))
        for (matrix, name) in candidates {
            let given = matrix.givingGravity(sign: settings.sign, face: settings.face, reportsGravity: reportsGravity)
            guard let given, matrix.flaw == nil else {
                let reason = matrix.flaw?.description ?? "row 3 lies in one plane with the others"
                warnings.append("matrix '\(matrix)' from \(name) not used: \(reason)")
                continue
            }
            self.matrix = given
            self.warnings = warnings
            let origin = name.hasPrefix("no source") ? "identity (no source)" : "\(matrix) from \(name)"
            verdict = ([origin] + Self.rules(settings)).joined(separator: "; ")
            return
        }
        // Not reached: the identity has a third axis. Kept total all the same.
        matrix = .identity
        verdict = "identity (no source)"
        self.warnings = warnings
    }

    private static func rules(_ settings: SensorSettings) -> [String] {
        var rules: [String] = []
        switch settings.face {
        case .auto: rules.append("z recomputed from handedness")
        case .matrix: rules.append("z as written")
        case .inverted: rules.append("z negated")
        }
        if settings.sign == .reaction { rules.append("x and y negated") }
        return rules
    }
}
