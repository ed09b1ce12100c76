import Arguments
import Configuration
import Glibc
import OrientationService
import Posix

/// orientationd: the command line, and what it comes to.
@main
struct Main {
    static func main() {
        reserveStandardDescriptors()
        // Whoever reads our lines, or a socket, may go away; a failed write says so too.
        signal(SIGPIPE, SIG_IGN)
        // So may the room for a log, up to a limit of the process.
        signal(SIGXFSZ, SIG_IGN)
        exit(status(of: Array(CommandLine.arguments.dropFirst())))
    }

    /// - Returns: 0 done; 1 it failed; 2 usage.
    private static func status(of words: [String]) -> Int32 {
        let log = Log()
        do {
            let options = try Options(words)
            switch options.action {
            case .showHelp: try printOutput(Options.help)
            case .showVersion: try printOutput("orientationd \(Version.text)\n")
            case .checkConfiguration: _ = try Program.settings(options)
            case .run: try Program(options, log).run()
            }
            return 0
        } catch let error as UsageError {
            log(.error, "\(error)")
            return 2
        } catch let errors as ConfigurationErrors {
            for line in errors.lines { log(.error, line) }
            return 1
        } catch {
            log(.error, "\(error)")
            return 1
        }
    }
}
