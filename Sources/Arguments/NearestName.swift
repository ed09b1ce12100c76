/// The name that a mistyped one was probably meant to be: at most two letters (one for names of up to four, none for those
/// of one) inserted, dropped, changed or swapped. The dashes of an option are no letters.
public func nearestName(to text: String, among names: some Sequence<String>) -> String? {
    var best: (name: String, distance: Int)?
    let typed = Array(text.lowercased())
    for name in names {
        let letters = Array(name.lowercased())
        // Each letter more or less is a change, so a long text is not compared at all.
        if abs(letters.count - typed.count) > mostChanges { continue }
        let distance = editDistance(typed, letters)
        if distance < best?.distance ?? .max { best = (name, distance) }
    }
    guard let best else { return nil }
    let letters = best.name.drop { $0 == "-" }.count
    return best.distance <= (letters <= 1 ? 0 : letters <= 4 ? 1 : mostChanges) ? best.name : nil
}

private let mostChanges = 2

/// `; did you mean 'NAME'?`, or nothing.
public func suggestion(for text: String, among names: some Sequence<String>) -> String {
    nearestName(to: text, among: names).map { "; did you mean '\($0)'?" } ?? ""
}

/// A word that must be one of a few.
///
/// - Parameter option: whose value it is; nil for an operand.
/// - Returns: `text`.
public func oneOf(_ names: [String], _ text: String, option: String? = nil) throws(UsageError) -> String {
    if names.contains(text) { return text }
    let place = option.map { "option '\($0)': " } ?? ""
    throw UsageError("\(place)'\(text)' is not one of \(names.joined(separator: ", "))\(suggestion(for: text, among: names))")
}

/// Optimal string alignment distance (Damerau-Levenshtein without repeated edits of one place).
private func editDistance(_ left: [Character], _ right: [Character]) -> Int {
    var rows = [Array(0...right.count)]
    for i in 0..<left.count {
        var row = [i + 1]
        for j in 0..<right.count {
            var cost = min(rows[i][j] + (left[i] == right[j] ? 0 : 1), rows[i][j + 1] + 1, row[j] + 1)
            if i > 0, j > 0, left[i] == right[j - 1], left[i - 1] == right[j] { cost = min(cost, rows[i - 1][j - 1] + 1) }
            row.append(cost)
        }
        rows.append(row)
    }
    return rows[left.count][right.count]
}
