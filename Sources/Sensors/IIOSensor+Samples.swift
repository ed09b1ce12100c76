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
        let rate = request.settings.rate
        let scale = calibration.scale
        worker.stream(
            { (stream: WorkerStream<Result<Vector3, SystemError>>) in
                var cadence = PollingCadence(rate: rate, scale: scale)
                var pause = cadence.still
                repeat {
                    let reading = session.probe()
                    stream.report(reading)
                    switch reading {
                    case .success(let value):
                        pause = cadence.pause(after: value, at: Timestamp(nanoseconds: clockNanoseconds(CLOCK_BOOTTIME)))
                    case .failure: pause = .milliseconds(500)
                    }
                } while stream.pause(pause)
            }, each: { [weak self] in self?.polled($0) })
    }

    func polled(_ reading: Result<Vector3, SystemError>) {
        guard case .polled = state else { return }
        switch reading {
        case .success(let value):
            lastFailure = nil
            failingSince = nil
            watchdog.sample(at: loop.now)
            deliver(value, at: loop.now)
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
