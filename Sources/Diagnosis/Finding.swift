/// The outcome of one check of `doctor`: a line for people.
public struct Finding: Equatable, Sendable {
    public enum Verdict: String, Sendable {
        case fine
        /// Not wrong by itself, worth a look.
        case look
        case wrong
        /// It could not be checked.
        case unknown
    }

    /// What was checked, one word: `scale`.
    public let check: String
    public let verdict: Verdict
    /// What was found.
    public let text: String
    /// What to do about it; empty when there is nothing to do.
    public let advice: String

    private init(_ check: String, _ verdict: Verdict, _ text: String, _ advice: String) {
        self.check = check
        self.verdict = verdict
        self.text = text
        self.advice = advice
    }

    public static func fine(_ check: String, _ text: String) -> Finding { Finding(check, .fine, text, "") }
    public static func look(_ check: String, _ text: String, _ advice: String) -> Finding { Finding(check, .look, text, advice) }
    public static func wrong(_ check: String, _ text: String, _ advice: String) -> Finding { Finding(check, .wrong, text, advice) }
    public static func unknown(_ check: String, _ text: String, _ advice: String = "") -> Finding { Finding(check, .unknown, text, advice) }
}
