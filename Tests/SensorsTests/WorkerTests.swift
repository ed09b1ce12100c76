import EventLoop
import Glibc
import OrientationCore
import Testing

@testable import Sensors

@Suite struct WorkerTests {
    /// Runs rounds of the loop until the condition holds; fails after ten seconds.
    private func run(_ loop: EventLoop, until condition: () -> Bool) throws {
        let end = loop.now + .seconds(10)
        while !condition() {
            try #require(loop.now < end, "waited too long")
            try loop.step(timeout: .milliseconds(100))
        }
    }

    @Test func resultsComeBackOnTheLoopInOrder() throws {
        let loop = try EventLoop()
        let worker = try Worker(loop: loop)
        let here = pthread_self()
        var results: [Int] = []
        var sameThread = true
        for number in 0..<5 {
            worker.run({ pthread_self() == here ? -1 : number }) { result in
                results.append(result)
                if pthread_self() != here { sameThread = false }
            }
        }
        try run(loop) { results.count == 5 }
        #expect(results == [0, 1, 2, 3, 4])
        #expect(sameThread)
    }

    @Test func aJobThatHangsHoldsNobodyUp() throws {
        let loop = try EventLoop()
        var pipe: [Int32] = [-1, -1]
        #expect(Glibc.pipe(&pipe) == 0)
        let (input, output) = (pipe[0], pipe[1])
        var worker: Worker? = try Worker(loop: loop)
        var done = false
        worker?.run({ () -> Int in
            var byte: UInt8 = 0
            return read(input, &byte, 1)
        }) { _ in done = true }
        #expect(worker?.finish(within: .milliseconds(20)) == false)
        try loop.step(timeout: .milliseconds(1))
        #expect(!done)
        // Given up, it ends when the read does, and reports nothing.
        worker = nil
        close(output)
        try loop.step(timeout: .milliseconds(20))
        #expect(!done)
        close(input)
    }

    @Test func aStreamReportsUntilItIsInterrupted() throws {
        let loop = try EventLoop()
        let worker = try Worker(loop: loop)
        var count = 0
        worker.stream(
            { (stream: WorkerStream<Int>) in
                var number = 0
                repeat {
                    stream.report(number)
                    number += 1
                } while stream.pause(.milliseconds(1))
            }, each: { _ in count += 1 })
        try run(loop) { count >= 3 }
        worker.interrupt()
        let last = count
        #expect(worker.finish(within: .seconds(10)))
        try loop.step(timeout: .milliseconds(1))
        #expect(count == last)
        var later = false
        worker.run({ true }) { later = $0 }
        try run(loop) { later }
    }
}
