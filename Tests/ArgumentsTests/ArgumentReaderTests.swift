import Arguments
import Testing

@Suite struct ArgumentReaderTests {
    private func words(_ line: String) throws -> [ArgumentReader.Word] {
        var reader = ArgumentReader(line.split(separator: " ").map(String.init), options: ["--json", "--speed", "-v"])
        var result: [ArgumentReader.Word] = []
        while let word = try reader.next() { result.append(word) }
        return result
    }

    @Test func optionsAndOperandsMayMix() throws {
        #expect(try words("a --json b -v -") == [.operand("a"), .option("--json"), .operand("b"), .option("-v"), .operand("-")])
    }

    @Test func afterTwoDashesEverythingIsAnOperand() throws {
        #expect(try words("--json -- --json -x") == [.option("--json"), .operand("--json"), .operand("-x")])
    }

    @Test func anUnknownOptionIsNamedWithTheNearestOne() {
        #expect(throws: UsageError("unknown option '--jsn'; did you mean '--json'?")) { try words("--jsn") }
        #expect(throws: UsageError("unknown option '--completely-else'")) { try words("--completely-else") }
    }

    @Test func aValueForAFlagIsRefused() {
        #expect(throws: UsageError("option '--json' takes no value, but 'yes' was given")) { try words("--json=yes a") }
    }

    @Test(arguments: [["--speed", "4"], ["--speed=4"]])
    func valuesComeAttachedOrAfterwards(line: [String]) throws {
        var reader = ArgumentReader(line, options: ["--speed"])
        #expect(try reader.next() == .option("--speed"))
        #expect(try reader.number("--speed", in: 0.1...10) == 4)
        #expect(try reader.next() == nil)
    }

    @Test(arguments: ["0", "11", "nan", "inf", "x", "", "1e999", "4,5"])
    func aNumberOutsideItsRangeIsRefused(text: String) throws {
        var reader = ArgumentReader(["--speed", text], options: ["--speed"])
        _ = try reader.next()
        #expect(throws: UsageError("option '--speed': '\(text)' is not a number from 0.1 to 10")) {
            try reader.number("--speed", in: 0.1...10)
        }
    }

    @Test func aMissingValueIsNamed() throws {
        var reader = ArgumentReader(["--speed"], options: ["--speed"])
        _ = try reader.next()
        #expect(throws: UsageError("option '--speed' needs a value")) { try reader.value("--speed") }
    }

    @Test func theNearestNameIsOnlyAGoodGuess() {
        #expect(nearestName(to: "Portriat", among: ["portrait", "landscape"]) == "portrait")
        #expect(nearestName(to: "gte", among: ["get", "monitor"]) == "get")
        #expect(nearestName(to: "xyz", among: ["get", "monitor"]) == nil)
        #expect(nearestName(to: "--lop", among: ["--loop", "-h"]) == "--loop")
        #expect(nearestName(to: "--foo", among: ["--loop", "-h"]) == nil)
        #expect(nearestName(to: "-x", among: ["--loop", "-h"]) == nil)
    }
}
