import Glibc
import JSON
import OrientationCore
import Posix
import Varlink

/// The daemon as a process: how late its subscribers hear, how much memory it has, how often it wakes up.
enum DaemonBench {
    private static let header = "# unit: g\n# convention: gravity\nt_ns,x,y,z\n"

    static func run(_ program: String) throws {
        try measureStart(program)
        let daemon = try ChildDaemon(program)
        defer { daemon.stop() }
        let client = try daemon.connect()
        try client.send("org.orientationd.Monitor", ["gravity": .real(1000)], .more)
        _ = try client.nextReply(timeout: .seconds(10))
        try daemon.write(header)

        var time: Int64 = 0
        var delays: [Double] = []
        for count in 0..<3000 {
            time += 10_000_000
            let start = secondsNow()
            // A little noise, so that every sample is another one.
            try daemon.write("\(time),0.0\(count % 9),-0.99,0.0\(count % 7)\n")
            _ = try client.nextReply(timeout: .seconds(10))
            delays.append((secondsNow() - start) * 1e6)
            // The first sample sends the first reading and its gravity.
            if count == 0 { _ = try client.nextReply(timeout: .seconds(10)) }
        }
        try report(
            "sample written to state received, through pipe and socket",
            "\(text(quantile(delays, 0.5), decimals: 0)) us median, \(text(quantile(delays, 0.99), decimals: 0)) us 99 %")
        try report("private memory (RssAnon), one subscriber", "\(try daemon.memory("RssAnon")) KiB")
        try report("resident memory (VmRSS), one subscriber", "\(try daemon.memory("VmRSS")) KiB")
        try measureStill(daemon, from: time)
    }

    /// From the start of the process to a decided state at a subscriber, with the samples there from the beginning.
    private static func measureStart(_ program: String) throws {
        var took: [Double] = []
        for _ in 0..<20 {
            let start = secondsNow()
            let daemon = try ChildDaemon(program)
            defer { daemon.stop() }
            let rows = (0..<50).map { "\($0 * 40_000_000),0,-1,0\n" }
            try daemon.write(header + rows.joined())
            let client = try daemon.connect()
            try client.send("org.orientationd.Monitor", [:], .more)
            // The first state may be that nothing is known yet.
            while true {
                guard case .object(let state)? = try client.nextReply(timeout: .seconds(10)).parameters["state"] else { continue }
                if state["device"] == .string("portrait") { break }
            }
            took.append((secondsNow() - start) * 1e3)
        }
        try report("start of the daemon to the first answer, samples there", "\(text(quantile(took, 0.5))) ms median")
    }

    /// Ten seconds of a device that lies still and reports at 10 Hz, to a subscriber of changes.
    private static func measureStill(_ daemon: ChildDaemon, from start: Int64) throws {
        let client = try daemon.connect()
        try client.send("org.orientationd.Monitor", [:], .more)
        _ = try client.nextReply(timeout: .seconds(10))
        let before = try daemon.switches()
        let begin = secondsNow()
        for count in 1...100 {
            let due = begin + Double(count) * 0.1
            usleep(UInt32(max(0, (due - secondsNow()) * 1e6)))
            try daemon.write("\(start + Int64(count) * 100_000_000),0,0,-1\n")
        }
        let rate = Double(try daemon.switches() - before) / (secondsNow() - begin)
        try report("context switches a second, lying still at 10 Hz", text(rate))
    }
}

/// An orientationd of our own that reads samples from us.
final class ChildDaemon {
    private let directory: String
    private let input: Int32
    private let process: ChildProcess

    /// - Parameter settings: of its configuration file.
    init(_ program: String, settings: String = "") throws {
        let directory = "/tmp/orientation-bench-\(getpid())-daemon"
        self.directory = directory
        try checkErrno("make \(directory)") { mkdir(directory, 0o700) }
        let file = open(directory + "/conf", O_WRONLY | O_CREAT | O_CLOEXEC, 0o600)
        try writeAll(Array(settings.utf8), to: file, named: directory + "/conf")
        close(file)
        let ends = try makePipe()
        input = ends.writing
        defer { close(ends.reading) }
        process = try ChildProcess(
            [program, "--config", directory + "/conf", "--source", "-", "--socket", directory + "/socket"],
            redirecting: [(STDIN_FILENO, .descriptor(ends.reading)), (STDERR_FILENO, .null)])
    }

    /// Waits until it listens.
    func connect() throws -> VarlinkClient {
        for _ in 0..<5000 {
            if let client = try? VarlinkClient(path: directory + "/socket") { return client }
            usleep(1000)
        }
        return try VarlinkClient(path: directory + "/socket")
    }

    func write(_ text: String) throws {
        try writeAll(Array(text.utf8), to: input, named: "the daemon's input")
    }

    /// KiB of a line of /proc/PID/status.
    func memory(_ name: String) throws -> Int { try status(name, of: "/proc/\(process.identifier)/status") }

    /// Seconds that its main thread, which does everything here, has run (proc(5), schedstat).
    func processorTime() throws -> Double {
        let path = "/proc/\(process.identifier)/schedstat"
        let words = String(decoding: try readFile(path), as: UTF8.self).split(separator: " ")
        guard let first = words.first, let nanoseconds = Double(first) else { throw SystemError("read \(path)", code: EPROTO) }
        return nanoseconds * 1e-9
    }

    /// Voluntary and forced, of all threads.
    func switches() throws -> Int {
        try status("voluntary_ctxt_switches", of: "/proc/\(process.identifier)/status")
            + status("nonvoluntary_ctxt_switches", of: "/proc/\(process.identifier)/status")
    }

    private func status(_ name: String, of path: String) throws -> Int {
        let text = String(decoding: try readFile(path), as: UTF8.self)
        for line in text.split(separator: "\n") where line.hasPrefix(name + ":") {
            let words = line.split { $0 == "\t" || $0 == " " }
            if words.count > 1, let value = Int(words[1]) { return value }
        }
        throw SystemError("find \(name) in \(path)", code: ENOENT)
    }

    func stop() {
        close(input)
        kill(process.identifier, SIGTERM)
        _ = try? process.wait()
        unlink(directory + "/socket")
        unlink(directory + "/conf")
        rmdir(directory)
    }
}
