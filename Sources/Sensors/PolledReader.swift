import OrientationCore
import Posix

/// Asks a polled sensor what the digest wants to know. On the worker's thread.
struct PolledReader {
    /// What the loop hears of it.
    enum Report: Equatable, Sendable {
        /// Oldest first; and whether the last of them took long.
        case readings([PollingDigest.Reading], isSlow: Bool)
        /// A value took long to read, so that a reading of all axes takes longer still: it works, and silence says nothing.
        case slow
        case failure(SystemError)
    }

    var digest: PollingDigest
    /// A value of this axis, 0 is x; takes as long as the chip takes.
    let read: (Int) throws(SystemError) -> Double
    let now: () -> Timestamp

    /// A chip that takes longer than this for an axis is too slow for the core's patience.
    static let slowAxis = Interval.milliseconds(300)
    /// Between two readings of which the first was an error.
    static let retryPause = Interval.milliseconds(500)

    /// - Returns: how long to wait before the next time.
    mutating func ask(_ report: (Report) -> Void) -> Interval {
        var values: [Double?] = [nil, nil, nil]
        var isSlow = false
        func value(_ axis: Int) throws(SystemError) -> Double {
            if let known = values[axis] { return known }
            let start = now()
            let value = try read(axis)
            values[axis] = value
            if now() - start > Self.slowAxis {
                isSlow = true
                report(.slow)
            }
            return value
        }
        do throws(SystemError) {
            if case .axes(let axes) = digest.question {
                var pause: Interval?
                for axis in axes {
                    pause = digest.take(try value(axis), ofAxis: axis, at: now())
                    if pause == nil { break }
                }
                if let pause { return pause }
            }
            let step = digest.take(Vector3(try value(0), try value(1), try value(2)), at: now())
            if !step.readings.isEmpty { report(.readings(step.readings, isSlow: isSlow)) }
            return step.pause
        } catch {
            report(.failure(error))
            return Self.retryPause
        }
    }
}
