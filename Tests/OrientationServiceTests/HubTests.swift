import OrientationCore
import OrientationService
import Testing

/// A hub with its sensor, fed with still poses.
struct HubBench {
    var hub = Hub(settings: OrientationSettings())
    var time = Timestamp(nanoseconds: 1_000_000_000)

    static let calibration = Calibration(
        scale: Vector3(Calibration.standardGravity, Calibration.standardGravity, Calibration.standardGravity))

    /// A second of `gravity` (g) at 50 Hz.
    mutating func hold(_ gravity: Vector3) -> [Hub.Action] {
        var actions: [Hub.Action] = []
        for _ in 0..<50 {
            while let due = hub.changeDue(by: time) { actions += due }
            actions += hub.take(RawSample(timestamp: time, value: gravity)) ?? []
            time = time + .milliseconds(20)
        }
        return actions
    }
}

/// An action without what is told about the interface.
enum PlainAction: Equatable {
    case startSensor
    case stopSensor
    case tell(Hub.Holder)
    case answer(Hub.Holder)
    case refuse(Hub.Holder)
    case awaitTurn(UInt64)
}

extension [Hub.Action] {
    /// The actions about the device: each change once, as `will`.
    var plain: [PlainAction] {
        compactMap { action in
            switch action {
            case .startSensor: .startSensor
            case .stopSensor: .stopSensor
            case .tell(let holder, let report): report.phase == .did ? nil : .tell(holder)
            case .answer(let holder): .answer(holder)
            case .refuse(let holder): .refuse(holder)
            case .awaitTurn(let change, _): .awaitTurn(change)
            case .presenterSilent: nil
            }
        }
    }
}

@Suite struct HubTests {
    static let portrait = Vector3(0, -1, 0)
    static let left = Vector3(-1, 0, 0)

    @Test func theSensorRunsFromTheFirstHolderToTheLast() throws {
        var bench = HubBench()
        #expect(bench.hub.sensorArrived(HubBench.calibration).isEmpty)
        let (first, begun) = try bench.hub.subscribe()
        #expect(begun.plain == [.tell(first), .startSensor])
        let (second, joined) = try bench.hub.subscribe()
        #expect(joined.plain == [.tell(second)], "nested: it runs already")
        #expect(bench.hub.release(first, at: bench.time).isEmpty)
        #expect(bench.hub.release(first, at: bench.time).isEmpty, "letting go twice lets go once")
        #expect(bench.hub.isGenerating)
        #expect(bench.hub.release(second, at: bench.time).plain == [.stopSensor])
        #expect(!bench.hub.isGenerating)
    }

    @Test func aRecordingThatEndsUnderAWaitPlaysAgainForTheNext() throws {
        var bench = HubBench()
        _ = bench.hub.sensorArrived(HubBench.calibration, isRecording: true)
        let (wait, _) = bench.hub.wait()
        #expect(bench.hub.sensorLost(.ended, at: bench.time).plain == [.refuse(wait)])
        let (next, actions) = try bench.hub.subscribe()
        #expect(actions.plain == [.tell(next), .startSensor])
    }

    @Test func thoseWhoWaitedForARecordingForgetWithIt() throws {
        var bench = HubBench()
        _ = bench.hub.sensorArrived(HubBench.calibration)
        let (first, _) = try bench.hub.subscribe()
        _ = bench.hold(Self.left)
        _ = bench.hub.sensorLost(.sensorLost, at: bench.time)
        #expect(bench.hub.state.edge == .landscapeLeft)
        let sequence = bench.hub.sequence
        let actions = bench.hub.sensorArrived(HubBench.calibration, isRecording: true)
        #expect(actions.plain == [.tell(first), .startSensor], "that the edge is unknown again is news")
        #expect(bench.hub.state.edge == .unknown)
        #expect(bench.hub.sequence == sequence + 1)
    }

    @Test func changesGoToAllInTheOrderOfArrival() throws {
        var bench = HubBench()
        _ = bench.hub.sensorArrived(HubBench.calibration)
        let (first, _) = try bench.hub.subscribe()
        let (second, _) = try bench.hub.subscribe()
        #expect(bench.hold(Self.portrait).plain == [.tell(first), .tell(second)])
        #expect(bench.hub.state.device == .portrait)
        #expect(bench.hub.sequence == 2)
        // The side changes with the orientation, in one change.
        #expect(bench.hold(Vector3(1, 0, 0)).plain.filter { $0 == .tell(first) }.count >= 1)
        #expect(bench.hub.state.device == .landscapeRight)
        #expect(bench.hub.policy.interface == .landscapeLeft)
    }

