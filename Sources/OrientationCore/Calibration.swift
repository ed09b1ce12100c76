/// From a raw sample to gravity in the panel's frame: `(raw + offset) * scale`, the matrix, the division by
/// standard gravity; design.md sections 1 and 2.
public struct Calibration: Equatable, Sendable {
    /// Standard gravity in m/s^2 (CGPM 1901).
    public static let standardGravity = 9.80665

    /// Added to the raw value, in counts.
    public var offset: Vector3
    /// m/s^2 per count, per axis.
    public var scale: Vector3
    /// Mount matrix with the sign and face rules worked in.
    public var matrix: MountMatrix

    public init(
        offset: Vector3 = Vector3(0, 0, 0), scale: Vector3 = Vector3(1, 1, 1), matrix: MountMatrix = .identity
    ) {
        self.offset = offset
        self.scale = scale
        self.matrix = matrix
    }

    /// Gravity in g, pointing where things fall.
    @inlinable @inline(__always)
    public func gravity(of sample: RawSample) -> Vector3 {
        let raw = sample.value + offset
        let acceleration = Vector3(raw.x * scale.x, raw.y * scale.y, raw.z * scale.z)
        return matrix * acceleration * (1 / Self.standardGravity)
    }
}

/// Which sign the sensor gives x and y; section Sensor of the configuration.
public enum SignRule: String, CaseIterable, Sendable {
    /// As `gravity`: matrices in use were made for that.
    case auto
    /// x and y have the sign of gravity once the matrix is applied.
    case gravity
    /// They have the opposite sign: an aligned chip without a matrix, or a matrix by the letter of the binding.
    case reaction
}

/// Where the z row comes from; section Sensor of the configuration.
public enum FaceRule: String, CaseIterable, Sendable {
    /// Recomputed from the handedness of the x and y rows.
    case auto
    /// As the matrix has it.
    case matrix
    /// As the matrix has it, negated.
    case inverted
}

extension MountMatrix {
    /// The matrix that gives gravity: with the sign and the face rule applied.
    ///
    /// hwdb's z rows mix both signs, so `face: .auto` takes the third axis from the other two. A sensor that reports
    /// gravity itself has a right-handed frame, z = x cross y. Every other chip reports the reaction to gravity, and a
    /// matrix that makes x and y come out as gravity contains that flip, so z = -(x cross y).
    ///
    /// - Parameter reportsGravity: the sensor is a HID sensor hub (or is named `accel_3d` or `gravity`).
    /// - Returns: nil where there is no third axis: the x and y rows are parallel (a ``flaw``), or the z row, as `face` would
    ///   have it, lies in one plane with them.
    public func givingGravity(sign: SignRule, face: FaceRule, reportsGravity: Bool) -> MountMatrix? {
        guard let thirdAxis else { return nil }
        var result = self
        switch face {
        case .auto: result.z = reportsGravity ? thirdAxis : -thirdAxis
        case .matrix: break
        case .inverted: result.z = -z
        }
        // What is made of x and y alone says nothing of the face.
        guard (result.z.dot(thirdAxis) / result.z.length).magnitude > MountMatrix.leastAngle else { return nil }
        if sign == .reaction {
            result.x = -x
            result.y = -y
        }
        return result
    }
}
