import Glibc
import OrientationCore
import Posix
import Traces
import VirtualSensor

/// A script of poses as a recording, for machines without `/dev/uhid` and for tests.
struct SimulatedTrace {
    private let track: PoseTrack
    private let faults: PoseFaults

    /// Hz.
    private static let rate: Int64 = 50

    init(_ track: PoseTrack, _ faults: PoseFaults) {
        self.track = track
        self.faults = faults
    }

    /// - Parameter path: `-` is standard output.
    /// - Returns: the exit status.
    func write(to path: String) throws -> Int32 {
        var header = TraceHeader(unit: .milliGravity, convention: .gravity)
        header.rate = Double(Self.rate)
        header.notes = [
            .init(key: "device", value: "none: a script of poses"), .init(key: "source", value: "orientationctl simulate \(Version.text)"),
        ]
        var bytes = TraceText.header(header)
        var faults = self.faults
        let step = 1_000_000_000 / Self.rate
        let start = Timestamp(nanoseconds: 0)
        for time in stride(from: 0, through: track.duration.nanoseconds, by: Int64.Stride(step)) {
            let pose = faults.reported(track.pose(at: Interval(nanoseconds: time)))
            let value = Vector3(Double(pose.x), Double(pose.y), Double(pose.z))
            TraceText.append(RawSample(timestamp: Timestamp(nanoseconds: time), value: value), since: start, to: &bytes)
        }
        if path == "-" {
            try writeAll(bytes, to: STDOUT_FILENO, named: "standard output")
        } else {
            let file = try FileDescriptor.open(path, O_WRONLY | O_CREAT | O_TRUNC)
            try writeAll(bytes, to: file.number, named: path)
        }
        return 0
    }
}
