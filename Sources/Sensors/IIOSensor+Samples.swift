import EventLoop
import Glibc
import OrientationCore
import Posix

/// From the kernel's buffer or the worker's readings to samples.
extension IIOSensor {
    func read() {
        guard case .buffered(let buffer, _) = state else { return }
        do throws(SystemError) {
            let scans = try buffer.read()
            guard !scans.isEmpty else { return }
            let now = loop.now
            let suspended = Interval(nanoseconds: now.nanoseconds - clockNanoseconds(CLOCK_MONOTONIC))
            let times = clock.times(for: scans.map(\.kernelTime), now: now, suspended: suspended)
            lastFailure = nil
            watchdog.sample(at: now)
            for (scan, time) in zip(scans, times) {
                deliver(scan.value, at: time)
                guard case .buffered = state else { return }
            }
        } catch {
            failed(error)
        }
    }

    /// What the worker hands over at once, oldest first, and how long the last one took.
    typealias PolledReadings = (readings: [PollingDigest.Reading], took: Interval)

    func poll() {
        guard let worker, let session else { return }
        let first = PollingDigest(PollingCadence(rate: request.settings.rate, scale: calibration.scale), calibration)
        worker.stream(
            { (stream: WorkerStream<Result<PolledReadings, SystemError>>) in
                var digest = first
                while stream.pause(Self.ask(session, &digest) { stream.report($0) }) {}
            }, each: { [weak self] in self?.polled($0) })
    }

    /// Reads what the digest wants to know. On the worker's thread.
    ///
    /// - Returns: how long to wait before the next time.
    private static func ask(
        _ session: IIOSession, _ digest: inout PollingDigest, _ report: (Result<PolledReadings, SystemError>) -> Void
    ) -> Interval {
        do throws(SystemError) {
            if case .axes(let axes) = digest.question, let pause = try look(at: axes, session, &digest) { return pause }
            let start = now
            let value = try session.reading()
            let end = now
            let step = digest.take(value, at: end)
            if !step.readings.isEmpty { report(.success((step.readings, end - start))) }
            return step.pause
        } catch {
            report(.failure(error))
            return retryPause
        }
    }

    /// - Returns: nil if one of them has moved or all of them are due.
    private static func look(
        at axes: [Int], _ session: IIOSession, _ digest: inout PollingDigest
    ) throws(SystemError) -> Interval? {
        var pause: Interval?
        for axis in axes {
            pause = digest.take(try session.reading(ofAxis: axis), ofAxis: axis, at: now)
            if pause == nil { return nil }
        }
        return pause
    }

    /// Between two readings of which the first was an error.
    private static let retryPause = Interval.milliseconds(500)
    private static var now: Timestamp { Timestamp(nanoseconds: clockNanoseconds(CLOCK_BOOTTIME)) }

    func polled(_ result: Result<PolledReadings, SystemError>) {
        guard case .polled = state else { return }
        switch result {
        case .success(let (readings, took)):
            lastFailure = nil
            failingSince = nil
            watchdog.sample(at: loop.now)
            // A chip may be too slow for the core's patience; the watchdog has more of it.
            setReportsOnlyChanges(took > Self.slowReading || wokeUpAt != nil)
            for reading in readings {
                deliver(reading.value, at: reading.time)
                guard case .polled = state else { return }
            }
        case .failure(let error): failed(error)
        }
        guard case .polled = state, let time = reconsiderAt, time <= loop.now, let worker, let session else { return }
        takeWay(worker) { session.reconsider() }
    }

    func deliver(_ value: Vector3, at time: Timestamp) {
        lastValue = value
        handler(.sample(RawSample(timestamp: time, value: value)))
        if let wokeUpAt, time >= wokeUpAt {
            self.wokeUpAt = nil
            setReportsOnlyChanges(false)
        }
        switch stillness?.take(value, at: time) {
        case .sleep: setAsleep(true)
        case .wake: setAsleep(false)
        case .stay, nil: break
        }
    }
}
