import JSON
import OrientationCore
import Sensors

/// The type `SampleForm` of the interface file: which sensor samples are of, and what their numbers mean.
struct SampleForm: Equatable {
    let info: SensorInfo
    let calibration: Calibration

    init(_ source: SensorSource) {
        info = source.info
        calibration = source.calibration
    }

    var json: JSONObject {
        [
            "sensor": .string(info.name),
            "id": .string(info.id),
            "scale": .object(calibration.scale.json),
            "offset": .object(calibration.offset.json),
            "matrix": .string(calibration.matrix.description),
            "matrixSource": .string(info.matrix),
            "access": .string(info.access),
            "rate": info.rate.map { .real($0) } ?? .null,
            "reportsOnlyChanges": .bool(info.reportsOnlyChanges),
        ]
    }
}

extension Vector3 {
    /// The type `Vector` of the interface file, with all digits.
    var json: JSONObject { ["x": .real(x), "y": .real(y), "z": .real(z)] }

    /// In g, to a tenth of a milli-g: finer than any sensor's noise.
    var shownInG: JSONObject {
        ["x": .real(shown(x, perUnit: 10_000)), "y": .real(shown(y, perUnit: 10_000)), "z": .real(shown(z, perUnit: 10_000))]
    }
}

extension RawSample {
    /// The type `Sample` of the interface file.
    var json: JSONObject {
        ["timestamp": .integer(timestamp.nanoseconds), "x": .real(value.x), "y": .real(value.y), "z": .real(value.z)]
    }
}
