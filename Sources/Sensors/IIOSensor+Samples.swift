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
        let cadence = PollingCadence(rate: request.settings.rate, scale: calibration.scale)
        worker.stream(
            { (stream: WorkerStream<Result<PolledReadings, SystemError>>) in
                var digest = PollingDigest(cadence)
                var pause = cadence.still
                repeat {
                    let start = Timestamp(nanoseconds: clockNanoseconds(CLOCK_BOOTTIME))
                    switch session.reading() {
                    case .success(let value):
                        let end = Timestamp(nanoseconds: clockNanoseconds(CLOCK_BOOTTIME))
                        let step = digest.take(value, at: end)
                        if !step.readings.isEmpty { stream.report(.success((step.readings, end - start))) }
                        pause = step.pause
                    case .failure(let error):
                        stream.report(.failure(error))
                        pause = .milliseconds(500)
                    }
                } while stream.pause(pause)
            }, each: { [weak self] in self?.polled($0) })
    }

    func polled(_ result: Result<PolledReadings, SystemError>) {
        guard case .polled = state else { return }
        switch result {
        case .success(let (readings, took)):
            lastFailure = nil
            failingSince = nil
            watchdog.sample(at: loop.now)
            // A chip may be too slow for the core's patience; the watchdog has more of it.
            setReportsOnlyChanges(took > Self.slowReading)
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
        switch stillness?.take(value, at: time) {
        case .sleep: setAsleep(true)
        case .wake: setAsleep(false)
        case .stay, nil: break
        }
    }
}
