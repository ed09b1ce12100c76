import EventLoop
import Glibc
import Posix
import VirtualSensor

/// `orientationctl simulate --switches`: a convertible's switches, moved by lines on standard input.
struct SwitchSimulation {
    func run() throws -> Int32 {
        let switches: VirtualSwitches
        do throws(SystemError) {
            switches = try VirtualSwitches()
        } catch {
            throw SimulationError(opening: error, path: VirtualSwitches.path).failure
        }
        let loop = try EventLoop()
        let signals = try [SIGTERM, SIGINT].map { try loop.onSignal($0) { _ in loop.exit() } }
        let input = try LineInput(STDIN_FILENO, loop: loop) { line in
            do {
                switch line {
                case "tablet on": try switches.set(.tabletMode, true)
                case "tablet off": try switches.set(.tabletMode, false)
                case "lid closed": try switches.set(.lid, true)
                case "lid open": try switches.set(.lid, false)
                case "quit": loop.exit()
                case _: printError("orientationctl: '\(line)' is not tablet on, tablet off, lid open, lid closed or quit")
                }
            } catch {
                printError("orientationctl: \(error)")
            }
        }
        try printOutput("ready\n")
        return try withExtendedLifetime((signals, input, switches)) { try loop.run() }
    }
}
