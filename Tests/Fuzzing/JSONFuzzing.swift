import JSON

enum JSONFuzzing {
    /// What can be read can be written and is the same when read again.
    static func run(_ bytes: UnsafeRawBufferPointer) {
        guard case .success(let value) = JSONValue.parse(bytes) else { return }
        let again = try? JSONValue(parsing: value.encoded())
        require(again == value, "what was written reads as it was")
    }
}
