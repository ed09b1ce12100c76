import OrientationCore
import Testing

@testable import Sensors

@Suite struct LocationRuleTests {
    @Test func theFirstThatSaysSomethingCounts() {
        func location(_ configured: SensorLocation?, _ udev: String?, _ label: String?, _ sysfs: String?) -> String {
            let found = LocationRule.location(configured: configured, udev: udev, label: label, sysfs: sysfs)
            return "\(found.location.rawValue), \(found.source)"
        }
        #expect(location(.display, "base", "accel-base", "base") == "display, configuration")
        #expect(location(nil, "base", "accel-display", "lid") == "base, udev ACCEL_LOCATION")
        #expect(location(nil, "somewhere", "accel-camera", "lid") == "camera, sysfs label accel-camera")
        #expect(location(nil, nil, "accel-base", "lid") == "base, sysfs label accel-base")
        #expect(location(nil, nil, "left foot", "lid") == "display, sysfs location lid")
        #expect(location(nil, nil, nil, "base") == "base, sysfs location base")
        #expect(location(nil, nil, nil, nil) == "display, nothing said")
    }
}

@Suite struct MatrixRuleTests {
    private typealias Source = MatrixRule.Source
    private let udev = Source(name: "udev ACCEL_MOUNT_MATRIX", text: "0,-1,0;-1,0,0;0,0,1")
    private let kernel = Source(name: "sysfs mount_matrix", text: "1, 0, 0; 0, 1, 0; 0, 0, 1")

    @Test func theConfigurationBeatsUdevAndUdevBeatsTheKernel() throws {
        var settings = SensorSettings()
        #expect(
            MatrixRule(settings: settings, sources: [udev, kernel], reportsGravity: true).verdict
                == "0,-1,0;-1,0,0;0,0,1 from udev ACCEL_MOUNT_MATRIX; z recomputed from handedness")
        settings.matrix = try MountMatrix(parsing: "-1,0,0;0,-1,0;0,0,1")
        let rule = MatrixRule(settings: settings, sources: [udev, kernel], reportsGravity: true)
        #expect(rule.verdict.hasPrefix("-1,0,0;0,-1,0;0,0,1 from configuration"))
        #expect(rule.matrix.x == Vector3(-1, 0, 0))
    }

    @Test(arguments: [
        ("1,0,0;0,1,0;0,1,0", "rows 2 and 3 are equal"), ("0,-1,0;-1,0,0;0,0,0", "row 3 is all zero"),
        ("0,0,0;0,1,0;0,0,1", "row 1 is all zero"), ("1,0,0;0,1,0;0,0", "has 8 numbers"), ("1,0,0;0,1,0;0,0,x", "'x' is not a number"),
        ("1,0,0;2,0,0;0,0,1", "parallel"), ("1e300,0,0;0,1,0;0,0,1", "row 1 has the length 1e+300, where an axis has 1"),
        ("1,0,0;0,0.1,0;0,0,1", "row 2 has the length 0.1"), ("1,0,0;0,1,0;0,0,9.80665", "row 3 has the length 9.80665"),
        ("1e-200,0,0;0,1,0;0,0,1", "row 1 has the length 1e-200"),
    ])
    func aMatrixThatCannotBeIsRefusedWithTheReason(text: String, reason: String) throws {
        let broken = Source(name: "udev ACCEL_MOUNT_MATRIX", text: text)
        let rule = MatrixRule(settings: SensorSettings(), sources: [broken, kernel], reportsGravity: true)
        #expect(rule.verdict.contains("from sysfs mount_matrix"))
        let warning = try #require(rule.warnings.first)
        #expect(rule.warnings.count == 1)
        #expect(warning.contains("udev ACCEL_MOUNT_MATRIX") && warning.contains(reason), "\(warning)")
    }

    @Test func withoutAnySourceItIsTheIdentity() {
        let rule = MatrixRule(settings: SensorSettings(), sources: [], reportsGravity: true)
        #expect(rule.verdict == "identity (no source); z recomputed from handedness")
        #expect(rule.matrix == .identity)
        #expect(rule.warnings.isEmpty)
    }

    @Test func blanksAndNegativeZerosAreAllowed() {
        let source = Source(name: "udev ACCEL_MOUNT_MATRIX", text: " 0, -1, -0; -1, 0, 0; -0.0, 0, 1 ")
        #expect(MatrixRule(settings: SensorSettings(), sources: [source], reportsGravity: true).warnings.isEmpty)
    }

    /// Derivation. The chip reports the reaction r = -g along its axes cx, cy, cz. The first two rows make
    /// x = -r.cy = g.cy and y = -r.cx = g.cx into gravity in the panel's frame, so cy is the panel's x and cx its y,
    /// and cz = cx x cy = y x x = -z: the chip sits on the other side of the board. On its back, g = -z, r = z, and
    /// r.cz = -1: the row that gives gravity's z = -1 is (0,0,1), which is -(rx x ry). A hub reports g itself, so
    /// for it the row is rx x ry. What the hwdb has written there does not count.
    @Test(arguments: ["0,-1,0;-1,0,0;0,0,1", "0,-1,0;-1,0,0;0,0,-1"])
    func theFaceRuleDecidesOverTheSignOfTheWrittenRow(text: String) {
        let source = Source(name: "udev ACCEL_MOUNT_MATRIX", text: text)
        let chip = MatrixRule(settings: SensorSettings(), sources: [source], reportsGravity: false)
        #expect(chip.matrix.z == Vector3(0, 0, 1))
        let hub = MatrixRule(settings: SensorSettings(), sources: [source], reportsGravity: true)
        #expect(hub.matrix.z == Vector3(0, 0, -1))
    }

    @Test func theRulesInUseAreNamed() {
        var settings = SensorSettings()
        settings.face = .inverted
        settings.sign = .reaction
        #expect(
            MatrixRule(settings: settings, sources: [], reportsGravity: true).verdict == "identity (no source); z negated; x and y negated")
        settings.face = .matrix
        #expect(MatrixRule(settings: settings, sources: [], reportsGravity: true).verdict.contains("z as written"))
    }
}

@Suite struct ScaleRuleTests {
    private func rule(_ attributes: [String: String]) throws -> ScaleRule {
        try ScaleRule({ attributes[$0] })
    }

    @Test func anAxisOfItsOwnBeatsTheSharedOne() throws {
        let rule = try rule(["in_accel_scale": "0.5", "in_accel_y_scale": "0.25", "in_accel_x_offset": "-3"])
        #expect(rule.scale == Vector3(0.5, 0.25, 0.5))
        #expect(rule.offset == Vector3(-3, 0, 0))
        #expect(rule.warnings.isEmpty)
    }

    @Test func scaleAloneIsForAll() throws {
        #expect(try rule(["scale": "0.25"]).scale == Vector3(0.25, 0.25, 0.25))
    }

    @Test func aMissingScaleIsSaid() throws {
        let rule = try rule([:])
        #expect(rule.scale == Vector3(1, 1, 1))
        #expect(rule.warnings.count == 1)
    }

    @Test(arguments: ["0", "0.000000", "garbage", "", "0,5", "nan"])
    func aScaleThatMakesNoSenseRefusesTheSensor(text: String) {
        #expect(throws: SensorError.self) { try rule(["in_accel_scale": text]) }
    }

    @Test func anOffsetThatIsNoNumberRefusesTheSensor() {
        #expect(throws: SensorError.self) { try rule(["in_accel_scale": "1", "in_accel_offset": "?"]) }
    }
}
