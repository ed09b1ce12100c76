import OrientationCore

/// Offsets and gains that put readings at rest on the sphere of 1 g, whatever their directions: how well a pose was held
/// does not matter.
///
/// Least squares over the lengths of `gain * (reading + offset)`, with what is believable beforehand (offsets around 0,
/// gains around 1) as further equations, so that four poses, which do not determine six numbers, still give the nearest
/// believable answer. Gauss-Newton; a few rounds settle it.
struct SphereFit {
    /// In g, added to a reading in the frame of the sensor.
    private(set) var offset = Vector3(0, 0, 0)
    /// A factor for each axis of the sensor.
    private(set) var gain = Vector3(1, 1, 1)

    /// In g: what a mean of a second's samples is good for.
    private static let precision = 0.001
    /// In g: offsets of sensors as sold.
    private static let usualOffset = 0.1
    private static let usualGain = 0.1
    private static let rounds = 25

    init(_ readings: [Vector3]) {
        for _ in 0..<Self.rounds {
            var system = NormalEquations()
            for reading in readings { add(reading, to: &system) }
            for (index, value) in [offset.x, offset.y, offset.z].enumerated() {
                system.add([index: 1], residual: value, weight: 1 / Self.usualOffset)
            }
            for (index, value) in [gain.x, gain.y, gain.z].enumerated() {
                system.add([index + 3: 1], residual: value - 1, weight: 1 / Self.usualGain)
            }
            guard let step = system.step else { return }
            offset = offset - Vector3(step[0], step[1], step[2])
            gain = gain - Vector3(step[3], step[4], step[5])
        }
    }

    func corrected(_ reading: Vector3) -> Vector3 {
        let sum = reading + offset
        return Vector3(gain.x * sum.x, gain.y * sum.y, gain.z * sum.z)
    }

    private func add(_ reading: Vector3, to system: inout NormalEquations) {
        let point = corrected(reading)
        let length = point.length
        guard length > 0 else { return }
        let unit = point * (1 / length)
        let sum = reading + offset
        system.add(
            [0: unit.x * gain.x, 1: unit.y * gain.y, 2: unit.z * gain.z, 3: unit.x * sum.x, 4: unit.y * sum.y, 5: unit.z * sum.z],
            residual: length - 1, weight: 1 / Self.precision)
    }
}

/// Sums of weighted equations in six unknowns.
private struct NormalEquations {
    private var matrix = Array(repeating: Array(repeating: 0.0, count: 6), count: 6)
    private var right = Array(repeating: 0.0, count: 6)

    mutating func add(_ slopes: [Int: Double], residual: Double, weight: Double) {
        for (row, slope) in slopes {
            right[row] += weight * weight * slope * residual
            for (column, other) in slopes { matrix[row][column] += weight * weight * slope * other }
        }
    }

    var step: [Double]? { solve(matrix, right) }
}
