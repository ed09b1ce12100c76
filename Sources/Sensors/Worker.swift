import EventLoop
import OrientationCore
import Posix

/// One thread for what can block, beside the loop: jobs go in, their results come back as calls on the loop.
///
/// Reading a slow chip takes seconds and cannot be interrupted; so nobody ever waits for the thread. When this object
/// goes away while a job hangs, the thread ends by itself after it, and nothing more is reported.
final class Worker {
    /// What came back: nil ends a job.
    typealias Report = (any Sendable)?

    private let shared: WorkerThread
    private var handlers: [UInt64: (Report) -> Void] = [:]
    private var nextTicket: UInt64 = 0
    private var source: EventSource?

    init(loop: EventLoop) throws(SystemError) {
        shared = try WorkerThread()
        source = try loop.watch(shared.wakeup.number, for: .readable, priority: .sample) { [weak self] _ in self?.deliver() }
        try shared.start()
    }

    deinit {
        shared.close()
    }

    /// Has `job` done, after those before it; then calls `then` on the loop.
    func run<Result: Sendable>(_ job: @escaping @Sendable () -> Result, then: @escaping (Result) -> Void) {
        let ticket = newTicket()
        handlers[ticket] = { report in if let result = report as? Result { then(result) } }
        shared.submit { thread in
            thread.report(ticket, job())
            thread.report(ticket, nil)
        }
    }

    /// Has a job done that reports many times, until another job or ``interrupt()`` comes.
    func stream<Element: Sendable>(_ job: @escaping @Sendable (WorkerStream<Element>) -> Void, each: @escaping (Element) -> Void) {
        let ticket = newTicket()
        handlers[ticket] = { report in if let element = report as? Element { each(element) } }
        shared.submit { thread in
            job(WorkerStream(thread: thread, ticket: ticket))
            thread.report(ticket, nil)
        }
    }

    /// Drops the handlers of all jobs, so that nothing of them is reported any more, and ends the present stream.
    func interrupt() {
        handlers.removeAll()
        shared.submit { _ in }
    }

    /// Waits until all jobs are done.
    ///
    /// - Returns: false if they were not done in time.
    @discardableResult
    func finish(within limit: Interval) -> Bool {
        shared.waitUntilIdle(limit)
    }

    private func newTicket() -> UInt64 {
        nextTicket += 1
        return nextTicket
    }

    private func deliver() {
        for (ticket, report) in shared.takeReports() {
            guard let handler = handlers[ticket] else { continue }
            if report == nil { handlers[ticket] = nil }
            handler(report)
        }
    }
}

/// The thread's side of a job that reports many times.
struct WorkerStream<Element: Sendable>: Sendable {
    fileprivate let thread: WorkerThread
    fileprivate let ticket: UInt64

    func report(_ element: Element) {
        thread.report(ticket, element)
    }

    /// Waits; false when the job has to end.
    func pause(_ interval: Interval) -> Bool {
        thread.pause(interval)
    }
}
