/// One reading of an accelerometer as the source delivers it, before calibration.
public struct RawSample: Equatable, Sendable {
    /// When it was taken.
    public var timestamp: Timestamp
    /// The axes in the source's own unit (counts, m/s^2, g), in the sensor's own frame.
    public var value: Vector3

    @inlinable
    public init(timestamp: Timestamp, value: Vector3) {
        self.timestamp = timestamp
        self.value = value
    }
}
