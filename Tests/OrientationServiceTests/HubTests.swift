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

@Suite struct HubTests {
    static let portrait = Vector3(0, -1, 0)
    static let left = Vector3(-1, 0, 0)

    @Test func theSensorRunsFromTheFirstHolderToTheLast() {
        var bench = HubBench()
        #expect(bench.hub.sensorArrived(HubBench.calibration).isEmpty)
        let (first, begun) = bench.hub.subscribe()
        #expect(begun == [.tell(first), .startSensor])
        let (second, joined) = bench.hub.subscribe()
        #expect(joined == [.tell(second)], "nested: it runs already")
        #expect(bench.hub.release(first, at: bench.time).isEmpty)
        #expect(bench.hub.release(first, at: bench.time).isEmpty, "letting go twice lets go once")
        #expect(bench.hub.isGenerating)
        #expect(bench.hub.release(second, at: bench.time) == [.stopSensor])
        #expect(!bench.hub.isGenerating)
    }

    @Test func changesGoToAllInTheOrderOfArrival() {
        var bench = HubBench()
        _ = bench.hub.sensorArrived(HubBench.calibration)
        let (first, _) = bench.hub.subscribe()
        let (second, _) = bench.hub.subscribe()
        #expect(bench.hold(Self.portrait) == [.tell(first), .tell(second)])
        #expect(bench.hub.state.device == .portrait)
        #expect(bench.hub.sequence == 2)
        // The side changes with the orientation, in one change.
        #expect(bench.hold(Vector3(1, 0, 0)).filter { $0 == .tell(first) }.count >= 1)
        #expect(bench.hub.state.device == .landscapeRight)
        #expect(bench.hub.interface == .landscapeLeft)
    }

    @Test func withNobodyThereItIsUnknownAndNothingIsDue() {
        var bench = HubBench()
        _ = bench.hub.sensorArrived(HubBench.calibration)
        let (holder, _) = bench.hub.subscribe()
        _ = bench.hold(Self.left)
        #expect(bench.hub.nextDeadline != nil)
        _ = bench.hub.release(holder, at: bench.time)
        #expect(bench.hub.state.device == .unknown)
        #expect(bench.hub.state.reason == .released)
        #expect(bench.hub.state.edge == .landscapeLeft, "the last edge stays known")
        #expect(bench.hub.nextDeadline == nil)
        #expect(bench.hold(Self.portrait).isEmpty, "late samples of a sensor being switched off say nothing")
    }

    @Test func aWaitHoldsTheSensorUntilTheFirstDecidedReading() {
        var bench = HubBench()
        _ = bench.hub.sensorArrived(HubBench.calibration)
        let (waiter, begun) = bench.hub.wait()
        #expect(begun == [.startSensor])
        #expect(bench.hold(Vector3(-0.7, -0.7, 0)).isEmpty, "a diagonal decides nothing")
        #expect(bench.hold(Self.portrait).contains(.answer(waiter)))
        #expect(bench.hub.release(waiter, at: bench.time) == [.stopSensor])
        let (holder, _) = bench.hub.subscribe()
        _ = bench.hold(Self.portrait)
        let (late, answer) = bench.hub.wait()
        #expect(answer == [.answer(late)], "what is known is answered at once")
        #expect(bench.hub.release(late, at: bench.time).isEmpty)
        #expect(bench.hub.release(holder, at: bench.time) == [.stopSensor])
    }

    @Test func withoutASensorAWaitIsRefusedAndASubscriptionStands() {
        var bench = HubBench()
        let (waiter, refused) = bench.hub.wait()
        #expect(refused == [.refuse(waiter)])
        let (holder, begun) = bench.hub.subscribe()
        #expect(begun == [.tell(holder)])
        #expect(bench.hub.sensorArrived(HubBench.calibration) == [.startSensor])
        #expect(bench.hold(Self.left) == [.tell(holder)])
    }

    @Test func aLostSensorIsToldAndTheNextOneGoesOn() {
        var bench = HubBench()
        _ = bench.hub.sensorArrived(HubBench.calibration)
        let (holder, _) = bench.hub.subscribe()
        _ = bench.hold(Self.left)
        #expect(bench.hub.sensorLost(.sensorLost, at: bench.time) == [.tell(holder)])
        #expect(bench.hub.state.device == .unknown)
        #expect(bench.hub.state.reason == .sensorLost)
        #expect(bench.hub.sensorLost(.sensorLost, at: bench.time).isEmpty)
        #expect(bench.hub.sensorArrived(HubBench.calibration) == [.startSensor])
        _ = bench.hold(Self.portrait)
        #expect(bench.hub.state.device == .portrait)
        #expect(bench.hub.state.reason == .sensorBack)
    }

    @Test func aLostSensorEndsWaits() {
        var bench = HubBench()
        _ = bench.hub.sensorArrived(HubBench.calibration)
        let (waiter, _) = bench.hub.wait()
        #expect(bench.hub.sensorLost(.sensorLost, at: bench.time).contains(.refuse(waiter)))
        #expect(bench.hub.holderCount == 0)
    }

    @Test func aRecordingPlaysAgainForTheNextFirstHolderAndOnlyForThat() {
        var bench = HubBench()
        _ = bench.hub.sensorArrived(HubBench.calibration, isRecording: true)
        let (first, _) = bench.hub.subscribe()
        _ = bench.hold(Self.left)
        #expect(bench.hub.sensorLost(.ended, at: bench.time) == [.tell(first)])
        #expect(bench.hub.state.reason == .ended)
        let (second, joined) = bench.hub.subscribe()
        #expect(joined == [.tell(second)], "it does not begin again under the first one")
        _ = bench.hub.release(first, at: bench.time)
        _ = bench.hub.release(second, at: bench.time)
        let (third, again) = bench.hub.subscribe()
        #expect(again == [.tell(third), .startSensor])
        #expect(bench.hub.state == OrientationState(), "a recording always starts from nothing")
    }

    @Test func silenceIsTimedUnlessItMeansUnchanged() {
        for meansUnchanged in [false, true] {
            var bench = HubBench()
            _ = bench.hub.sensorArrived(HubBench.calibration, silenceMeansUnchanged: meansUnchanged)
            let (holder, _) = bench.hub.subscribe()
            _ = bench.hold(Self.left)
            let last = bench.time + .milliseconds(-20)
            let due = bench.hub.changeDue(by: last + .seconds(5))
            #expect(due == (meansUnchanged ? nil : [.tell(holder)]))
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
        #expect(!owed)
    }

    @Test func aSlowReaderGetsTheNewestAndTheCountOfTheRest() {
        var delivery = Delivery()
        for _ in 0..<4 {
            let now = delivery.offer(isBlocked: true)
            #expect(!now)
        }
        let owed = delivery.drained()
        #expect(owed)
        #expect(delivery.missed == 3, "of four states it gets the last")
        delivery.written()
        #expect(delivery.missed == 0)
        let again = delivery.drained()
        #expect(!again)
    }
}
