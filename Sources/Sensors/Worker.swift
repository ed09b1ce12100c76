import CSystemd
import EventLoop
import Glibc
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

/// What the loop's thread and the worker's thread share. Everything mutable is guarded by the mutex.
private final class WorkerThread: @unchecked Sendable {
    typealias Job = @Sendable (WorkerThread) -> Void

    /// Readable when there are reports.
    let wakeup: FileDescriptor
    private let mutex: UnsafeMutablePointer<pthread_mutex_t>
    private let condition: UnsafeMutablePointer<pthread_cond_t>
    private var jobs: [Job] = []
    private var reports: [(UInt64, Worker.Report)] = []
    private var isBusy = false
    private var isClosed = false

    init() throws(SystemError) {
        let number = try checkErrno("make an eventfd") { eventfd(0, Int32(EFD_CLOEXEC) | Int32(EFD_NONBLOCK)) }
        wakeup = FileDescriptor(owning: number)
        mutex = .allocate(capacity: 1)
        condition = .allocate(capacity: 1)
        pthread_mutex_init(mutex, nil)
        var attributes = pthread_condattr_t()
        pthread_condattr_init(&attributes)
        pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC)
        pthread_cond_init(condition, &attributes)
        pthread_condattr_destroy(&attributes)
    }

    deinit {
        pthread_cond_destroy(condition)
        pthread_mutex_destroy(mutex)
        condition.deallocate()
        mutex.deallocate()
    }

    /// Signals stay with the loop's thread: the new one is born with all of them blocked.
    func start() throws(SystemError) {
        var all = sigset_t()
        var before = sigset_t()
        sigfillset(&all)
        pthread_sigmask(SIG_SETMASK, &all, &before)
        defer { pthread_sigmask(SIG_SETMASK, &before, nil) }
        var thread = pthread_t()
        let held = Unmanaged.passRetained(self)
        let code = pthread_create(
            &thread, nil,
            { argument in
                guard let argument else { return nil }
                Unmanaged<WorkerThread>.fromOpaque(argument).takeRetainedValue().work()
                return nil
            }, held.toOpaque())
        guard code == 0 else {
            held.release()
            throw SystemError("start a thread", code: code)
        }
        pthread_detach(thread)
    }

    func submit(_ job: @escaping Job) {
        locked {
            jobs.append(job)
            pthread_cond_broadcast(condition)
        }
    }

    func close() {
        locked {
            isClosed = true
            pthread_cond_broadcast(condition)
        }
    }

    func report(_ ticket: UInt64, _ report: Worker.Report) {
        let isFirst = locked {
            reports.append((ticket, report))
            return reports.count == 1
        }
        guard isFirst else { return }
        var one: UInt64 = 1
        write(wakeup.number, &one, 8)
    }

    func takeReports() -> [(UInt64, Worker.Report)] {
        var count: UInt64 = 0
        read(wakeup.number, &count, 8)
        return locked {
            defer { reports = [] }
            return reports
        }
    }

    func pause(_ interval: Interval) -> Bool {
        let deadline = Self.deadline(interval)
        return locked {
            while jobs.isEmpty && !isClosed {
                if !wait(until: deadline) { return true }
            }
            return false
        }
    }

    func waitUntilIdle(_ limit: Interval) -> Bool {
        let deadline = Self.deadline(limit)
        return locked {
            while isBusy || !jobs.isEmpty {
                if !wait(until: deadline) { return false }
            }
            return true
        }
    }

    /// The thread's life: one job after the other. Closing lets it finish those that are there, since they switch off what
    /// others switched on.
    private func work() {
        while let job = nextJob() {
            job(self)
            locked {
                isBusy = false
                pthread_cond_broadcast(condition)
            }
        }
    }

    private func nextJob() -> Job? {
        locked {
            while jobs.isEmpty {
                if isClosed { return nil }
                pthread_cond_wait(condition, mutex)
            }
            isBusy = true
            return jobs.removeFirst()
        }
    }

    /// - Returns: false when the time is over.
    private func wait(until deadline: timespec) -> Bool {
        var deadline = deadline
        return pthread_cond_timedwait(condition, mutex, &deadline) != ETIMEDOUT
    }

    private static func deadline(_ interval: Interval) -> timespec {
        let time = clockNanoseconds(CLOCK_MONOTONIC) + max(0, interval.nanoseconds)
        return timespec(tv_sec: Int(time / 1_000_000_000), tv_nsec: Int(time % 1_000_000_000))
    }

    private func locked<Result>(_ body: () -> Result) -> Result {
        pthread_mutex_lock(mutex)
        defer { pthread_mutex_unlock(mutex) }
        return body()
    }
}
