import OrientationCore

/// When the machine goes to sleep and when it has woken up, from two witnesses that may come in any order, or alone: login1
/// announces both over the bus, and the kernel sets the clock after a resume.
///
///     state     | login1: sleeping | login1: awake         | clock set               | the bus went, or nothing came
///     ----------+------------------+-----------------------+-------------------------+------------------------------
///     awake     | prepare          | wake up if it slept   | wake up if it slept     | -
///     preparing | -                | wake up               | wake up if it slept     | wake up
///
/// "It slept" means: longer altogether than at the last wake-up, so that two witnesses of one sleep wake up once.
struct SleepState: Equatable, Sendable {
    enum Advice: Equatable, Sendable {
        case prepare
        case wakeUp
    }

    /// The two clocks are read one after the other; less than this is no sleep.
    static let shortest = Interval.milliseconds(50)

    private(set) var isPreparing = false
    /// How long the machine had been suspended when it was last said to be awake.
    private var suspended: Interval

    init(timeSuspended: Interval) {
        suspended = timeSuspended
    }

    /// login1's `PrepareForSleep`: true before, false after, also when the sleep came to nothing.
    mutating func announced(isSleeping: Bool, timeSuspended: Interval) -> Advice? {
        guard isSleeping else { return wakeUp(isSure: isPreparing, timeSuspended) }
        if isPreparing { return nil }
        isPreparing = true
        return .prepare
    }

    mutating func clockWasSet(timeSuspended: Interval) -> Advice? {
        wakeUp(isSure: false, timeSuspended)
    }

    /// Whoever announced the sleep cannot say any more that it is over.
    mutating func gaveUp(timeSuspended: Interval) -> Advice? {
        wakeUp(isSure: isPreparing, timeSuspended)
    }

    private mutating func wakeUp(isSure: Bool, _ timeSuspended: Interval) -> Advice? {
        guard isSure || timeSuspended.nanoseconds - suspended.nanoseconds > Self.shortest.nanoseconds else { return nil }
        isPreparing = false
        suspended = timeSuspended
        return .wakeUp
    }
}
