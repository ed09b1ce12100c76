import OrientationCore
import Testing

/// Holds poses still and asks what they are: the geometry of the decision, without its dynamics.
struct StillDevice {
    var pipeline: OrientationPipeline
    var time = Timestamp(nanoseconds: 0)

    init(_ settings: OrientationSettings = OrientationSettings()) {
        let inGravity = Vector3(Calibration.standardGravity, Calibration.standardGravity, Calibration.standardGravity)
        pipeline = OrientationPipeline(calibration: Calibration(scale: inGravity), settings: settings)
    }

    /// Holds `gravity` (g) for three seconds at 50 Hz, longer than any decision takes.
    ///
    /// - Returns: the changes on the way.
    @discardableResult
    mutating func hold(_ gravity: Vector3, samples: Int = 150) -> [OrientationState] {
        var changes: [OrientationState] = []
        for _ in 0..<samples {
            pipeline.take(RawSample(timestamp: time, value: gravity)) { changes.append($0) }
            time = time + .milliseconds(20)
        }
        return changes
    }

    var device: DeviceOrientation { pipeline.state.device }
}

/// Gravity of one g with a roll and a lean in degrees; positive lean leans back (glass up).
func gravity(roll: Double, lean: Double = 0) -> Vector3 {
    func sineAndCosine(_ degrees: Double) -> (Double, Double) {
        let quarter = (degrees.magnitude / 90).rounded(.down)
        let (s, c) = Angles.sineAndCosine(degrees: degrees.magnitude - quarter * 90)
        let turned: (Double, Double) =
            switch Int(quarter) % 4 {
            case 0: (s, c)
            case 1: (c, -s)
            case 2: (-s, -c)
            default: (-c, s)
            }
        return (degrees < 0 ? -turned.0 : turned.0, turned.1)
    }
    let (sinRoll, cosRoll) = sineAndCosine(roll)
    let (sinLean, cosLean) = sineAndCosine(lean)
    return Vector3(sinRoll * cosLean, -cosRoll * cosLean, -sinLean)
}

@Suite struct StaticPoses {
    static let poses: [(Vector3, DeviceOrientation)] = [
        (Vector3(0, -1, 0), .portrait), (Vector3(-1, 0, 0), .landscapeLeft), (Vector3(1, 0, 0), .landscapeRight),
        (Vector3(0, 1, 0), .portraitUpsideDown), (Vector3(0, 0, -1), .faceUp), (Vector3(0, 0, 1), .faceDown),
    ]

    @Test(arguments: poses)
    func eachPoseOfTheTableHasItsName(gravity: Vector3, expected: DeviceOrientation) {
        var device = StillDevice()
        let changes = device.hold(gravity)
        #expect(device.device == expected)
        #expect(changes.map(\.reason) == [.firstReading])
        #expect(changes.first?.timestamp == Timestamp(nanoseconds: 0), "a clear first sample decides at once")
    }

