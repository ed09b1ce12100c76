import OrientationCore
import Testing

@Suite struct InterfaceTurnTests {
    @Test func theTransformTurnsCounterClockwiseAndTheAngleClockwise() {
        let table: [(DeviceOrientation, InterfaceOrientation, Int, OutputTransform)] = [
            (.portrait, .portrait, 0, .normal),
            (.landscapeLeft, .landscapeRight, 90, .rotated270),
            (.landscapeRight, .landscapeLeft, 270, .rotated90),
            (.portraitUpsideDown, .portraitUpsideDown, 180, .rotated180),
        ]
        for (device, interface, angle, transform) in table {
            #expect(InterfaceOrientation(showing: device) == interface)
            let turn = InterfaceTurn(from: .portrait, to: interface, natural: .portrait)
            #expect(turn.angle == angle)
            #expect(turn.transform == transform)
            #expect(turn.swapsSize == interface.name.hasPrefix("landscape"))
        }
    }

    @Test func stepsGoTheShortWay() {
        func step(_ from: InterfaceOrientation, _ to: InterfaceOrientation) -> Int {
            InterfaceTurn(from: from, to: to, natural: .portrait).step
        }
        #expect(step(.portrait, .landscapeRight) == 90)
        #expect(step(.landscapeRight, .portrait) == -90)
        #expect(step(.landscapeLeft, .portrait) == 90)
        #expect(step(.landscapeLeft, .landscapeRight) == 180)
        #expect(step(.portraitUpsideDown, .portrait) == 180)
        #expect(step(.landscapeRight, .landscapeRight) == 0)
        #expect(!InterfaceTurn(from: .landscapeLeft, to: .landscapeRight, natural: .portrait).swapsSize)
    }

    /// The transform stays in the panel's frame: it goes by where gravity points, not by what that is called.
    @Test func anyNaturalPositionGivesTheSameTransformForTheSameGravity() {
        let gravities: [(Vector3, OutputTransform)] = [
            (Vector3(0, -1, 0), .normal), (Vector3(-1, 0, 0), .rotated270), (Vector3(1, 0, 0), .rotated90),
            (Vector3(0, 1, 0), .rotated180),
        ]
        let names: [(x: Double, y: Double, device: DeviceOrientation)] = [
            (0, -1, .portrait), (-1, 0, .landscapeLeft), (1, 0, .landscapeRight), (0, 1, .portraitUpsideDown),
        ]
        for natural in [DeviceOrientation.portrait, .landscapeLeft, .landscapeRight, .portraitUpsideDown] {
            guard let shown = InterfaceOrientation(showing: natural) else { continue }
            for (gravity, transform) in gravities {
                let (x, y) = NaturalFrame(natural: natural).named(gravity)
                guard let device = names.first(where: { $0.x == x && $0.y == y })?.device,
                    let interface = InterfaceOrientation(showing: device)
                else {
                    Issue.record("no name for \(x), \(y)")
                    continue
                }
                #expect(InterfaceTurn(from: shown, to: interface, natural: shown).transform == transform, "\(natural) \(gravity)")
            }
        }
    }
}

@Suite struct OrientationMaskTests {
    @Test func theSevenNamesHaveTheBitsOfIOS() {
        let bits: [(String, UInt8)] = [
            ("portrait", 2), ("portraitUpsideDown", 4), ("landscapeRight", 8), ("landscapeLeft", 16), ("landscape", 24),
            ("allButUpsideDown", 26), ("all", 30),
        ]
        #expect(OrientationMask.named.count == 7)
        for (name, bit) in bits {
            #expect(OrientationMask(name: name)?.rawValue == bit)
            #expect(OrientationMask(rawValue: bit).names == [name])
        }
        for orientation in InterfaceOrientation.allCases where orientation != .unknown {
            #expect(OrientationMask(orientation).rawValue == 1 << orientation.rawValue)
        }
    }

    @Test func emptyAndUnknownNamesAreNoMask() {
        #expect(OrientationMask(names: [String]()) == nil)
        #expect(OrientationMask(names: ["portrait", "sideways"]) == nil)
        #expect(OrientationMask(names: ["unknown"]) == nil)
        #expect(OrientationMask(names: ["portrait", "landscapeLeft"])?.names == ["portrait", "landscapeLeft"])
        #expect(!OrientationMask.all.contains(.unknown))
    }

    @Test func theFirstAllowedIsTheNaturalOneThenByAscendingBit() {
        #expect(OrientationMask.all.first(natural: .landscapeLeft) == .landscapeLeft)
        #expect(OrientationMask.landscape.first(natural: .portrait) == .landscapeRight)
        #expect(OrientationMask().first(natural: .portrait) == nil)
    }
}
