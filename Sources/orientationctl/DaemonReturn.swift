import Glibc
import OrientationCore
import Posix

extension CommandFailure {
    /// The daemon was there, and is no more: stopped, restarted, or crashed.
    static let daemonGone = CommandFailure.failed("the daemon closed the connection")
}

/// What follows the daemon for long outlives a restart of it.
enum DaemonReturn {
    /// A restart takes a moment; a daemon that is away for longer was stopped on purpose.
    private static let patience = Interval.seconds(60)
    /// Between two tries; also before the first, so that a daemon that takes calls and drops them is not run at.
    static let pause = Interval.milliseconds(300)

    /// Does something with the daemon, and again each time that it was lost and has come back, until it ends by itself.
    ///
    /// - Returns: what `work` returns.
    /// - Throws: what else it throws, and a failure if the daemon is not there or does not come back.
    static func following(_ context: CommandContext, _ work: (Daemon) throws -> Int32) throws -> Int32 {
        var daemon = try Daemon(context)
        while true {
            do {
                return try work(daemon)
            } catch let failure as CommandFailure where failure == .daemonGone {
                printError("orientationctl: \(failure); waiting for it to come back")
                daemon = try returned(context)
            }
        }
    }

    private static func returned(_ context: CommandContext) throws(CommandFailure) -> Daemon {
        allowSignals()
        let deadline = clockNanoseconds(CLOCK_MONOTONIC) + patience.nanoseconds
        repeat {
            var span = timespec(tv_sec: 0, tv_nsec: Int(pause.nanoseconds))
            nanosleep(&span, nil)
            if let daemon = try? Daemon(context) { return daemon }
        } while clockNanoseconds(CLOCK_MONOTONIC) < deadline
        throw .nothingThere("the daemon closed the connection and did not come back; 'systemctl status orientationd' says how it is")
    }

    /// A loop has blocked them, and nobody reads them while there is none.
    private static func allowSignals() {
        var ending = sigset_t()
        sigemptyset(&ending)
        for signal in [SIGINT, SIGTERM, SIGHUP] { sigaddset(&ending, signal) }
        pthread_sigmask(SIG_UNBLOCK, &ending, nil)
    }
}
