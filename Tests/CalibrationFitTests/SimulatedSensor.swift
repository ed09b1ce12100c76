import CalibrationFit
import OrientationCore
import SeededRandom

/// An accelerometer that is built in somehow, and made somehow.
struct SimulatedSensor {
    /// From the frame of the screen to that of the sensor: orthogonal, and mirrored where it reports the reaction.
    var mounting: MountMatrix
    /// In g; read is `true / gain - offset`.
    var offset = Vector3(0, 0, 0)
    var gain = Vector3(1, 1, 1)

    func reading(_ gravity: Vector3) -> Vector3 {
        let inSensor = mounting * gravity
        return Vector3(inSensor.x / gain.x, inSensor.y / gain.y, inSensor.z / gain.z) - offset
    }

    /// The 24 turns of a cube, and with `mirrored` the 24 others.
    static func turns(mirrored: Bool) -> [MountMatrix] {
        let axes = [Vector3(1, 0, 0), Vector3(0, 1, 0), Vector3(0, 0, 1)]
        let signed = axes + axes.map { -$0 }
        var turns: [MountMatrix] = []
        for x in signed {
            for y in signed where x.dot(y) == 0 {
                turns.append(MountMatrix(x: x, y: y, z: x.cross(y) * (mirrored ? -1 : 1)))
            }
        }
        return turns
    }
}

extension MountMatrix {
    var transposed: MountMatrix {
        MountMatrix(x: Vector3(x.x, y.x, z.x), y: Vector3(x.y, y.y, z.y), z: Vector3(x.z, y.z, z.z))
    }
}

extension SeededGenerator {
    mutating func vector(_ size: Double) -> Vector3 { Vector3(normal() * size, normal() * size, normal() * size) }
}
