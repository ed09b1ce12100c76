@testable import Sensors

enum AttributeFuzzing {
    /// A sensor's attributes: numbers, lists and ranges of frequencies.
    static func run(_ bytes: UnsafeRawBufferPointer) {
        let text = text(bytes)
        if let number = AttributeText.number(text) {
            require(number.isFinite, "a number is one")
            require(AttributeText.number(AttributeText.text(number)) != nil, "what was written is a number")
        }
        guard let available = SamplingFrequency.Available(parsing: text) else { return }
        for frequency in SamplingFrequency.choices(wanted: 25, available: available) {
            require(!frequency.isNaN, "a frequency is a number")
        }
    }
}
