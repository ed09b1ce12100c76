import OrientationCore
import SeededRandom
import Testing

@testable import CalibrationFit

@Suite struct SensorFitTests {
    private let offset = Vector3(0.06, -0.04, 0.09)
    private let gain = Vector3(1.06, 0.95, 1.03)

    private func near(_ left: Vector3, _ right: Vector3, _ tolerance: Double) -> Bool { (left - right).length < tolerance }

    @Test(arguments: [false, true]) func everyTurnIsRecoveredWithOffsetsAndGains(mirrored: Bool) throws {
        for mounting in SimulatedSensor.turns(mirrored: mirrored) {
            let sensor = SimulatedSensor(mounting: mounting, offset: offset, gain: gain)
            let fit = try SensorFit(HeldPose.allCases.map { sensor.reading($0.gravity) })
            #expect(fit.matrix == mounting.transposed && fit.isSnapped)
            #expect(fit.reportsGravity == !mirrored)
            #expect(near(fit.offset, offset, 0.002) && near(fit.gain, gain, 0.002), "\(fit)")
            #expect(fit.residual < 1 && fit.worstPose < 0.5)
        }
    }

    @Test(arguments: [false, true]) func fourPosesGiveTheMatrixAndALengthOfOne(mirrored: Bool) throws {
        for mounting in SimulatedSensor.turns(mirrored: mirrored) {
            let sensor = SimulatedSensor(mounting: mounting, offset: offset, gain: gain)
            let fit = try SensorFit(HeldPose.allCases.prefix(4).map { sensor.reading($0.gravity) })
            #expect(fit.matrix == mounting.transposed && fit.poses == 4)
            #expect(fit.residual < 2)
        }
    }

    @Test func posesHeldBadlyAndNoiseAreForgiven() throws {
        var noise = SeededGenerator(seed: 7)
        for mounting in SimulatedSensor.turns(mirrored: true) {
            let sensor = SimulatedSensor(mounting: mounting, offset: offset, gain: gain)
            let readings = HeldPose.allCases.map { pose in
                // Tilted by some degrees, and the mean of a second of noise.
                sensor.reading((pose.gravity + noise.vector(0.04)).unit) + noise.vector(0.003)
            }
            let fit = try SensorFit(readings)
            #expect(fit.matrix == mounting.transposed)
            #expect(near(fit.offset, offset, 0.02) && near(fit.gain, gain, 0.02), "\(fit)")
        }
    }

    @Test func aSensorBuiltInAtAnAngleGetsAFreeMatrix() throws {
        let (sine, cosine) = Angles.sineAndCosine(degrees: 30)
        let mounting = MountMatrix(x: Vector3(cosine, -sine, 0), y: Vector3(sine, cosine, 0), z: Vector3(0, 0, 1))
        let sensor = SimulatedSensor(mounting: mounting)
        let fit = try SensorFit(HeldPose.allCases.prefix(4).map { sensor.reading($0.gravity) })
        #expect(!fit.isSnapped)
        #expect(fit.matrix.angle(to: mounting.transposed) < 0.5)
        #expect((fit.matrix.determinant - 1).magnitude < 1e-9)
        for pose in HeldPose.allCases { #expect(near(fit.matrix * sensor.reading(pose.gravity), pose.gravity, 0.01)) }
    }

    @Test func nineDegreesSnapAndElevenDoNot() throws {
        for (degrees, isSnapped) in [(9.0, true), (11.0, false)] {
            let (sine, cosine) = Angles.sineAndCosine(degrees: degrees)
            let mounting = MountMatrix(x: Vector3(cosine, -sine, 0), y: Vector3(sine, cosine, 0), z: Vector3(0, 0, 1))
            let sensor = SimulatedSensor(mounting: mounting)
            #expect(try SensorFit(HeldPose.allCases.map { sensor.reading($0.gravity) }).isSnapped == isSnapped)
        }
    }

    @Test func whatCannotBeIsRefusedWithTheReason() {
        func flaw(_ gravities: [Vector3], scale: Double = 1) -> String {
            do throws(PoseFlaw) {
                _ = try SensorFit(gravities.map { $0 * scale })
                return ""
            } catch {
                return error.description
            }
        }
        let all = HeldPose.allCases.map(\.gravity)
        #expect(flaw(all) == "")
        #expect(flaw([all[0], all[1]]).contains("2 poses recognised, 4 are needed; missing: right edge down, flat on its back"))
        #expect(flaw([all[0], all[1], all[1], all[3]]).contains("right edge down cannot be 0 degrees from left edge down; 180 are right"))
        #expect(flaw([all[0], all[0], all[2], all[3]]).contains("(the device was not turned)"))
        #expect(flaw([all[0], all[4], all[2], all[3]]).contains("left edge down cannot be 180 degrees from upright"))
        #expect(flaw(all, scale: 0.4).contains("0.4 g at rest"))
    }

    @Test func theDatabaseEntryIsARotationWithTheSameSides() throws {
        for mirrored in [false, true] {
            for mounting in SimulatedSensor.turns(mirrored: mirrored) {
                let sensor = SimulatedSensor(mounting: mounting)
                let fit = try SensorFit(HeldPose.allCases.prefix(4).map { sensor.reading($0.gravity) })
                #expect(fit.databaseMatrix.determinant == 1)
                // What the daemon makes of the entry is what was measured.
                let made = fit.databaseMatrix.givingGravity(sign: .auto, face: .auto, reportsGravity: fit.reportsGravity)
                #expect(made == fit.matrix)
            }
        }
    }
}
