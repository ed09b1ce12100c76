/// A 3x3 mount matrix: row i gives axis i of the screen's frame from the sensor's axes.
public struct MountMatrix: Equatable, Sendable {
    public var x: Vector3
    public var y: Vector3
    public var z: Vector3

    public static let identity = MountMatrix(x: Vector3(1, 0, 0), y: Vector3(0, 1, 0), z: Vector3(0, 0, 1))

    public init(x: Vector3, y: Vector3, z: Vector3) {
        self.x = x
        self.y = y
        self.z = z
    }

    /// Why a text is no usable mount matrix.
    public enum Flaw: Error, Equatable, CustomStringConvertible {
        case wrongCount(Int)
        case notANumber(String)
        case zeroRow(Int)
        case equalRows(Int, Int)
        case wrongLength(Int, Double)
        /// Two axes of the screen that are one of the sensor's.
        case parallelRows(Int, Int)

        public var description: String {
            switch self {
            case .wrongCount(let count): "has \(count) numbers where 9 are needed (x1,y1,z1;x2,y2,z2;x3,y3,z3)"
            case .notANumber(let text): "'\(text)' is not a number (decimals are written with a point)"
            case .zeroRow(let row): "row \(row) is all zero"
            case .wrongLength(let row, let length): "row \(row) has the length \(length), where an axis has 1"
            case .equalRows(let first, let second): "rows \(first) and \(second) are equal"
            case .parallelRows(let first, let second): "rows \(first) and \(second) are parallel"
            }
        }
    }

    /// Reads `x1,y1,z1;x2,y2,z2;x3,y3,z3`; blanks and `-0` are allowed, the decimal point is a point in every locale.
    public init(parsing text: String) throws(Flaw) {
        let fields = text.split(omittingEmptySubsequences: false) { $0 == "," || $0 == ";" }
        guard fields.count == 9 else { throw .wrongCount(fields.count == 1 && fields[0].isEmpty ? 0 : fields.count) }
        var numbers: [Double] = []
        for field in fields {
            let trimmed = field.drop(while: \.isWhitespace)
            let end = trimmed.lastIndex { !$0.isWhitespace }
            let word = end.map { trimmed[...$0] } ?? ""
            guard let number = Double(word), number.isFinite, word.allSatisfy({ "0123456789+-.eE".contains($0) }) else {
                throw .notANumber(String(word))
            }
            numbers.append(number + 0)
        }
        self.init(
            x: Vector3(numbers[0], numbers[1], numbers[2]),
            y: Vector3(numbers[3], numbers[4], numbers[5]),
            z: Vector3(numbers[6], numbers[7], numbers[8]))
        if let flaw { throw flaw }
    }

    /// What makes it unusable, if anything.
    public var flaw: Flaw? {
        let rows = [x, y, z]
        for (index, row) in rows.enumerated() where row == Vector3(0, 0, 0) { return .zeroRow(index + 1) }
        for first in 0..<3 {
            for second in (first + 1)..<3 where rows[first] == rows[second] {
                return .equalRows(first + 1, second + 1)
            }
        }
        for (index, row) in rows.enumerated() {
            // By the largest, so that the squares neither overflow nor vanish.
            let largest = max(row.x.magnitude, row.y.magnitude, row.z.magnitude)
            let direction = row * (1 / largest)
            let length = largest * direction.dot(direction).squareRoot()
            if !Self.lengths.contains(length) { return .wrongLength(index + 1, length) }
        }
        // The third counts only if the face rule says so.
        return thirdAxis == nil ? .parallelRows(1, 2) : nil
    }

    /// x cross y, of length 1; nil where the two lie along one line.
    var thirdAxis: Vector3? {
        let normal = x.cross(y) * (1 / (x.length * y.length))
        let length = normal.length
        return length > Self.leastAngle ? normal * (1 / length) : nil
    }

    /// The sine of it: rows less than about 6 degrees apart name the same axis twice.
    static let leastAngle = 0.1

    /// Of a row. It turns and does not scale: more than rounding, or a gain put into it, is a mistake.
    private static let lengths = 0.5...2

    @inlinable
    public static func * (matrix: MountMatrix, vector: Vector3) -> Vector3 {
        Vector3(matrix.x.dot(vector), matrix.y.dot(vector), matrix.z.dot(vector))
    }

    public var determinant: Double { x.dot(y.cross(z)) }
}

extension MountMatrix: CustomStringConvertible {
    /// The form that it is read in, whole numbers without a fraction.
    public var description: String {
        let rows: [Vector3] = [x, y, z]
        return rows.map { "\(Self.text($0.x)),\(Self.text($0.y)),\(Self.text($0.z))" }.joined(separator: ";")
    }

    private static func text(_ value: Double) -> String {
        value == value.rounded() && value.magnitude < 1e6 ? String(Int(value)) : String(value)
    }
}
