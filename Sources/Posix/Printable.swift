/// A text from outside for a message: what could garble a terminal or cannot be seen is escaped, and the end of a long
/// one left out.
public func printable(_ text: some StringProtocol, longest: Int = .max) -> String {
    var shown = ""
    for scalar in text.unicodeScalars.prefix(longest) {
        switch scalar.properties.generalCategory {
        case .control, .format, .surrogate, .privateUse, .unassigned, .lineSeparator, .paragraphSeparator:
            shown += scalar.escaped(asASCII: true)
        default: shown.unicodeScalars.append(scalar)
        }
    }
    return text.unicodeScalars.count > longest ? shown + "..." : shown
}
