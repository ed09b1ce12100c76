import Testing

@testable import Sensors

@Suite struct AttributeTextTests {
    @Test func numbersAreReadWithTheirBlanks() {
        #expect(AttributeText.number(" 0.009806650\n") == 0.00980665)
        #expect(AttributeText.number("-1000") == -1000)
        #expect(AttributeText.number("1e-3") == 0.001)
    }

    @Test(arguments: ["", "\n", "0,009806", "abc", "1 2", "nan", "inf", "0x"])
    func garbageIsNotZero(text: String) {
        #expect(AttributeText.number(text) == nil)
    }

    @Test func numbersAreWrittenAsTheKernelReadsThem() {
        #expect(AttributeText.text(25) == "25")
        #expect(AttributeText.text(12.5) == "12.5")
        #expect(AttributeText.text(0.05) == "0.05")
        #expect(AttributeText.text(-0.000001) == "-0.000001")
        #expect(AttributeText.text(1.0 / 3) == "0.333333")
        #expect(AttributeText.text(0) == "0")
        #expect(AttributeText.text(0.999_999_9) == "1")
    }
}
