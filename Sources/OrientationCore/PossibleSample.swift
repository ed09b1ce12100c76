/// What no working sensor on a device reports.
extension RawSample {
    /// Three exactly equal axes are a broken sensor, not a device held on its corner: hubs and drivers that fail fill all
    /// three with the same number (0 most often). One such sample in good ones is no loss.
    @inline(__always)
    var isPossible: Bool { !(value.x == value.y && value.y == value.z) }
}

extension Vector3 {
    /// In g. The widest range of a screen sensor is 16 g an axis, 27.7 g in all.
    public static let widestRange = 28.0

    /// As gravity in g: finite, not all zero, inside any sensor's range.
    @inline(__always)
    var isPossible: Bool {
        let square = lengthSquared
        return square > 0 && square < Self.widestRange * Self.widestRange
    }
}
