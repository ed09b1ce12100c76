import Foundation
import JSON
import Testing

@Suite struct MemoryTests {
    /// A tree that is not freed would cost 2 KiB and more each time, 60 MiB in all; other tests at the same time cost less.
    @Test(
        .enabled(
            if: ProcessInfo.processInfo.environment["ORIENTATION_SANITIZED"] == nil,
            "a sanitizer keeps what is freed for a while, and looks for leaks itself"))
    func readingLeavesNothingBehind() throws {
        let text = Array("{\"list\":[\(Array(repeating: "{\"a\":1.5}", count: 20).joined(separator: ","))]}".utf8)
        let broken = Array(text.dropLast())
        let before = try privateMemory()
        for _ in 0..<15_000 {
            _ = try JSONValue(parsing: text)
            #expect(throws: JSONError.self) { try JSONValue(parsing: broken) }
        }
        #expect(try privateMemory() - before < 40 << 20)
    }

    /// Bytes of anonymous memory.
    private func privateMemory() throws -> Int {
        let status = try String(contentsOfFile: "/proc/self/status", encoding: .utf8)
        let line = try #require(status.split(separator: "\n").first { $0.hasPrefix("RssAnon:") })
        return try #require(Int(line.filter(\.isNumber))) * 1024
    }
}