    @Test func namesAndNumbersAreThoseOfIOS() {
        #expect(DeviceOrientation.allCases.map(\.rawValue) == [0, 1, 2, 3, 4, 5, 6])
        #expect(
            DeviceOrientation.allCases.map(\.name) == [
                "unknown", "portrait", "portraitUpsideDown", "landscapeLeft", "landscapeRight", "faceUp", "faceDown",
            ])
        #expect(
            InterfaceOrientation.allCases.map(\.name) == [
                "unknown", "portrait", "portraitUpsideDown", "landscapeRight", "landscapeLeft",
            ])
        for device in DeviceOrientation.allCases { #expect(DeviceOrientation(name: device.name) == device) }
        #expect(DeviceOrientation(name: "Portrait") == nil)
    }

    @Test func leftAndRightAreCrossedBetweenDeviceAndInterface() {
        #expect(InterfaceOrientation(showing: .landscapeLeft) == .landscapeRight)
        #expect(InterfaceOrientation(showing: .landscapeRight) == .landscapeLeft)
        #expect(InterfaceOrientation(showing: .portrait) == .portrait)
        #expect(InterfaceOrientation(showing: .portraitUpsideDown) == .portraitUpsideDown)
        for silent in [DeviceOrientation.faceUp, .faceDown, .unknown] { #expect(InterfaceOrientation(showing: silent) == nil) }
    }

    /// Every turn of the frame that maps axes to axes without mirroring: 24 of them.
    static let turns: [MountMatrix] = {
        let axes = [Vector3(1, 0, 0), Vector3(0, 1, 0), Vector3(0, 0, 1)].flatMap { [$0, -$0] }
        return axes.flatMap { x in axes.filter { $0.dot(x) == 0 }.map { MountMatrix(x: x, y: $0, z: x.cross($0)) } }
    }()

    @Test func turningTheFrameTurnsTheAnswer() {
        #expect(Self.turns.count == 24)
        for turn in Self.turns {
            for (gravity, _) in Self.poses {
                let turned = turn * gravity
                let expected = Self.poses.first { $0.0 == turned }?.1
                var device = StillDevice()
                device.hold(turned)
                #expect(device.device == expected, "turn \(turn), gravity \(gravity)")
            }
        }
    }

    @Test(arguments: [
        (DeviceOrientation.portrait, [DeviceOrientation.portrait, .landscapeRight, .portraitUpsideDown, .landscapeLeft]),
        (.landscapeLeft, [.landscapeLeft, .portrait, .landscapeRight, .portraitUpsideDown]),
        (.landscapeRight, [.landscapeRight, .portraitUpsideDown, .landscapeLeft, .portrait]),
        (.portraitUpsideDown, [.portraitUpsideDown, .landscapeLeft, .portrait, .landscapeRight]),
    ])
    func theNaturalPositionTurnsTheNames(natural: DeviceOrientation, expected: [DeviceOrientation]) {
        var settings = OrientationSettings()
        settings.natural = natural
        for (roll, name) in zip([0.0, 90, 180, -90], expected) {
            var device = StillDevice(settings)
            device.hold(gravity(roll: roll))
            #expect(device.device == name, "panel roll \(roll)")
            let landscape: DeviceOrientation = name.isLandscape ? name : device.pipeline.state.landscape
            #expect(device.pipeline.state.landscape == landscape)
            #expect(device.pipeline.state.gravity == gravity(roll: roll), "gravity stays in the panel's frame")
        }
        #expect(NaturalFrame(natural: .landscapeLeft).roll(of: Vector3(0, -1, 0)) == -90)
    }

    @Test func flatTurnsNoName() {
        var settings = OrientationSettings()
        settings.natural = .landscapeLeft
        var device = StillDevice(settings)
        device.hold(Vector3(0, 0, -1))
        #expect(device.device == .faceUp)
    }
}

@Suite struct StaticBoundaries {
    static let leans = [0.0, 20, 34.8, 45, 55]
    static let ring: [(Double, DeviceOrientation)] = [
        (0, .portrait), (90, .landscapeRight), (180, .portraitUpsideDown), (-90, .landscapeLeft),
    ]

    @Test(arguments: leans)
    func anEdgeIsLeftAt55DegreesOfRollAtEveryLean(lean: Double) {
        for (axis, held) in Self.ring {
            for side in [-1.0, 1] {
                for leaned in [lean, -lean] {
                    var device = StillDevice()
                    device.hold(gravity(roll: axis, lean: leaned))
                    #expect(device.device == held)
                    device.hold(gravity(roll: axis + side * 54.5, lean: leaned))
                    #expect(device.device == held, "\(held) lean \(leaned) side \(side)")
                    device.hold(gravity(roll: axis + side * 55.5, lean: leaned))
                    let next = Self.ring.first { ($0.0 - axis - side * 90).truncatingRemainder(dividingBy: 360) == 0 }?.1
                    #expect(device.device == next, "\(held) lean \(leaned) side \(side)")
                    // 35 degrees from the axis on the way back is 55 from the other one.
                    device.hold(gravity(roll: axis + side * 35.5, lean: leaned))
                    #expect(device.device == next)
                    device.hold(gravity(roll: axis + side * 34.5, lean: leaned))
                    #expect(device.device == held)
                }
            }
        }
    }

    @Test func theWidthOfTheBandFollowsTheSetting() {
        for hysteresis in [0.5, 5.0, 20, 30] {
            var settings = OrientationSettings()
            settings.rollHysteresis = hysteresis
            var device = StillDevice(settings)
            device.hold(gravity(roll: 0))
            device.hold(gravity(roll: 44.7 + hysteresis))
            #expect(device.device == .portrait)
            device.hold(gravity(roll: 45.3 + hysteresis))
            #expect(device.device == .landscapeRight)
        }
    }

    @Test(arguments: ring)
    func flatBeginsAt60DegreesOfLeanAndEndsBelow50(axis: Double, edge: DeviceOrientation) {
        for (sign, face) in [(1.0, DeviceOrientation.faceUp), (-1, .faceDown)] {
            var device = StillDevice()
            device.hold(gravity(roll: axis, lean: 0))
            device.hold(gravity(roll: axis, lean: sign * 59.5))
            #expect(device.device == edge)
            device.hold(gravity(roll: axis, lean: sign * 60.5))
            #expect(device.device == face)
            #expect(device.pipeline.state.reason == .laidFlat)
            #expect(device.pipeline.state.edge == edge, "the last edge is kept on the table")
            device.hold(gravity(roll: axis, lean: sign * 50.5))
            #expect(device.device == face)
            device.hold(gravity(roll: axis, lean: sign * 49.5))
            #expect(device.device == edge)
            #expect(device.pipeline.state.reason == .pickedUp)
        }
    }