    @Test func withNobodyThereItIsUnknownAndNothingIsDue() throws {
        var bench = HubBench()
        _ = bench.hub.sensorArrived(HubBench.calibration)
        let (holder, _) = try bench.hub.subscribe()
        _ = bench.hold(Self.left)
        #expect(bench.hub.nextDeadline != nil)
        _ = bench.hub.release(holder, at: bench.time)
        #expect(bench.hub.state.device == .unknown)
        #expect(bench.hub.state.reason == .released)
        #expect(bench.hub.state.edge == .landscapeLeft, "the last edge stays known")
        #expect(bench.hub.nextDeadline == nil)
        #expect(bench.hold(Self.portrait).isEmpty, "late samples of a sensor being switched off say nothing")
    }

    @Test func aWaitHoldsTheSensorUntilTheFirstDecidedReading() throws {
        var bench = HubBench()
        _ = bench.hub.sensorArrived(HubBench.calibration)
        let (waiter, begun) = bench.hub.wait()
        #expect(begun.plain == [.startSensor])
        #expect(bench.hold(Vector3(-0.7, -0.7, 0)).isEmpty, "a diagonal decides nothing")
        #expect(bench.hold(Self.portrait).plain.contains(.answer(waiter)))
        #expect(bench.hub.release(waiter, at: bench.time).plain == [.stopSensor])
        let (holder, _) = try bench.hub.subscribe()
        _ = bench.hold(Self.portrait)
        let (late, answer) = bench.hub.wait()
        #expect(answer.plain == [.answer(late)], "what is known is answered at once")
        #expect(bench.hub.release(late, at: bench.time).isEmpty)
        #expect(bench.hub.release(holder, at: bench.time).plain == [.stopSensor])
    }

    @Test func withoutASensorAWaitIsRefusedAndASubscriptionStands() throws {
        var bench = HubBench()
        let (waiter, refused) = bench.hub.wait()
        #expect(refused.plain == [.refuse(waiter)])
        let (holder, begun) = try bench.hub.subscribe()
        #expect(begun.plain == [.tell(holder)])
        #expect(bench.hub.sensorArrived(HubBench.calibration).plain == [.startSensor])
        #expect(bench.hold(Self.left).plain == [.tell(holder)])
    }

    @Test func aLostSensorIsToldAndTheNextOneGoesOn() throws {
        var bench = HubBench()
        _ = bench.hub.sensorArrived(HubBench.calibration)
        let (holder, _) = try bench.hub.subscribe()
        _ = bench.hold(Self.left)
        #expect(bench.hub.sensorLost(.sensorLost, at: bench.time).plain == [.tell(holder)])
        #expect(bench.hub.state.device == .unknown)
        #expect(bench.hub.state.reason == .sensorLost)
        #expect(bench.hub.sensorLost(.sensorLost, at: bench.time).isEmpty)
        #expect(bench.hub.sensorArrived(HubBench.calibration).plain == [.startSensor])
        _ = bench.hold(Self.portrait)
        #expect(bench.hub.state.device == .portrait)
        #expect(bench.hub.state.reason == .sensorBack)
    }

    @Test func aLostSensorEndsWaits() {
        var bench = HubBench()
        _ = bench.hub.sensorArrived(HubBench.calibration)
        let (waiter, _) = bench.hub.wait()
        #expect(bench.hub.sensorLost(.sensorLost, at: bench.time).plain.contains(.refuse(waiter)))
        #expect(bench.hub.holderCount == 0)
    }

