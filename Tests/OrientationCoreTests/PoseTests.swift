import OrientationCore
import Testing

@Suite struct PoseTests {
    @Test func anglesOfThePoses() {
        #expect(Angles.roll(of: Vector3(-1, 0, 0)) == -90)
        #expect(Angles.roll(of: Vector3(0, 1, 0)) == 180)
    }
}
