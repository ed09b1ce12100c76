import Arguments
import OrientationClient
import Sensors

/// The command line of the daemon.
struct Options {
    enum Action {
        case run
        case checkConfiguration
        case showHelp
        case showVersion
    }

    var action = Action.run
    /// nil: the standard place, which may be empty.
    var configuration: String?
    var source = SourceSpecification.automatic
    var speed = ReplaySpeed.real
    var loops = false
    /// nil: that of the configuration, or the standard place.
    var socket: String?
    /// nil: as configured.
    var bus: String?

    init(_ words: [String]) throws(UsageError) {
        var reader = ArgumentReader(
            words,
            options: [
                "--config", "--source", "--speed", "--loop", "--socket", "--dbus", "--check-config", "--version", "--help", "-h",
            ])
        var onlyForReplay: String?
        while let word = try reader.next() {
            switch word {
            case .option("--config"): configuration = try reader.value("--config")
            case .option("--source"): source = try Self.source(try reader.value("--source"))
            case .option("--speed"): (speed, onlyForReplay) = (try Self.speed(&reader), "--speed")
            case .option("--loop"): (loops, onlyForReplay) = (true, "--loop")
            case .option("--socket"): socket = try reader.value("--socket")
            case .option("--dbus"): bus = try reader.choice("--dbus", of: ["no", "system", "session"])
            case .option("--check-config"): action = .checkConfiguration
            case .option("--version"): action = .showVersion
            case .option: action = .showHelp
            case .operand(let operand): throw UsageError("unexpected '\(operand)'; orientationd takes options only ('orientationd --help')")
            }
        }
        guard let option = onlyForReplay, action == .run else { return }
        guard case .replay = source else { throw UsageError("option '\(option)' is for '--source replay:FILE' only") }
    }

    private static func source(_ text: String) throws(UsageError) -> SourceSpecification {
        guard let source = SourceSpecification(text) else {
            throw UsageError(
                "option '--source': '\(text)' is not auto, iio:NAME, evdev:PATH, replay:FILE or - (standard input)")
        }
        return source
    }

    private static func speed(_ reader: inout ArgumentReader) throws(UsageError) -> ReplaySpeed {
        let text = try reader.value("--speed")
        guard let speed = ReplaySpeed(text) else {
            let range = ReplaySpeed.range
            throw UsageError("option '--speed': '\(text)' is neither max nor a number from \(range.lowerBound) to \(Int(range.upperBound))")
        }
        return speed
    }

    static let help = """
        Usage: orientationd [OPTION...]

        Knows which way the device is held, and tells every program that asks.

          --source SPEC    where samples come from: auto (a real sensor if there is
                           one, the default), iio: and a sensor's name, sysfs name
                           or libiio URI, evdev:PATH, replay:FILE, or - for a trace
                           on standard input
          --speed X|max    replay X times as fast, or as fast as it goes
          --loop           begin the replay again at its end
          --config FILE    read FILE and the drop-ins in FILE.d instead of
                           /etc/orientationd/orientationd.conf
          --socket PATH    listen at PATH
          --dbus BUS       no, system or session: where net.hadess.SensorProxy is
          --check-config   read the configuration, say what is wrong with it, and end
          --version        print the version and end

        Example: orientationd --source replay:trace.csv --loop --socket /tmp/orientation

        """
}
