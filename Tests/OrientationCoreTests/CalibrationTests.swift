import OrientationCore
import Testing

@Suite struct MountMatrixTests {
    @Test(arguments: [
        "1,0,0;0,1,0;0,0,1", " 1, 0, 0; 0, 1, 0; 0, 0, 1\n", "1.0,-0,0;0,1e0,-0;0,0,1 ", "1,0,0; 0,1,0 ;0,0,1\t",
    ])
    func readsWhatKernelsAndHwdbWrite(text: String) throws {
        #expect(try MountMatrix(parsing: text) == .identity)
    }

    @Test(arguments: [
        ("", MountMatrix.Flaw.wrongCount(0)), ("1,0,0;0,1,0", .wrongCount(6)), ("1,0,0;0,1,0;0,0,1;", .wrongCount(10)),
        ("1,0,0;0,x,0;0,0,1", .notANumber("x")), ("1,0,0;0,,0;0,0,1", .notANumber("")),
        ("1,0,0;0,1,0;0,0,nan", .notANumber("nan")), ("1,0,0;0,1,0;0,0,inf", .notANumber("inf")),
        ("0x1,0,0;0,1,0;0,0,1", .notANumber("0x1")), ("1e999,0,0;0,1,0;0,0,1", .notANumber("1e999")),
        ("0,-1,0;-1,0,0;0,0,0", .zeroRow(3)), ("0,-1,0;-0,0,-0;0,0,1", .zeroRow(2)),
        ("1,0,0;0,1,0;0,1,0", .equalRows(2, 3)), ("1,0,0;1,0,0;0,0,1", .equalRows(1, 2)),
        ("1,0,0;-1,0,0;0,0,1", .parallelRows(1, 2)), ("0,1,0;0.05,1,0;0,0,1", .parallelRows(1, 2)),
    ])
    func refusesWhatIsNoMatrix(text: String, flaw: MountMatrix.Flaw) {
        #expect(throws: flaw) { try MountMatrix(parsing: text) }
    }

    @Test func theTextReadsBack() throws {
        let matrix = try MountMatrix(parsing: "0,-1,0;-0.5,0,1;0,0.25,-1")
        #expect(matrix.description == "0,-1,0;-0.5,0,1;0,0.25,-1")
        #expect(try MountMatrix(parsing: matrix.description) == matrix)
    }

    @Test func theFaceRuleRecomputesZFromHandedness() throws {
        for written in ["0,-1,0;-1,0,0;0,0,1", "0,-1,0;-1,0,0;0,0,-1"] {
            let matrix = try MountMatrix(parsing: written)
            // x cross y = (0,-1,0) x (-1,0,0) = (0,0,-1): that for sensors which report gravity, its opposite for chips.
            #expect(matrix.givingGravity(sign: .auto, face: .auto, reportsGravity: true)?.z == Vector3(0, 0, -1))
            #expect(matrix.givingGravity(sign: .auto, face: .auto, reportsGravity: false)?.z == Vector3(0, 0, 1))
            #expect(matrix.givingGravity(sign: .auto, face: .matrix, reportsGravity: false)?.z == matrix.z)
            #expect(matrix.givingGravity(sign: .auto, face: .inverted, reportsGravity: false)?.z == -matrix.z)
        }
    }

    @Test func theReactionSignTurnsXAndYOnly() throws {
        let matrix = try #require(MountMatrix.identity.givingGravity(sign: .reaction, face: .auto, reportsGravity: false))
        #expect(matrix * Vector3(0, 1, 0) == Vector3(0, -1, 0), "an aligned chip upright reads the reaction, +y")
        #expect(matrix * Vector3(0, 0, 1) == Vector3(0, 0, -1), "and on its back +z")
    }

    @Test func parallelRowsHaveNoThirdAxis() throws {
        let matrix = MountMatrix(x: Vector3(1, 0, 0), y: Vector3(-1, 0, 0), z: Vector3(0, 0, 1))
        #expect(matrix.givingGravity(sign: .auto, face: .auto, reportsGravity: true) == nil)
    }

    @Test(arguments: ["0,-1,0;-1,1,0;0,1,0", "1,0,0;0,1,0;-1,0,0", "1,0,0;0,1,0;0.7,0.7,0.05"])
    func aZRowThatIsMadeOfTheOthersCountsOnlyWhereItIsNotUsed(text: String) throws {
        let matrix = try MountMatrix(parsing: text)
        #expect(matrix.givingGravity(sign: .auto, face: .auto, reportsGravity: true) != nil)
        for face in [FaceRule.matrix, .inverted] {
            #expect(matrix.givingGravity(sign: .auto, face: face, reportsGravity: true) == nil)
        }
    }
}

