import Diagnosis
import OrientationCore
import Testing

@Suite struct SampleChecksTests {
    /// Samples at a rate, in g, each value with a little of its own.
    private func findings(
        _ values: [Vector3], interval: Int64 = 40, rate: Double? = 25, onlyChanges: Bool = false, now: Int64? = nil
    ) -> [Finding] {
        var statistics = SampleStatistics()
        for (index, value) in values.enumerated() {
            let time = Timestamp(nanoseconds: Int64(index) * interval * 1_000_000)
            statistics.take(RawSample(timestamp: time, value: value), gravity: value)
        }
        let now = now.map { Timestamp(nanoseconds: $0 * 1_000_000_000) }
        return SampleChecks(statistics, rate: rate, reportsOnlyChanges: onlyChanges, now: now).findings
    }

    private func resting(_ value: Vector3, count: Int = 75) -> [Vector3] {
        (0..<count).map { value + Vector3(Double($0 % 3) * 0.003, Double($0 % 5) * 0.002, Double($0 % 7) * 0.002) }
    }

    private func verdict(_ check: String, _ findings: [Finding]) -> Finding.Verdict? { findings.first { $0.check == check }?.verdict }

    @Test func aGoodSensorIsFine() {
        let findings = findings(resting(Vector3(0, -1, 0.05)), now: 3)
        #expect(findings.count == 6)
        #expect(findings.allSatisfy { $0.verdict == .fine && $0.advice.isEmpty }, "\(findings)")
    }

    @Test func silenceIsAFaultUnlessTheSensorReportsOnlyChanges() {
        #expect(verdict("samples", findings([])) == .wrong)
        #expect(verdict("samples", findings([], onlyChanges: true)) == .look)
    }

    @Test func aWrongScaleIsSeenAtRestAndNotInMotion() {
        let wrong = findings(resting(Vector3(0, -0.5, 0.05)))
        #expect(verdict("scale", wrong) == .wrong)
        #expect(wrong.first { $0.check == "scale" }?.text.contains("the length is 0.499 g at rest") == true)
        #expect(verdict("scale", findings((0..<75).map { Vector3(0, -1 - Double($0 % 2) * 0.5, 0) })) == .unknown)
    }

    @Test func stuckAndEqualAxes() {
        #expect(verdict("axes", findings((0..<75).map { Vector3(0.1, -1 + Double($0 % 3) * 0.002, Double($0 % 2) * 0.002) })) == .look)
        #expect(verdict("axes", findings(Array(repeating: Vector3(0.5, 0.5, 0.5), count: 75))) == .wrong)
        #expect(verdict("axes", findings(Array(repeating: Vector3(0, 0, -1), count: 75))) == .fine, "a sensor without noise")
    }

    @Test func theRateIsThatOfTheTimes() {
        #expect(verdict("rate", findings(resting(Vector3(0, -1, 0)), interval: 1000)) == .look)
        #expect(verdict("rate", findings(resting(Vector3(0, -1, 0)), interval: 1000, onlyChanges: true)) == .fine)
    }

    @Test func timesThatCannotBe() {
        let values = resting(Vector3(0, -1, 0))
        #expect(verdict("times", findings(values, interval: 0, rate: nil)) == .look)
        #expect(verdict("times", findings(values, interval: -40, rate: nil)) == .wrong)
        #expect(verdict("times", findings(values, now: 1000)) == .wrong)
    }
}

@Suite struct PersonalDataTests {
    @Test(arguments: [
        ("replay of /home/jane/traces/a.csv (50 Hz)", "replay of /home/.../traces/a.csv (50 Hz)"),
        ("/home/jane: no; '/home/joe'", "/home/...: no; '/home/...'"), ("/run/user/1000/orientationd", "/run/user/.../orientationd"),
        ("jane-laptop kernel: and jane-laptop.", "(host) kernel: and (host)."), ("not-jane-laptop2", "not-jane-laptop2"),
        ("at 00:1b:44:11:3a:b7 and 12:30:59", "at (address) and 12:30:59"), ("nothing personal", "nothing personal"),
    ])
    func itIsTakenOut(text: String, expected: String) {
        #expect(PersonalData.removed(from: text, hostname: "jane-laptop") == expected)
    }
}
