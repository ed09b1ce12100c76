import OrientationCore

/// The matrix from the sensor's axes to the screen's, as readings in known poses tell it.
struct AxesFit {
    let matrix: MountMatrix
    /// The sensor's axes lie along the screen's, to within ``snapping`` degrees, and were taken to do so exactly.
    let isSnapped: Bool

    /// Degrees. People hold a tablet that well, and chips are soldered better than that.
    static let snapping = 10.0

    /// - Parameter readings: in the order of ``HeldPose``, corrected, at least ``HeldPose/needed``.
    /// - Returns: nil if they name no three axes.
    init?(_ readings: [Vector3]) {
        guard readings.count >= HeldPose.needed else { return nil }
        var rows = [Vector3(0, 0, 0), Vector3(0, 0, 0), Vector3(0, 0, 0)]
        for (pose, reading) in zip(HeldPose.allCases, readings) {
            let gravity = pose.gravity
            rows[0] = rows[0] + reading * gravity.x
            rows[1] = rows[1] + reading * gravity.y
            rows[2] = rows[2] + reading * gravity.z
        }
        let raw = MountMatrix(x: rows[0].unit, y: rows[1].unit, z: rows[2].unit)
        guard raw.determinant.magnitude > 0.2, let orthogonal = raw.orthogonalized else { return nil }
        let snapped = orthogonal.snapped
        isSnapped = snapped.map { $0.angle(to: orthogonal) <= Self.snapping } ?? false
        matrix = isSnapped ? snapped ?? orthogonal : orthogonal
    }
}

extension Vector3 {
    var unit: Vector3 { length > 0 ? self * (1 / length) : self }
}

extension MountMatrix {
    /// The nearest matrix with rows of length 1 at right angles, of the same handedness: Newton's iteration of the polar
    /// decomposition (Higham 1986).
    var orthogonalized: MountMatrix? {
        var result = self
        for _ in 0..<30 {
            let determinant = result.determinant
            guard determinant.magnitude > 1e-9 else { return nil }
            // Rows of the inverse's transpose.
            let inverse = MountMatrix(
                x: result.y.cross(result.z) * (1 / determinant), y: result.z.cross(result.x) * (1 / determinant),
                z: result.x.cross(result.y) * (1 / determinant))
            result = MountMatrix(x: (result.x + inverse.x) * 0.5, y: (result.y + inverse.y) * 0.5, z: (result.z + inverse.z) * 0.5)
        }
        return result
    }

    /// Each row replaced by the axis that it is nearest to; nil if two rows have the same.
    var snapped: MountMatrix? {
        func nearest(_ row: Vector3) -> Vector3 {
            let (x, y, z) = (row.x.magnitude, row.y.magnitude, row.z.magnitude)
            if x >= y && x >= z { return Vector3(row.x < 0 ? -1 : 1, 0, 0) }
            if y >= z { return Vector3(0, row.y < 0 ? -1 : 1, 0) }
            return Vector3(0, 0, row.z < 0 ? -1 : 1)
        }
        let result = MountMatrix(x: nearest(x), y: nearest(y), z: nearest(z))
        return result.determinant.magnitude == 1 ? result : nil
    }

    /// The largest angle between rows, in degrees.
    func angle(to other: MountMatrix) -> Double {
        max(CalibrationFit.angle(x, other.x), CalibrationFit.angle(y, other.y), CalibrationFit.angle(z, other.z))
    }
}
