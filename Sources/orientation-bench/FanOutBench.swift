import CBench
import Glibc
import Posix

/// One change to many subscribers, beside a loop in C of bare `send` with the same bytes on as many sockets, in turns.
enum FanOutBench {
    private static let rounds = 60

    static func run(_ program: String) throws {
        try raiseDescriptorLimit()
        let daemon = try ChildDaemon(program, settings: "[Socket]\nmax-connections = 5000\nmax-connections-per-user = 5000\n")
        defer { daemon.stop() }
        let crowd = try Crowd(daemon)
        try crowd.grow(to: 1)
        try change(crowd)
        let alone = try daemon.memory("RssAnon")
        try crowd.grow(to: 1000)
        try crowd.growPairs(to: 1000)
        try change(crowd)
        try compare(daemon, crowd)
        try pester(daemon, crowd)
        try memory(daemon, crowd, beyond: alone)

        try crowd.grow(to: 4096)
        let begin = secondsNow()
        try change(crowd)
        try report("a change to 4,096 subscribers until all have read it", "\(text((secondsNow() - begin) * 1e3)) ms")
        try memory(daemon, crowd, beyond: alone)
    }

    private static func compare(_ daemon: ChildDaemon, _ crowd: Crowd) throws {
        let bytes = crowd.lastMessage
        let sockets = crowd.nearEnds
        var ours: [Double] = []
        var theirs: [Double] = []
        for _ in 0..<rounds {
            let before = try daemon.processorTime()
            try crowd.turnDevice()
            try crowd.waitForLast()
            let messages = crowd.drain()
            guard messages == crowd.count else { throw SystemError("count \(messages) messages of one change", code: EPROTO) }
            ours.append((try daemon.processorTime() - before) * 1e6)

            var elapsed = 0
            let spent = cbench_send_all(sockets, sockets.count, bytes, bytes.count, &elapsed)
            guard spent >= 0 else { throw SystemError("send to every socket", code: EAGAIN) }
            theirs.append(Double(spent) * 1e-3)
            _ = crowd.drain()
        }
        let (daemonTime, loopTime) = (quantile(ours, 0.5), quantile(theirs, 0.5))
        try report(
            "processor time of a change to 1,000 subscribers",
            "\(text(daemonTime, decimals: 0)) us, bare sends in C \(text(loopTime, decimals: 0)) us, "
                + "ratio \(text(daemonTime / loopTime, decimals: 2))")
        try report("of it the 60 samples that make it", "\(text(try samplesAlone(daemon, crowd), decimals: 0)) us")
    }

    /// Microseconds for as many samples that change nothing.
    private static func samplesAlone(_ daemon: ChildDaemon, _ crowd: Crowd) throws -> Double {
        var spent: [Double] = []
        for _ in 0..<20 {
            let before = try daemon.processorTime()
            try crowd.holdStill()
            usleep(20_000)
            spent.append((try daemon.processorTime() - before) * 1e6)
        }
        return quantile(spent, 0.5)
    }

    /// How late the last of them hears of a change, with others that do not behave, and while these do nothing, in turns.
    private static func pester(_ daemon: ChildDaemon, _ crowd: Crowd) throws {
        var quiet: [Double] = []
        var pestered: [Double] = []
        let pests = try Pests(daemon)
        for round in 0..<(2 * rounds) {
            if round % 2 == 1 { pests.pester() }
            let begin = secondsNow()
            try crowd.turnDevice()
            try crowd.waitForLast()
            let elapsed = (secondsNow() - begin) * 1e6
            if round % 2 == 1 { pestered.append(elapsed) } else { quiet.append(elapsed) }
            _ = crowd.drain()
        }
        let (without, with) = (quantile(quiet, 0.5), quantile(pestered, 0.5))
        try report(
            "until the last of 1,000 has it, with three that misbehave",
            "\(text(with, decimals: 0)) us, while they rest \(text(without, decimals: 0)) us, ratio \(text(with / without, decimals: 2))")
    }

    private static func memory(_ daemon: ChildDaemon, _ crowd: Crowd, beyond alone: Int) throws {
        let each = Double(try daemon.memory("RssAnon") - alone) / Double(crowd.count - 1)
        try report("private memory a subscriber, \(crowd.count) of them", "\(text(each, decimals: 2)) KiB")
    }

    /// One change that everybody has read.
    private static func change(_ crowd: Crowd) throws {
        try crowd.turnDevice()
        try crowd.waitForLast()
        _ = crowd.drain()
    }

    /// 4,096 subscribers here and in the daemon, which inherits the limit, and the pairs.
    private static func raiseDescriptorLimit() throws {
        var limit = rlimit()
        try checkErrno("ask for the limit of descriptors") { getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) }
        limit.rlim_cur = limit.rlim_max
        try checkErrno("raise the limit of descriptors") { setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) }
    }
}