/// Raw counts of real machines, from public reports, with the orientation that their owners saw.
@Suite struct FieldReadings {
    struct Machine: Sendable {
        var scale: Double
        var matrix: String
        var isHub: Bool

        func calibration() throws -> Calibration {
            let matrix = try MountMatrix(parsing: matrix).givingGravity(sign: .auto, face: .auto, reportsGravity: isHub)
            return Calibration(scale: Vector3(scale, scale, scale), matrix: try #require(matrix))
        }
    }

    static let turned = "0,-1,0;-1,0,0;0,0,1"
    static let plain = "1,0,0;0,1,0;0,0,1"

    @Test(arguments: [
        (Machine(scale: 0.019163, matrix: turned, isHub: false), Vector3(523, 13, 5), DeviceOrientation.portrait),
        (Machine(scale: 0.019163, matrix: turned, isHub: false), Vector3(8, 521, -67), .landscapeLeft),
        (Machine(scale: 0.306457, matrix: turned, isHub: false), Vector3(24, 0, -21), .portrait),
        (Machine(scale: 0.306457, matrix: turned, isHub: false), Vector3(15, -25, -14), .landscapeRight),
        (Machine(scale: 0.009807, matrix: plain, isHub: true), Vector3(-39, -937, -378), .portrait),
    ])
    func comeOutAsTheirOwnersSawThem(machine: Machine, raw: Vector3, expected: DeviceOrientation) throws {
        var pipeline = OrientationPipeline(calibration: try machine.calibration())
        for step in 0..<100 {
            pipeline.take(RawSample(timestamp: Timestamp(nanoseconds: Int64(step) * 40_000_000), value: raw)) { _ in }
        }
        #expect(pipeline.state.device == expected)
    }

    @Test func aHubThatReportsGravityLeanedBackIsGlassUp() throws {
        let machine = Machine(scale: 0.009807, matrix: Self.plain, isHub: true)
        let gravity = try machine.calibration().gravity(
            of: RawSample(timestamp: Timestamp(nanoseconds: 0), value: Vector3(-39, -937, -378)))
        #expect(gravity.z < 0)
    }

    @Test func garbageBetweenGoodSamplesIsNoPose() throws {
        var pipeline = OrientationPipeline(calibration: try Machine(scale: 0.009807, matrix: Self.plain, isHub: true).calibration())
        var devices: [DeviceOrientation] = []
        let readings = [Vector3(-15, -898, -375), Vector3(20774, 27203, 0), Vector3(-31, -929, -398)]
        for (step, raw) in readings.flatMap({ Array(repeating: $0, count: 1) }).enumerated() {
            pipeline.take(RawSample(timestamp: Timestamp(nanoseconds: Int64(step) * 40_000_000), value: raw)) { devices.append($0.device) }
        }
        #expect(devices == [.portrait])
        #expect(pipeline.rejected == 1)
    }
}

@Suite struct AngleTests {
    @Test func sinesMatchTheKnownOnes() {
        for (degrees, sine) in [(0.0, 0.0), (30, 0.5), (45, 0.5.squareRoot()), (60, 0.75.squareRoot()), (90, 1)] {
            #expect((Angles.sineAndCosine(degrees: degrees).sine - sine).magnitude < 1e-14)
        }
    }

    @Test func directionIsTheInverseOfSineAndCosine() {
        for tenths in 0...900 {
            let degrees = Double(tenths) / 10
            let (sine, cosine) = Angles.sineAndCosine(degrees: degrees)
            for (x, y, expected) in [
                (cosine, sine, degrees), (-cosine, sine, 180 - degrees), (cosine, -sine, -degrees), (-cosine, -sine, degrees - 180),
            ] {
                let difference = (Angles.direction(x: x, y: y) - expected).magnitude
                #expect(difference < 1e-11 || (difference - 360).magnitude < 1e-11, "\(degrees) as \(x), \(y)")
            }
        }
    }

    @Test func rollIsInItsHalfOpenRange() {
        #expect(Angles.roll(of: Vector3(0, 1, 0)) == 180)
        #expect(Angles.roll(of: Vector3(-0.0, 1, 0)) == 180)
        #expect(Angles.roll(of: Vector3(-1, 0, 0)) == -90)
        #expect(Angles.roll(of: Vector3(1, 0, 0)) == 90)
        #expect(Angles.roll(of: Vector3(0, -1, 0)) == 0)
        #expect(Angles.lean(of: Vector3(0, 0, -1)) == 90)
        #expect(Angles.shown(-0.04) == 0)
        #expect(Angles.shown(-0.04).sign == .plus)
    }
}
