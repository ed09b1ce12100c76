import OrientationCore
import Testing

@testable import SensorProxyBus

struct PropertyTests {
    /// The table of iio-sensor-proxy's words, which say which edge of the panel is up.
    @Test(arguments: [
        (DeviceOrientation.portrait, "normal"), (.landscapeLeft, "right-up"), (.landscapeRight, "left-up"),
        (.portraitUpsideDown, "bottom-up"), (.unknown, "undefined"),
    ])
    func edges(edge: DeviceOrientation, word: String) {
        #expect(ProxyOrientation(edge: edge, natural: .portrait).rawValue == word)
    }

    /// However the natural position is called, a panel that stands in it is "normal".
    @Test(arguments: [DeviceOrientation.portrait, .landscapeLeft, .landscapeRight, .portraitUpsideDown])
    func theWordsStayInThePanelsFrame(natural: DeviceOrientation) {
        let frame = NaturalFrame(natural: natural)
        for (gravity, word) in [
            (Vector3(0, -1, 0), "normal"), (Vector3(1, 0, 0), "left-up"), (Vector3(0, 1, 0), "bottom-up"), (Vector3(-1, 0, 0), "right-up"),
        ] {
            let (x, y) = frame.named(gravity)
            let edge: DeviceOrientation =
                y < 0 ? .portrait : y > 0 ? .portraitUpsideDown : x < 0 ? .landscapeLeft : .landscapeRight
            #expect(ProxyOrientation(edge: edge, natural: natural).rawValue == word)
        }
    }

    @Test(arguments: [
        (-1.0, 0.0, "face-up"), (1.0, 0.0, "face-down"), (0.0, -1.0, "vertical"), (-0.6, -0.8, "tilted-up"), (0.6, -0.8, "tilted-down"),
    ])
    func tilts(z: Double, y: Double, word: String) {
        #expect(ProxyTilt.undefined.next(Vector3(0, y, z)).rawValue == word)
    }

    @Test func aHandOnTheBorderDoesNotFlicker() {
        var tilt = ProxyTilt.undefined
        var changes = 0
        for step in 0..<100 {
            let z = step % 2 == 0 ? -0.85 : -0.88
            let next = tilt.next(Vector3(0, -(1 - z * z).squareRoot(), z))
            if next != tilt { changes += 1 }
            tilt = next
        }
        #expect(changes == 1)
        #expect(tilt.next(Vector3(0, 0, -1)) == .faceUp)
    }
}
