import EventLoop
import OrientationCore
import Testing

@Suite struct TimerTests {
    @Test func aTimerFiresOnceAndNotEarly() throws {
        let loop = try EventLoop()
        var fired: [Timestamp] = []
        let timer = try loop.timer { fired.append(loop.now) }
        let due = loop.now + .milliseconds(5)
        timer.fire(at: due)
        let end = loop.now + .milliseconds(30)
        while loop.now < end { try loop.step(timeout: .milliseconds(5)) }
        #expect(fired.count == 1)
        #expect(fired.allSatisfy { $0 >= due })
    }
}