    @Test func aFirstReadingBetweenTheFlatThresholdsIsNotFlat() {
        for lean in [50.5, 55, 59.5] {
            var device = StillDevice()
            device.hold(gravity(roll: 0, lean: lean))
            #expect(device.device == .portrait)
        }
    }

    @Test func turningOverGoesFromFaceToFace() {
        var device = StillDevice()
        device.hold(Vector3(0, 0, -1))
        let changes = device.hold(Vector3(0, 0, 1))
        #expect(changes.last?.device == .faceDown)
        #expect(changes.last?.reason == .turnedOver)
    }
}

@Suite struct StaticDiagonals {
    @Test(arguments: [45.0, 135, -45, -135], [-9.5, -3, 0, 3, 9.5])
    func aDiagonalAtTheStartStaysUnknownUntilItLeansOneWay(border: Double, off: Double) {
        var device = StillDevice()
        device.hold(gravity(roll: border + off))
        #expect(device.device == .unknown)
        #expect(device.pipeline.state.edge == .unknown)
        #expect(device.pipeline.state.landscape == (border > 0 ? .landscapeRight : .landscapeLeft))
        device.hold(gravity(roll: border + (off < 0 ? -11 : 11)))
        #expect(device.device.isEdge)
        #expect(device.pipeline.state.reason == .firstReading)
    }

    @Test func aDiagonalLaterHoldsTheLastEdge() {
        for (axis, held) in StaticBoundaries.ring {
            var device = StillDevice()
            device.hold(gravity(roll: axis))
            for side in [-45.0, 45] {
                #expect(device.hold(gravity(roll: axis + side)).allSatisfy { $0.device == held })
            }
            #expect(device.device == held)
        }
    }

    @Test func leavingFlatOnADiagonalTakesTheLastEdgeIfItIsANeighbour() {
        var device = StillDevice()
        device.hold(gravity(roll: 0))
        device.hold(Vector3(0, 0, -1))
        device.hold(gravity(roll: 50, lean: 30))
        #expect(device.device == .portrait, "within h of the border the last edge counts")
        device.hold(Vector3(0, 0, -1))
        device.hold(gravity(roll: 140, lean: 30))
        #expect(device.device == .portraitUpsideDown, "portrait is no neighbour of this border: the nearer one")
        var fresh = StillDevice()
        fresh.hold(Vector3(0, 0, -1))
        fresh.hold(gravity(roll: 43, lean: 30))
        #expect(fresh.device == .portrait, "without a last edge the nearer one")
    }

    @Test func xOfZeroCountsAsLandscapeLeft() {
        for upright in [Vector3(0, -1, 0), Vector3(-0.0, -1, 0), Vector3(0, 0, -1)] {
            var device = StillDevice()
            device.hold(upright)
            #expect(device.pipeline.state.landscape == .landscapeLeft)
        }
        var device = StillDevice()
        device.hold(Vector3(0.001, -1, 0))
        #expect(device.pipeline.state.landscape == .landscapeRight, "the first value goes by the sign alone")
    }

    @Test func laterTheSideChangesOnlyPastTheDeadBand() {
        var device = StillDevice()
        device.hold(Vector3(-0.2, -0.98, 0))
        #expect(device.pipeline.state.landscape == .landscapeLeft)
        #expect(device.hold(Vector3(0.045, -0.999, 0)).isEmpty)
        let changes = device.hold(Vector3(0.06, -0.998, 0))
        #expect(changes.map(\.reason) == [.sideChanged])
        #expect(device.pipeline.state.landscape == .landscapeRight)
        #expect(device.device == .portrait)
        #expect(device.hold(Vector3(-0.045, -0.999, 0)).isEmpty)
    }

    @Test func farLeanedOverTheSignOfXAloneSaysWhichLandscape() {
        for lean in [0.0, 30, 45, 55, 58] {
            for (roll, expected) in [(-90.0, DeviceOrientation.landscapeLeft), (90, .landscapeRight)] {
                for tilt in [lean, -lean] {
                    var device = StillDevice()
                    device.hold(gravity(roll: roll, lean: tilt))
                    #expect(device.device == expected)
                    #expect(device.pipeline.state.landscape == expected)
                }
            }
        }
    }
}
