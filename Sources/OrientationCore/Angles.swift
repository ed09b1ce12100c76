/// Angles without a C library: only + - * / and square roots, so that every machine prints and
/// decides the same. Accurate to better than 1e-12 degree over the ranges used here.
public enum Angles {
    static let degreesPerRadian = 57.295779513082320876798154814105

    /// Sine and cosine of an angle given in degrees, 0 to 90.
    ///
    /// Taylor series around 0 after halving four times; 90 degrees is then 0.098 radian, where the
    /// term after the last one used is below 1e-17.
    public static func sineAndCosine(degrees: Double) -> (sine: Double, cosine: Double) {
        let x = degrees / degreesPerRadian / 16
        let square = x * x
        var sine = x * (1 - square / 6 * (1 - square / 20 * (1 - square / 42 * (1 - square / 72))))
        var cosine = 1 - square / 2 * (1 - square / 12 * (1 - square / 30 * (1 - square / 56 * (1 - square / 90))))
        for _ in 0..<4 {
            (sine, cosine) = (2 * sine * cosine, cosine * cosine - sine * sine)
        }
        return (sine, cosine)
    }

    /// The angle of the vector (`x`, `y`) from the positive x axis in degrees, in (-180, 180]; 0 for the zero vector.
    ///
    /// The quotient of the smaller by the larger side is halved as an angle three times by
    /// tan(a/2) = tan a / (1 + sqrt(1 + tan^2 a)); the series of the arc tangent then starts below 0.1.
    public static func direction(x: Double, y: Double) -> Double {
        let (width, height) = (x.magnitude, y.magnitude)
        guard width > 0 || height > 0 else { return 0 }
        var tangent = width >= height ? height / width : width / height
        for _ in 0..<3 {
            tangent = tangent / (1 + (1 + tangent * tangent).squareRoot())
        }
        let square = tangent * tangent
        var sum = 0.0
        for odd in stride(from: 15.0, through: 1, by: -2) {
            sum = 1 / odd - square * sum
        }
        var angle = 8 * tangent * sum * degreesPerRadian
        if width < height { angle = 90 - angle }
        if x < 0 { angle = 180 - angle }
        return y < 0 ? -angle : angle
    }

    /// Direction of gravity in the plane of the screen in degrees, in (-180, 180]: 0 portrait, -90 landscapeLeft,
    /// +90 landscapeRight, 180 upside down (design frame, see `docs`: gravity y = -1 is upright).
    public static func roll(of gravity: Vector3) -> Double {
        let angle = direction(x: -gravity.y, y: gravity.x)
        return angle <= -180 ? 180 : angle
    }

    /// Angle between gravity and the plane of the screen in degrees, unsigned: 0 upright, 90 flat.
    public static func lean(of gravity: Vector3) -> Double {
        let inPlane = (gravity.x * gravity.x + gravity.y * gravity.y).squareRoot()
        return direction(x: inPlane, y: gravity.z.magnitude)
    }

    /// Rounded to the tenth of a degree that people are shown; never -0.
    public static func shown(_ degrees: Double) -> Double {
        OrientationCore.shown(degrees, perUnit: 10)
    }
}

/// A value as it is told: rounded to one part in `perUnit` (a power of ten), never -0, so that messages are short.
public func shown(_ value: Double, perUnit: Double) -> Double {
    let count = (value * perUnit).rounded()
    return count == 0 ? 0 : count / perUnit
}
