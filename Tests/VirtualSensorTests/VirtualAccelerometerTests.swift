import Testing

@testable import VirtualSensor

@Suite struct VirtualAccelerometerTests {
    var sensor = VirtualAccelerometer(interval: 100)

    /// The host sets the sensor.
    mutating func set(
        power: FeatureReport.PowerState = .full, reporting: FeatureReport.ReportingState = .all, interval: UInt32 = 100,
        sensitivity: UInt16 = 0
    ) -> [VirtualAccelerometer.Action] {
        var report = FeatureReport(interval: interval)
        report.power = power
        report.reporting = reporting
        report.sensitivity = sensitivity
        return sensor.actions(for: .setReport(id: 3, kind: .feature, data: report.bytes))
    }

    @Test mutating func whatTheHostSetsIsAcceptedAndAnnouncedOnce() {
        let accepted = VirtualAccelerometer.Action.send(.accepted(id: 3, true))
        #expect(
            set(interval: 50, sensitivity: 500) == [
                accepted, .announce(.power(.full)), .announce(.reporting(.all)), .announce(.interval(50)), .announce(.sensitivity(500)),
            ])
        #expect(set(interval: 50, sensitivity: 500) == [accepted])
        #expect(
            set(power: .off, reporting: .none) == [
                accepted, .announce(.power(.off)), .announce(.reporting(.none)), .announce(.interval(100)), .announce(.sensitivity(0)),
            ])
    }

    @Test mutating func whatIsSetIsReadBack() {
        _ = set(interval: 20)
        #expect(
            sensor.actions(for: .getReport(id: 4, kind: .feature)) == [
                .send(.reply(id: 4, report: [1, 3, 2, 2, 20, 0, 0, 0, 0, 0]))
            ])
    }

    @Test mutating func aReadingIsGivenEvenWhenOff() {
        sensor.pose = Pose(1, 2, 3)
        #expect(
            sensor.actions(for: .getReport(id: 4, kind: .input)) == [.send(.reply(id: 4, report: InputReport(Pose(1, 2, 3)).bytes))])
    }

    @Test mutating func aSlowSensorAnswersLaterButIsSetAtOnce() {
        sensor.readingTime = 2000
        let reply = UHIDMessage.reply(id: 4, report: InputReport(.upright).bytes)
        #expect(sensor.actions(for: .getReport(id: 4, kind: .input)) == [.sendLater(2000, reply)])
        #expect(set().first == .send(.accepted(id: 3, true)))
    }

    @Test mutating func garbageIsRefusedAndChangesNothing() {
        _ = set()
        #expect(sensor.actions(for: .setReport(id: 9, kind: .feature, data: [1, 2])) == [.send(.accepted(id: 9, false))])
        #expect(sensor.actions(for: .setReport(id: 9, kind: .output, data: [1])) == [.send(.accepted(id: 9, false))])
        #expect(sensor.actions(for: .getReport(id: 9, kind: .output)) == [.send(.reply(id: 9, report: nil))])
        #expect(sensor.settings.isReporting)
    }

    @Test mutating func itReportsOnlyWhenPoweredAndAsked() {
        #expect(sensor.report() == nil)
        _ = set(reporting: .none)
        #expect(sensor.report() == nil)
        _ = set()
        #expect(sensor.report() == .send(.input(InputReport(.upright).bytes)))
        #expect(sensor.report() != nil, "without a sensitivity it repeats itself")
        _ = set(power: .off)
        #expect(sensor.report() == nil)
    }

    @Test mutating func withASensitivityItSendsOnlyWhatChangedByMore() {
        _ = set(sensitivity: 50)
        #expect(sensor.report() != nil, "the first is news")
        #expect(sensor.report() == nil)
        sensor.pose = Pose(0, -950, 0)
        #expect(sensor.report() == nil, "not more than the sensitivity")
        sensor.pose = Pose(0, -949, 0)
        #expect(sensor.report() != nil)
        sensor.pose = Pose(0, -999, 0)
        #expect(sensor.report() == nil, "counted from what was sent last")
    }

    @Test mutating func whoSwitchesItOnAnewGetsTheFirstReading() {
        _ = set(sensitivity: 50)
        _ = sensor.report()
        _ = set(power: .off, sensitivity: 50)
        _ = set(sensitivity: 50)
        #expect(sensor.report() != nil)
    }

    @Test mutating func muteSendsNothingAndStillAnswers() {
        _ = set()
        sensor.isMute = true
        #expect(sensor.report() == nil)
        #expect(sensor.actions(for: .getReport(id: 1, kind: .input)) == [.send(.reply(id: 1, report: InputReport(.upright).bytes))])
    }

    @Test mutating func pluggedInAnewItHasForgottenTheSettings() {
        _ = set(interval: 20, sensitivity: 50)
        sensor.reset()
        #expect(sensor.settings == FeatureReport(interval: 100))
    }

    @Test mutating func driversAreAnnounced() {
        #expect(sensor.actions(for: .start) == [.announce(.started)])
        #expect(sensor.actions(for: .stop) == [.announce(.stopped)])
        #expect(sensor.actions(for: .open).isEmpty)
        #expect(VirtualAccelerometer.Change.power(.full).description == "power full")
    }
}
