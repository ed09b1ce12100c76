import Testing

@testable import Sensors

@Suite struct SamplingFrequencyTests {
    @Test func theSmallestThatIsEnoughComesFirst() throws {
        let available = try #require(SamplingFrequency.Available(parsing: "1 10 25 50 100 200 400 1600\n"))
        #expect(SamplingFrequency.choices(wanted: 25, available: available).first == 25)
        #expect(SamplingFrequency.choices(wanted: 26, available: available).first == 50)
    }

    @Test func largerOnesFollowInCaseTheChipRefusesAndSlowerOnesLast() {
        #expect(SamplingFrequency.choices(wanted: 25, available: .list([100, 0, 12.5, 50, 1.5625, 25])) == [25, 50, 100, 12.5, 1.5625])
    }

    @Test func ifAllAreTooSlowTheFastestIsTaken() {
        #expect(SamplingFrequency.choices(wanted: 25, available: .list([0.781, 12.5, 1.563, 6.25])).first == 12.5)
    }

    @Test func fractionsAndOrderDoNotMatter() {
        #expect(SamplingFrequency.Available(parsing: " 62.500000  31.250000 7.81 ") == .list([62.5, 31.25, 7.81]))
    }

    @Test func aRangeIsRoundedUpToItsStep() throws {
        let available = try #require(SamplingFrequency.Available(parsing: "[0.5 0.25 200]"))
        #expect(available == .range(minimum: 0.5, step: 0.25, maximum: 200))
        #expect(SamplingFrequency.choices(wanted: 25, available: available) == [25])
        #expect(SamplingFrequency.choices(wanted: 25.1, available: available) == [25.25])
        #expect(SamplingFrequency.choices(wanted: 0.1, available: available) == [0.5])
        #expect(SamplingFrequency.choices(wanted: 1000, available: available) == [200])
        #expect(SamplingFrequency.choices(wanted: 25.1, available: .range(minimum: 1, step: 0, maximum: 100)) == [25.1])
        // 0.1 is no binary number; a step that fits is not one too many.
        #expect(
            SamplingFrequency.choices(wanted: 0.3, available: .range(minimum: 0, step: 0.1, maximum: 1)).map { ($0 * 10).rounded() } == [3])
    }

    @Test func withoutAListTheWishIsTried() {
        #expect(SamplingFrequency.choices(wanted: 25, available: nil) == [25])
    }

    @Test(arguments: ["", "\n", "fast slow", "[1 2]", "[1 2 3 4]", "[5 1 2]", "1 2,5 3", "nan", "[1 -1 4]"])
    func whatIsNeitherListNorRangeIsNothing(text: String) {
        #expect(SamplingFrequency.Available(parsing: text) == nil)
    }
}
