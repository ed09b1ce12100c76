import OrientationCore
import Testing

@testable import Sensors

@Suite struct SleepStateTests {
    private var state = SleepState(timeSuspended: .seconds(100))

    @Test mutating func aSleepThatIsAnnouncedIsPreparedForAndWokenUpFrom() {
        #expect(state.announced(isSleeping: true, timeSuspended: .seconds(100)) == .prepare)
        #expect(state.announced(isSleeping: false, timeSuspended: .seconds(160)) == .wakeUp)
        #expect(!state.isPreparing)
    }

    @Test mutating func twoWitnessesOfOneSleepWakeUpOnce() {
        _ = state.announced(isSleeping: true, timeSuspended: .seconds(100))
        #expect(state.clockWasSet(timeSuspended: .seconds(160)) == .wakeUp)
        #expect(state.announced(isSleeping: false, timeSuspended: .seconds(160)) == nil)

        _ = state.announced(isSleeping: true, timeSuspended: .seconds(160))
        #expect(state.announced(isSleeping: false, timeSuspended: .seconds(200)) == .wakeUp)
        #expect(state.clockWasSet(timeSuspended: .seconds(200)) == nil)
    }

    @Test mutating func theClocksAloneAreEnough() {
        #expect(state.clockWasSet(timeSuspended: .milliseconds(100_040)) == nil)
        #expect(state.clockWasSet(timeSuspended: .milliseconds(100_060)) == .wakeUp)
    }

    @Test mutating func somebodyWhoSetsTheClockWhileItGoesToSleepWakesNobody() {
        _ = state.announced(isSleeping: true, timeSuspended: .seconds(100))
        #expect(state.clockWasSet(timeSuspended: .seconds(100)) == nil)
        #expect(state.isPreparing)
    }

    @Test mutating func aSleepThatComesToNothingIsOverToo() {
        _ = state.announced(isSleeping: true, timeSuspended: .seconds(100))
        #expect(state.announced(isSleeping: false, timeSuspended: .seconds(100)) == .wakeUp)
    }

    @Test mutating func aSleepIsPreparedForOnce() {
        _ = state.announced(isSleeping: true, timeSuspended: .seconds(100))
        #expect(state.announced(isSleeping: true, timeSuspended: .seconds(100)) == nil)
    }

    @Test mutating func whoHeardOnlyTheEndOfASleepWakesUpIfThereWasOne() {
        #expect(state.announced(isSleeping: false, timeSuspended: .seconds(100)) == nil)
        #expect(state.announced(isSleeping: false, timeSuspended: .seconds(101)) == .wakeUp)
    }

    @Test mutating func withoutAnybodyWhoCouldSayThatItIsOverItIs() {
        #expect(state.gaveUp(timeSuspended: .seconds(100)) == nil)
        _ = state.announced(isSleeping: true, timeSuspended: .seconds(100))
        #expect(state.gaveUp(timeSuspended: .seconds(100)) == .wakeUp)
    }
}
