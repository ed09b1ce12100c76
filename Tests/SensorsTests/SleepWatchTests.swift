import EventLoop
import Foundation
import OrientationCore
import Testing

@testable import Sensors

/// With a bus of their own in the place of the system's; one after the other, since that place is the process'.
@Suite(.serialized) final class SleepWatchTests {
    private static let login1 = "org.freedesktop.login1"
    private let bus: PrivateBus
    private let loop: EventLoop
    private var watch: SleepWatch?
    private var advice: [SleepState.Advice] = []

    init() throws {
        bus = try PrivateBus()
        loop = try EventLoop()
        setenv("DBUS_SYSTEM_BUS_ADDRESS", bus.address, 1)
        watch = try SleepWatch(loop: loop) { [unowned self] in advice.append($0) }
    }

    deinit {
        unsetenv("DBUS_SYSTEM_BUS_ADDRESS")
    }

    private func run(until condition: () throws -> Bool) throws {
        let end = loop.now + .seconds(30)
        while try !condition() {
            try #require(loop.now < end, "waited too long")
            try loop.step(timeout: .milliseconds(20))
        }
    }

    /// Announces again and again, since nobody tells when the watch has begun to listen, until something has come of it.
    private func announce(_ isSleeping: Bool, by announcer: SleepAnnouncer, until expected: [SleepState.Advice]) throws {
        try run {
            if advice != expected { try announcer.announce(isSleeping) }
            return advice == expected
        }
    }

    @Test func whatLogin1AnnouncesIsFollowed() throws {
        try bus.start()
        let login1 = try SleepAnnouncer(on: bus.address, name: Self.login1)
        watch?.isNeeded = true
        try announce(true, by: login1, until: [.prepare])
        try announce(false, by: login1, until: [.prepare, .wakeUp])
    }

    @Test func whoIsNotLogin1IsNotBelieved() throws {
        try bus.start()
        let login1 = try SleepAnnouncer(on: bus.address, name: Self.login1)
        let stranger = try SleepAnnouncer(on: bus.address, name: "org.example.Stranger")
        watch?.isNeeded = true
        try run { try login1.others().count == 2 }
        try announce(true, by: login1, until: [.prepare])
        // What a stranger tells everybody, and what is addressed to the watch alone; the messages of one sender keep their
        // order, so that the last one is the end of the wait.
        try stranger.announce(false)
        for name in try login1.others() { try? stranger.announce(false, to: name) }
        _ = try stranger.others()
        for _ in 0..<5 { try loop.step(timeout: .milliseconds(20)) }
        #expect(advice == [.prepare])
        try announce(false, by: login1, until: [.prepare, .wakeUp])
    }

    @Test func aBusThatIsMissingIsLookedForWhenTheNextSensorStarts() throws {
        watch?.isNeeded = true
        try loop.step(timeout: .milliseconds(1))
        try bus.start()
        let login1 = try SleepAnnouncer(on: bus.address, name: Self.login1)
        watch?.isNeeded = false
        watch?.isNeeded = true
        try announce(true, by: login1, until: [.prepare])
    }

    @Test func aBusThatGoesWhileTheMachineShouldSleepEndsTheSleep() throws {
        try bus.start()
        let login1 = try SleepAnnouncer(on: bus.address, name: Self.login1)
        watch?.isNeeded = true
        try announce(true, by: login1, until: [.prepare])
        bus.stop()
        try run { advice == [.prepare, .wakeUp] }
        // And nothing is left that keeps the loop busy.
        var rounds = 0
        let end = loop.now + .milliseconds(100)
        while loop.now < end {
            try loop.step(timeout: .milliseconds(100))
            rounds += 1
        }
        #expect(rounds <= 3)
    }

    @Test func nobodyIsOnTheBusForASensorThatIsOff() throws {
        try bus.start()
        let observer = try SleepAnnouncer(on: bus.address, name: nil)
        try loop.step(timeout: .milliseconds(1))
        #expect(try observer.others().isEmpty)
        watch?.isNeeded = true
        try run { try observer.others().count == 1 }
        watch?.isNeeded = false
        try run { try observer.others().isEmpty }
    }
}
