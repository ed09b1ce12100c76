import OrientationCore
import SeededRandom

/// What a replay does to a recording to make it harder: fewer samples, another frame, noise, a wrong gain.
public struct Distortion: Sendable {
    /// Hz: of the samples in each 1/rate second only the first is kept; nil keeps all.
    public var rate: Double?
    /// Where in such a slot the first sample falls, 0 up to but not including 1.
    public var phase = 0.0
    /// Turns the frame; the truth turns with it.
    public var turn = MountMatrix.identity
    /// Standard deviation of normal noise on each axis, in g.
    public var noise = 0.0
    /// Factor on each axis of gravity.
    public var gain = Vector3(1, 1, 1)
    /// Seed of the noise.
    public var seed: UInt64 = 1

    public init() {}

    /// The 24 turns of the frame that map axes to axes and do not mirror; the identity is the first.
    public static let turns: [MountMatrix] = {
        let axes = [Vector3(1, 0, 0), Vector3(0, 1, 0), Vector3(0, 0, 1)].flatMap { [$0, -$0] }
        return axes.flatMap { x in axes.filter { $0.dot(x) == 0 }.map { MountMatrix(x: x, y: $0, z: x.cross($0)) } }
    }()

    /// A gain wrong by `share` on one axis: each axis, too high and too low.
    public static func gains(wrongBy share: Double) -> [Vector3] {
        [1 + share, 1 - share].flatMap { [Vector3($0, 1, 1), Vector3(1, $0, 1), Vector3(1, 1, $0)] }
    }

    /// The samples as gravity in g.
    public func samples(of trace: Trace) -> [RawSample] {
        let calibration = trace.header.calibration
        var generator = SeededGenerator(seed: seed)
        guard let first = trace.samples.first?.timestamp else { return [] }
        var slot = -Double.infinity
        return trace.samples.compactMap { sample in
            if let rate {
                let here = ((sample.timestamp - first).seconds * rate - phase).rounded(.down)
                guard here > slot else { return nil }
                slot = here
            }
            let gravity = turn * calibration.gravity(of: sample)
            var value = Vector3(gravity.x * gain.x, gravity.y * gain.y, gravity.z * gain.z)
            if noise > 0 {
                value = value + Vector3(generator.normal(), generator.normal(), generator.normal()) * noise
            }
            return RawSample(timestamp: sample.timestamp, value: value)
        }
    }

    /// What a pose is called in the turned frame.
    public func name(of device: DeviceOrientation) -> DeviceOrientation {
        guard let gravity = device.gravity else { return device }
        let turned = turn * gravity
        return DeviceOrientation.allCases.first { $0.gravity.map { $0.dot(turned) > 0.5 } ?? false } ?? device
    }
}
