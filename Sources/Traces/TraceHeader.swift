import OrientationCore

/// In what the numbers of a recording are.
public enum TraceUnit: String, CaseIterable, Sendable {
    case metersPerSecondSquared = "m/s^2"
    case standardGravity = "g"
    case milliGravity = "mg"
    /// Counts of the chip: m/s^2 = (count + offset) * scale.
    case raw
}

/// Which sign a recording has after its mount matrix is applied.
public enum SignConvention: String, CaseIterable, Sendable {
    /// The reaction to gravity: face up at rest reads +1 g (Android, most chips).
    case proper
    /// Gravity itself: face up at rest reads -1 g (iOS, HID).
    case gravity
}

/// What a recording says about itself; design.md section 8.
public struct TraceHeader: Equatable, Sendable {
    public var unit: TraceUnit
    public var convention: SignConvention
    /// m/s^2 per count, per axis; counts only with `unit: raw`.
    public var scale = Vector3(1, 1, 1)
    /// Added to the counts; only with `unit: raw`.
    public var offset = Vector3(0, 0, 0)
    public var mountMatrix = MountMatrix.identity
    /// Hz, nominal or mean.
    public var rate: Double?
    /// Everything else, in the order of the file: `device`, `source`, `licence`, `note` and others.
    public var notes: [Note] = []

    /// A key that explains and does not calculate.
    public struct Note: Equatable, Sendable {
        public var key: String
        public var value: String

        public init(key: String, value: String) {
            self.key = key
            self.value = value
        }
    }

    public init(unit: TraceUnit, convention: SignConvention) {
        self.unit = unit
        self.convention = convention
    }

    /// The first note of this name.
    public func note(_ key: String) -> String? {
        notes.first { $0.key == key }?.value
    }

    /// From a row's numbers to gravity in g in the frame of the screen: unit, matrix, then the sign of the convention.
    /// The face rule is for live sensors and not applied.
    public var calibration: Calibration {
        let matrix =
            switch convention {
            case .gravity: mountMatrix
            case .proper: MountMatrix(x: -mountMatrix.x, y: -mountMatrix.y, z: -mountMatrix.z)
            }
        let one = Vector3(1, 1, 1)
        return switch unit {
        case .metersPerSecondSquared: Calibration(matrix: matrix)
        case .standardGravity: Calibration(scale: one * Calibration.standardGravity, matrix: matrix)
        case .milliGravity: Calibration(scale: one * (Calibration.standardGravity / 1000), matrix: matrix)
        case .raw: Calibration(offset: offset, scale: scale, matrix: matrix)
        }
    }
}
