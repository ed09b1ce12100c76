/// How urgent a line of the log is; the numbers of syslog.
public enum LogLevel: Int32, Sendable {
    case error = 3
    case warning = 4
    case notice = 5
    case info = 6
    case debug = 7
}
