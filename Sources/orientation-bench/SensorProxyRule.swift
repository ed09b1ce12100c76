import OrientationCore

/// What iio-sensor-proxy decides, from its behaviour: a reading every 700 ms and no filter; a landscape where x is more
/// than 35 degrees out of the plane of y and z, a portrait where y is out of that of x and z, nothing new where both are
/// or neither is; angles in whole degrees. Its face sign is put right here, and a pose counts as flat from 60 degrees of
/// lean on, as here, so that it can be compared at all.
struct SensorProxyRule: ComparedRule {
    static let name = "iio-sensor-proxy"
    static let knowsFaces = true

    private static let interval = Interval.milliseconds(700)
    /// Tangent of 35.5 degrees, since more than 35 is said of whole degrees, and of 60.
    private static let edgeTangent = 0.7132931
    private static let flatTangent = 1.7320508

    private var last: Timestamp?
    private var edge = DeviceOrientation.unknown
    private var answer = DeviceOrientation.unknown

    mutating func orientation(for gravity: Vector3, at time: Timestamp) -> DeviceOrientation {
        if let last, time >= last, time - last < Self.interval { return answer }
        last = time
        let (x, y, z) = (gravity.x, gravity.y, gravity.z)
        let isLandscape = x.magnitude > Self.edgeTangent * (y * y + z * z).squareRoot()
        let isPortrait = y.magnitude > Self.edgeTangent * (x * x + z * z).squareRoot()
        switch (isLandscape, isPortrait) {
        case (true, false): edge = x < 0 ? .landscapeLeft : .landscapeRight
        case (false, true): edge = y < 0 ? .portrait : .portraitUpsideDown
        case (true, true), (false, false): break
        }
        let isFlat = z.magnitude > Self.flatTangent * (x * x + y * y).squareRoot()
        answer = isFlat ? (z < 0 ? .faceUp : .faceDown) : edge
        return answer
    }
}
