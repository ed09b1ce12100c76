import Testing

@testable import VirtualSensor

@Suite struct ReportTests {
    @Test func aNewSensorIsOffAndSaysSo() {
        #expect(FeatureReport(interval: 100).bytes == [1, 3, 1, 6, 100, 0, 0, 0, 0, 0])
        #expect(!FeatureReport(interval: 100).isReporting)
    }

    @Test func aFeatureReportComesBackAsItWent() {
        var report = FeatureReport(interval: 0x0102_0304)
        report.power = .full
        report.reporting = .all
        report.sensitivity = 500
        #expect(report.bytes == [1, 3, 2, 2, 4, 3, 2, 1, 0xF4, 0x01])
        #expect(FeatureReport(report.bytes) == report)
        #expect(report.isReporting)
    }

    @Test(
        arguments: [
            [], [1, 3, 2, 2], [2, 3, 2, 2, 50, 0, 0, 0, 0, 0], [1, 3, 0, 2, 50, 0, 0, 0, 0, 0], [1, 3, 2, 7, 50, 0, 0, 0, 0, 0],
        ] as [[UInt8]])
    func whatIsNoFeatureReportIsRefused(bytes: [UInt8]) {
        #expect(FeatureReport(bytes) == nil)
    }

    @Test(arguments: [FeatureReport.ReportingState.none, .noneWake])
    func poweredButNotReportingIsQuiet(state: FeatureReport.ReportingState) {
        var report = FeatureReport(interval: 50)
        report.power = .full
        report.reporting = state
        #expect(!report.isReporting)
    }

    @Test func anInputReportIsNineBytesLowByteFirst() {
        #expect(InputReport(Pose(1, -1000, 0x0203)).bytes == [1, 2, 4, 1, 0, 0x18, 0xFC, 3, 2])
    }

    @Test func aPoseIsRoundedAndClipped() {
        #expect(Pose(milliG: 0.5, -999.6, 12.4) == Pose(1, -1000, 12))
        #expect(Pose(milliG: 1e9, -.infinity, .nan) == Pose(32767, -32768, 0))
    }

    @Test func theDistanceIsThatOfTheAxisThatMovedMost() {
        #expect(Pose(0, 0, 0).distance(to: Pose(3, -7, 5)) == 7)
        #expect(Pose(32767, 0, 0).distance(to: Pose(-32768, 0, 0)) == 65535)
    }
}
