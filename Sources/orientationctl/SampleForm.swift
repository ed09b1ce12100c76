import JSON
import OrientationCore
import Posix
import Traces

/// What the daemon says about the samples that it sends; type `SampleForm` of the interface file.
struct SampleForm: Equatable {
    var sensor: String
    var id: String
    var calibration: Calibration
    var matrixSource: String
    var access: String
    var rate: Double?
    var reportsOnlyChanges: Bool

    init(_ value: JSONValue) throws {
        guard let sensor = value["sensor"]?.string, let id = value["id"]?.string, let matrix = value["matrix"]?.string,
            let scale = Vector3(value["scale"]), let offset = Vector3(value["offset"]),
            let parsed = try? MountMatrix(parsing: matrix)
        else { throw CommandFailure.otherLanguage }
        (self.sensor, self.id) = (sensor, id)
        calibration = Calibration(offset: offset, scale: scale, matrix: parsed)
        matrixSource = value["matrixSource"]?.string ?? ""
        access = value["access"]?.string ?? ""
        rate = value["rate"]?.double
        reportsOnlyChanges = value["reportsOnlyChanges"]?.bool ?? false
    }

    /// The header of a recording of these samples: read back, it gives the same gravity.
    var header: TraceHeader {
        var header = TraceHeader(unit: .raw, convention: .gravity)
        header.scale = calibration.scale
        header.offset = calibration.offset
        header.mountMatrix = calibration.matrix
        header.rate = rate.flatMap { $0 > 0 ? $0 : nil }
        header.notes = [
            .init(key: "device", value: "\(sensor) (\(id))"),
            .init(key: "source", value: "orientationctl record \(Version.text)"),
            .init(key: "note", value: "mount_matrix with all rules worked in; found: \(matrixSource)"),
        ]
        if !access.isEmpty { header.notes.append(.init(key: "access", value: access)) }
        return header
    }
}

extension Vector3 {
    /// The type `Vector` of the interface file.
    init?(_ value: JSONValue?) {
        guard let x = value?["x"]?.double, let y = value?["y"]?.double, let z = value?["z"]?.double else { return nil }
        self.init(x, y, z)
    }
}

extension RawSample {
    /// The type `Sample` of the interface file.
    init?(_ value: JSONValue) {
        guard let time = value["timestamp"]?.integer, let vector = Vector3(value) else { return nil }
        self.init(timestamp: Timestamp(nanoseconds: time), value: vector)
    }
}

extension CommandFailure {
    static let otherLanguage = CommandFailure.failed(
        "the daemon sent what this version does not understand; install both from the same release")
}
