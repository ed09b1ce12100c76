import CSystemd
import Posix

/// Signals and child processes.
extension EventLoop {
    /// Handles a signal in the loop instead of interrupting the program. Blocks it for the calling thread, so call
    /// this before any other thread starts.
    public func onSignal(_ number: Int32, _ handler: @escaping (Int32) -> Void) throws(SystemError) -> EventSource {
        try block(number)
        let source = EventSource(.signal(handler))
        var added: OpaquePointer?
        try check(
            "handle a signal",
            sd_event_add_signal(
                raw, &added, number,
                { _, info, userData in
                    guard let source = EventSource.from(userData), case .signal(let handle) = source.handler else { return 0 }
                    let number = Int32(info?.pointee.ssi_signo ?? 0)
                    withExtendedLifetime(source) { handle(number) }
                    return 0
                }, source.userData))
        source.adopt(added, .signal)
        return source
    }

    /// Waits for the end of a child process, also one that has ended already, and reaps it. Blocks `SIGCHLD` for the
    /// calling thread, so call this before any other thread starts; and whoever starts children unblocks it in them.
    ///
    /// - Parameter handler: gets the exit code, or 128 plus the number of the signal that ended it, as shells count.
    public func onChild(_ process: pid_t, _ handler: @escaping (Int32) -> Void) throws(SystemError) -> EventSource {
        try block(SIGCHLD)
        let source = EventSource(.child(handler))
        var added: OpaquePointer?
        try check(
            "wait for process \(process)",
            sd_event_add_child(
                raw, &added, process, WEXITED,
                { _, info, userData in
                    guard let source = EventSource.from(userData), case .child(let handle) = source.handler, let info else {
                        return 0
                    }
                    let status = info.pointee._sifields._sigchld.si_status
                    withExtendedLifetime(source) { handle(info.pointee.si_code == Int32(CLD_EXITED) ? status : 128 + status) }
                    return 0
                }, source.userData))
        source.adopt(added, .normal)
        return source
    }

    private func block(_ signal: Int32) throws(SystemError) {
        var set = sigset_t()
        sigemptyset(&set)
        sigaddset(&set, signal)
        try check("block a signal", -pthread_sigmask(SIG_BLOCK, &set, nil))
    }
}
