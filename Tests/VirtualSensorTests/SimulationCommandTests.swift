import Testing

@testable import VirtualSensor

@Suite struct SimulationCommandTests {
    @Test(arguments: [
        ("pose 0 -1000 12", SimulationCommand.pose(Pose(0, -1000, 12))), ("play", .play), ("unplug", .unplug), (" plug ", .plug),
        ("slow 2000", .slow(milliseconds: 2000)), ("mute", .mute), ("unmute", .unmute), ("quit\r", .quit),
    ])
    func commandsAreRead(line: String, command: SimulationCommand) throws {
        #expect(try SimulationCommand(parsing: line) == command)
    }

    @Test(arguments: [
        "", "pose", "pose 1 2", "pose 1 2 x", "pose 1 2 99999", "pose 1 2 3 4", "plug in", "dance", "slow", "slow -1", "slow 60001",
    ])
    func othersAreRefusedWithWhatThereIs(line: String) {
        #expect(throws: SimulationCommand.Flaw(line: line)) { try SimulationCommand(parsing: line) }
        #expect(SimulationCommand.Flaw(line: line).description.contains("pose X Y Z"))
    }
}