    @Test func aRecordingPlaysAgainForTheNextFirstHolderAndOnlyForThat() throws {
        var bench = HubBench()
        _ = bench.hub.sensorArrived(HubBench.calibration, isRecording: true)
        let (first, _) = try bench.hub.subscribe()
        _ = bench.hold(Self.left)
        #expect(bench.hub.sensorLost(.ended, at: bench.time).plain == [.tell(first)])
        #expect(bench.hub.state.reason == .ended)
        let (second, joined) = try bench.hub.subscribe()
        #expect(joined.plain == [.tell(second)], "it does not begin again under the first one")
        _ = bench.hub.release(first, at: bench.time)
        _ = bench.hub.release(second, at: bench.time)
        let (third, again) = try bench.hub.subscribe()
        #expect(again.plain == [.tell(third), .startSensor])
        #expect(bench.hub.state == OrientationState(), "a recording always starts from nothing")
    }

    @Test func silenceIsTimedUnlessItMeansUnchanged() throws {
        for meansUnchanged in [false, true] {
            var bench = HubBench()
            _ = bench.hub.sensorArrived(HubBench.calibration, silenceMeansUnchanged: meansUnchanged)
            let (holder, _) = try bench.hub.subscribe()
            _ = bench.hold(Self.left)
            let last = bench.time + .milliseconds(-20)
            let due = bench.hub.changeDue(by: last + .seconds(5))
            #expect(due?.plain == (meansUnchanged ? nil : [.tell(holder)]))
            #expect(bench.hub.state.device == (meansUnchanged ? .landscapeLeft : .unknown))
            if !meansUnchanged {
                #expect(bench.hub.state.reason == .stalled)
                #expect(bench.hub.state.timestamp == last + .seconds(5))
            }
        }
    }
}

@Suite struct DeliveryTests {
    @Test func aReaderThatKeepsUpGetsEverything() {
        var delivery = Delivery()
        for _ in 0..<3 {
            let now = delivery.offer(isBlocked: false)
            #expect(now)
            delivery.written()
        }
        #expect(delivery.missed == 0)
        let owed = delivery.drained()
        #expect(owed.isEmpty)
    }

    @Test func aSlowReaderGetsTheNewestAndTheCountOfTheRest() {
        var delivery = Delivery()
        for _ in 0..<4 {
            let now = delivery.offer(isBlocked: true)
            #expect(!now)
        }
        let owed = delivery.drained()
        #expect(owed == [.state])
        #expect(delivery.missed == 3, "of four states it gets the last")
        delivery.written()
        #expect(delivery.missed == 0)
        let again = delivery.drained()
        #expect(again.isEmpty)
    }

    @Test func ofTheTwoTimesOfAChangeAReaderMissesBothButNeverOne() {
        var late = Delivery()
        _ = late.offer(.will(1), isBlocked: true)
        _ = late.offer(.did(1), isBlocked: true)
        #expect(late.drained() == [.state], "it missed both")
        late.written()

        var stuck = Delivery()
        #expect(stuck.offer(.will(2), isBlocked: false) == true)
        stuck.written(.will(2))
        #expect(stuck.offer(.did(2), isBlocked: true) == false)
        #expect(stuck.offer(.will(3), isBlocked: true) == false)
        #expect(stuck.drained(turning: 3) == [.did(2), .will(3)], "it had one of change 2 already")
        stuck.written(.did(2))
        stuck.written(.will(3))
        #expect(stuck.offer(.did(3), isBlocked: false) == true)

        var joined = Delivery()
        _ = joined.offer(.state, isBlocked: true)
        #expect(joined.drained(turning: 4) == [.will(4)], "it will get the did")
        joined.written(.will(4))
        #expect(joined.offer(.did(3), isBlocked: false) == false, "no did without its will")
        #expect(joined.offer(.state, isBlocked: true) == false)
        #expect(joined.drained(turning: 4) == [.state])
    }

    @Test func aChangeCountsOnceAmongWhatWasMissed() {
        var delivery = Delivery()
        for change in 1...3 as ClosedRange<UInt64> {
            _ = delivery.offer(.will(change), isBlocked: true)
            _ = delivery.offer(.did(change), isBlocked: true)
        }
        #expect(delivery.drained() == [.state])
        #expect(delivery.missed == 2)
        delivery.written(.will(4))
        for writing in [Delivery.Writing.did(4), .will(5), .did(5)] { _ = delivery.offer(writing, isBlocked: true) }
        #expect(delivery.drained() == [.did(4)])
        #expect(delivery.missed == 0, "of changes 4 and 5 it had the one and is told the other")
    }
}
