import OrientationCore
import Testing
import VirtualSensor

@Suite struct PoseScriptTests {
    private func pose(_ script: String, at milliseconds: Int64) throws -> Pose {
        try PoseScript(parsing: script).track.pose(at: .milliseconds(milliseconds))
    }

    @Test func positionsAreHeldAndTurnsGoEvenly() throws {
        let script = "portrait 2s; roll 90deg 0.5s; hold 1s; faceUp over 500ms; faceDown"
        #expect(try pose(script, at: 1000) == Pose(0, -1000, 0))
        #expect(try pose(script, at: 2250).distance(to: Pose(707, -707, 0)) < 20)
        #expect(try pose(script, at: 3000) == Pose(1000, 0, 0))
        #expect(try pose(script, at: 3750).distance(to: Pose(707, 0, -707)) < 20)
        #expect(try pose(script, at: 4500).z == 1000)
        #expect(try PoseScript(parsing: script).track.duration == .seconds(5))
    }

    @Test func everyNameIsItsOrientation() throws {
        for device in DeviceOrientation.allCases where device != .unknown {
            let pose = try pose("\(device.name) 1s", at: 500)
            var pipeline = OrientationPipeline(calibration: Calibration())
            let scale = Calibration.standardGravity / 1000
            for step in 0..<50 {
                let value = Vector3(Double(pose.x), Double(pose.y), Double(pose.z)) * scale
                pipeline.take(RawSample(timestamp: Timestamp(nanoseconds: Int64(step) * 20_000_000), value: value)) { _ in }
            }
            #expect(pipeline.state.device == device)
        }
    }

    @Test func theShortWayRound() throws {
        #expect(try pose("portraitUpsideDown 1s; landscapeLeft over 1s", at: 1500).distance(to: Pose(-707, 707, 0)) < 20)
    }

    @Test func shakingGoesToAndFro() throws {
        let track = try PoseScript(parsing: "portrait 0s; shake 0.5g 1s").track
        let xs = (0..<100).map { track.pose(at: .milliseconds(Int64($0) * 10)).x }
        #expect(xs.max() == 500 && (xs.min() ?? 0) < -450)
    }

    @Test(arguments: [
        ("", "statement 1: there is none"), ("portrait 2s; spin 3s", "statement 2: 'spin' is not one of"),
        ("portrait 2", "statement 1: '2' is not a time such as 2s or 500ms"), ("roll 90 1s", "'90' is not an angle such as 90deg"),
        ("hold", "'hold' takes a time"), ("portrait -1s", "is no time from 0 to a day"), ("portrait over", "'over' is not a time"),
        ("portrait 1s 2s", "after 'portrait' comes a time"), ("hold 86400s; hold 1s", "statement 2: longer than a day"),
        ("roll nandeg 1s", "is not an angle"),
    ])
    func whatIsNoScriptSaysWhere(text: String, reason: String) {
        #expect { try PoseScript(parsing: text) } throws: { "\($0)".contains(reason) }
    }

    @Test func linesAndRemarksAreAllowed() throws {
        #expect(try PoseScript(parsing: "# a tour\nportrait 1s\n\nfaceUp 1s\n").track.duration == .seconds(2))
    }
}

@Suite struct PoseFaultsTests {
    @Test func aSaturatedSensorReadsNoMore() {
        var faults = PoseFaults()
        faults.saturation = 800
        #expect(faults.reported(Pose(0, -1000, 900)) == Pose(0, -800, 800))
    }

    @Test func everySoManiethReportIsGarbage() {
        var faults = PoseFaults()
        faults.garbageEvery = 3
        let good = (0..<9).map { _ in faults.reported(.upright) == .upright }
        #expect(good == [true, true, false, true, true, false, true, true, false])
    }

    @Test func timedFaultsAreReadAsTheyAreWritten() {
        #expect(TimedFault("stall@5").map { $0.command == .mute && $0.after == 5 } == true)
        #expect(TimedFault("unplug@0.5")?.command == .unplug)
        for text in ["stall", "stall@", "melt@5", "stall@-1", "stall@5@6", ""] { #expect(TimedFault(text) == nil, "\(text)") }
    }
}

@Suite struct PoseKeysTests {
    @Test func arrowsTurnTheDevice() {
        var keys = PoseKeys()
        for _ in 0..<9 { _ = keys.take([0x1B, 0x5B, 0x43]) }
        #expect(keys.pose == Pose(1000, 0, 0))
        #expect(keys.take([0x1B]) == [] && keys.take([0x5B]) == [])
        #expect(keys.take([0x41]).count == 1)
        #expect(keys.lean == 10)
        for _ in 0..<20 { _ = keys.take([0x1B, 0x4F, 0x41]) }
        #expect(keys.pose == Pose(0, 0, -1000))
        #expect(keys.take([UInt8(ascii: "0")]) == [.pose(.upright)])
        for _ in 0..<19 { _ = keys.take([0x1B, 0x5B, 0x44]) }
        #expect(keys.roll == 170)
    }

    @Test func qAndTheEndQuit() {
        var keys = PoseKeys()
        #expect(keys.take([UInt8(ascii: "x"), UInt8(ascii: "q")]) == [.quit])
        #expect(keys.take([3]) == [.quit])
    }
}
