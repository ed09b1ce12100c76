/// Which sampling frequency to set: enough, and no more.
enum SamplingFrequency {
    /// What `sampling_frequency_available` says.
    enum Available: Equatable, Sendable {
        case list([Double])
        /// `[min step max]`
        case range(minimum: Double, step: Double, maximum: Double)

        /// nil for anything that is neither a list nor a range, and for an empty list.
        init?(parsing text: some StringProtocol) {
            let trimmed = Substring(text)
            if let open = trimmed.firstIndex(of: "["), let close = trimmed.firstIndex(of: "]"), open < close {
                guard let numbers = AttributeText.numbers(trimmed[trimmed.index(after: open)..<close]), numbers.count == 3,
                    numbers[1] >= 0, numbers[0] <= numbers[2]
                else { return nil }
                self = .range(minimum: numbers[0], step: numbers[1], maximum: numbers[2])
            } else {
                guard let numbers = AttributeText.numbers(trimmed), !numbers.isEmpty else { return nil }
                self = .list(numbers)
            }
        }
    }

    /// The frequencies to try in Hz, best first: the smallest that is enough, larger ones in case the chip refuses that,
    /// then the largest of those that are too slow.
    static func choices(wanted: Double, available: Available?) -> [Double] {
        switch available {
        case nil: [wanted]
        case .list(let list):
            list.filter { $0 >= wanted }.sorted() + list.filter { $0 < wanted && $0 > 0 }.sorted(by: >)
        case .range(let minimum, let step, let maximum):
            [rounded(min(max(wanted, minimum), maximum), minimum, step, maximum)]
        }
    }

    private static func rounded(_ value: Double, _ minimum: Double, _ step: Double, _ maximum: Double) -> Double {
        guard step > 0 else { return value }
        // A hair less, so that a step that is exact but for the last bit does not become the next one.
        let steps = ((value - minimum) / step - 1e-9).rounded(.up)
        return min(minimum + max(0, steps) * step, maximum)
    }
}
