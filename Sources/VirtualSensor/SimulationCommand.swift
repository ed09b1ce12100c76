/// A line with which somebody steers a running simulation.
public enum SimulationCommand: Equatable, Sendable {
    /// Holds this pose from now on, instead of the recording's.
    case pose(Pose)
    /// Goes on with the recording where it was left.
    case play
    case unplug
    case plug
    /// Stays plugged in and powered, but sends nothing by itself.
    case mute
    case unmute
    /// Takes so many ms for each reading that the host asks for.
    case slow(milliseconds: UInt32)
    case quit

    /// Why a line is no command; says what is.
    public struct Flaw: Error, Equatable, CustomStringConvertible {
        public let line: String

        public var description: String {
            "'\(line)' is no command; there are: pose X Y Z (in mg), play, unplug, plug, mute, unmute, slow MS, quit"
        }
    }

    public init(parsing line: String) throws(Flaw) {
        let words = line.split { $0 == " " || $0 == "\t" || $0 == "\r" }
        switch (words.first, words.count) {
        case ("pose", 4):
            let counts = words.dropFirst().compactMap { Int16($0) }
            guard counts.count == 3 else { throw Flaw(line: line) }
            self = .pose(Pose(counts[0], counts[1], counts[2]))
        case ("play", 1): self = .play
        case ("unplug", 1): self = .unplug
        case ("plug", 1): self = .plug
        case ("mute", 1): self = .mute
        case ("unmute", 1): self = .unmute
        case ("slow", 2):
            guard let milliseconds = UInt32(words[1]), milliseconds <= 60_000 else { throw Flaw(line: line) }
            self = .slow(milliseconds: milliseconds)
        case ("quit", 1): self = .quit
        default: throw Flaw(line: line)
        }
    }
}
