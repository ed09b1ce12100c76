import Completions
import Testing

@Suite struct CommandWordsTests {
    private let words = CommandWords(
        name: "plot", synopsis: "[--wait SECONDS] [--live | --once] -o OUT.svg|OUT.png [device|edge]", summary: "Draws.",
        details: """
              -o OUT         the picture; PNG needs help
              --mask MASK
                             on lines of its own
              --live         again, and for as long
                             as it takes; until Ctrl-C

            Example: plot --not-an-option
            """)

    private func value(_ name: String) -> CommandWords.Value?? { words.options.first { $0.name == name }.map(\.value) }

    @Test func optionsComeFromTheHelpAndTheUsageLine() {
        #expect(words.options.map(\.name) == ["-o", "--mask", "--live", "--wait", "--once"])
        #expect(words.options.map(\.help) == ["the picture", "on lines of its own", "again, and for as long as it takes", "", ""])
    }

    @Test func valuesAreWhatTheirNamesSay() {
        #expect(value("-o") == .some(.file))
        #expect(value("--wait") == .some(.anything))
        #expect(value("--live") == .some(nil))
        guard case .words(let masks)?? = value("--mask") else { return #expect(Bool(false)) }
        #expect(masks.contains("landscape") && masks.contains("all"))
        #expect(words.operand == .words(["device", "edge"]))
    }

    @Test func quotesDoNotEndTheText() {
        let command = CommandWords(name: "say", synopsis: "[FILE]", summary: "it's [odd]: so", details: "  --x  it's a 'quote'")
        let script = CompletionScript(program: "p", usage: "[--socket PATH]", commands: [command])
        #expect(script.text(for: .zsh).contains("'say:it'\\''s [odd]: so'"))
        #expect(script.text(for: .fish).contains("'it\\'s [odd]: so'"))
    }
}
