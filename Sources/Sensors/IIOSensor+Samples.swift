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

    func poll() {
        guard let worker, let session else { return }
        let digest = PollingDigest(PollingCadence(rate: request.settings.rate, scale: calibration.scale), calibration)
        worker.stream(
            { (stream: WorkerStream<PolledReader.Report>) in
                var reader = PolledReader(digest: digest) { axis throws(SystemError) in
                    try session.reading(ofAxis: axis)
                } now: {
                    Timestamp(nanoseconds: clockNanoseconds(CLOCK_BOOTTIME))
                }
                while stream.pause(reader.ask { stream.report($0) }) {}
            }, each: { [weak self] in self?.polled($0) })
    }

    func polled(_ report: PolledReader.Report) {
        guard case .polled = state else { return }
        switch report {
        case .slow:
            // Too slow for the core's patience; the watchdog has more of it.
            watchdog.sample(at: loop.now)
            isSlow = true
            setReportsOnlyChanges(true)
        case .readings(let readings, let isSlow):
            lastFailure = nil
            failingSince = nil
            watchdog.sample(at: loop.now)
            for reading in readings {
                deliver(reading.value, at: reading.time)
                guard case .polled = state else { return }
            }
            self.isSlow = isSlow
            if wokeUpAt == nil { setReportsOnlyChanges(isSlow) }
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
            setReportsOnlyChanges(isSlow)
        }
        switch stillness?.take(value, at: time) {
        case .sleep: setAsleep(true)
        case .wake: setAsleep(false)
        case .stay, nil: break
        }
    }
}
