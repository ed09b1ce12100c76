import Diagnosis
import EventLoop
import Glibc
import JSON
import OrientationCore
import Posix
import Varlink

/// What a running daemon says, and some seconds of its sensor.
final class DaemonChecks {
    private(set) var findings: [Finding] = []
    private(set) var status: JSONObject = [:]
    private(set) var sensors: [JSONValue] = []
    /// The daemon has a sensor in use, be it a recording.
    var hasSensor: Bool { sensors.contains { $0["used"]?.bool == true } }

    init(_ context: CommandContext, seconds: Double) {
        do {
            let daemon = try Daemon(context)
            status = try daemon.call("Status")
            sensors = try daemon.call("ListSensors")["sensors"]?.array ?? []
            findings.append(.fine("daemon", "orientationd \(status["version"]?.string ?? "?") answers"))
            checkSensor()
            try listen(context, seconds: seconds)
            checkWarnings()
        } catch {
            findings.append(.wrong("daemon", "\(error)", "'systemctl status orientationd' says why"))
        }
    }

    private func checkSensor() {
        guard let used = sensors.first(where: { $0["used"]?.bool == true }) else {
            let reasons = sensors.map { "\($0["name"]?.string ?? "?"): \($0["reason"]?.string ?? "?")" }
            findings.append(
                .wrong("sensor", "none is used" + (reasons.isEmpty ? "" : "; " + reasons.joined(separator: "; ")), "see the lines above"))
            return
        }
        findings.append(.fine("sensor", "\(used["name"]?.string ?? "?") (\(used["id"]?.string ?? "?")): \(used["reason"]?.string ?? "?")"))
        let place = "\(used["location"]?.string ?? "?") (\(used["locationSource"]?.string ?? "?"))"
        findings.append(.fine("place", place))
        findings.append(.fine("rules", used["matrix"]?.string ?? "?"))
    }

    private func listen(_ context: CommandContext, seconds: Double) throws {
        guard hasSensor else { return }
        var statistics = SampleStatistics()
        var form: SampleForm?
        let progress = Progress()
        defer { progress.clear() }
        do {
            // A sensor that is silent would keep the first sample waiting for ever.
            let follower = try SampleFollower(Daemon(context), seconds: seconds, patience: seconds + 3)
            _ = try follower.run(
                SampleFollower.Handlers(
                    form: { form = $0 },
                    sample: { sample in
                        if let calibration = form?.calibration { statistics.take(sample, gravity: calibration.gravity(of: sample)) }
                        return true
                    },
                    message: { _ in progress.show("listening to the sensor, hold the device still") }))
            findings.append(.fine("rights", "this user may see raw gravity"))
        } catch let failure as CommandFailure where failure != .daemonGone {
            findings.append(.look("rights", failure.description, "run this as root, or join the group orientation"))
            return
        }
        if let access = form?.access, !access.isEmpty { findings.append(.fine("access", access)) }
        let kind = sensors.first { $0["used"]?.bool == true }?["kind"]?.string
        let isLive = kind == "iio" || kind == "evdev"
        let now = isLive ? Timestamp(nanoseconds: clockNanoseconds(CLOCK_BOOTTIME)) : nil
        findings +=
            SampleChecks(
                statistics, rate: isLive ? form?.rate : nil, reportsOnlyChanges: form?.reportsOnlyChanges ?? false, now: now
            ).findings
    }

    private func checkWarnings() {
        let warnings = (status["warnings"]?.array ?? []).compactMap(\.string)
        findings += warnings.map { .look("warning", $0, "the log of orientationd has the rest: journalctl -u orientationd") }
        if let rejected = status["rejected"]?.integer, rejected > 0 {
            findings.append(
                .look(
                    "garbage", "\(rejected) samples could not be readings and were left out",
                    "the driver or the hub sends them; report it if it goes on"))
        }
    }
}
