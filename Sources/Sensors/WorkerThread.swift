import CSystemd
import Glibc
import OrientationCore
import Posix

/// What the loop's thread and the worker's thread share. Everything mutable is guarded by the mutex.
final class WorkerThread: @unchecked Sendable {
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
        // It allocates too seldom for a heap of its own.
        mallopt(M_ARENA_MAX, 1)
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
