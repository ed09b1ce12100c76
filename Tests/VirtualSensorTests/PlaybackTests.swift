import OrientationCore
import Testing

@testable import VirtualSensor

@Suite struct PlaybackTests {
    static let first = Pose(0, -1000, 0)
    static let second = Pose(-1000, 0, 0)

    /// Two poses, the second after 1 s, the end after 2 s.
    func playback(_ end: Playback.End) throws -> Playback {
        let track = try #require(
            PoseTrack([
                .init(time: .seconds(0), pose: Self.first), .init(time: .seconds(1), pose: Self.second),
                .init(time: .seconds(2), pose: Self.second),
            ]))
        return Playback(track, end: end)
    }

    func at(_ milliseconds: Int64) -> Timestamp { Timestamp(nanoseconds: milliseconds * 1_000_000) }

    @Test func timePassesOnlyWhileItRuns() throws {
        var playback = try playback(.hold)
        #expect(playback.pose(at: at(50_000)) == Self.first)
        playback.start(at: at(50_000))
        playback.stop(at: at(50_900))
        #expect(playback.pose(at: at(99_000)) == Self.first)
        playback.start(at: at(99_000))
        #expect(playback.pose(at: at(99_099)) == Self.first)
        #expect(playback.pose(at: at(99_100)) == Self.second)
    }

    @Test func theEndIsKnownWhileItRuns() throws {
        var playback = try playback(.exit)
        #expect(playback.ends(at: at(0)) == nil)
        playback.start(at: at(1000))
        #expect(playback.ends(at: at(1000)) == at(3000))
        #expect(playback.ends(at: at(2500)) == at(3000))
        #expect(playback.ends(at: at(3500)) == at(3500))
        #expect(playback.exitsAtEnd)
    }

    @Test func aPoseThatIsHeldHidesTheRecordingUntilItIsPlayedAgain() throws {
        var playback = try playback(.exit)
        playback.start(at: at(0))
        playback.hold(Pose(1, 2, 3))
        #expect(playback.pose(at: at(500)) == Pose(1, 2, 3))
        #expect(playback.ends(at: at(500)) == nil)
        playback.hold(nil)
        #expect(playback.pose(at: at(500)) == Self.first)
    }

    @Test func aLoopBeginsAgainAndNeverEnds() throws {
        var playback = try playback(.loop)
        playback.start(at: at(0))
        #expect(playback.pose(at: at(1999)) == Self.second)
        #expect(playback.pose(at: at(2000)) == Self.first)
        #expect(playback.pose(at: at(5000)) == Self.second)
        #expect(playback.ends(at: at(5000)) == nil)
    }

    @Test func withoutALoopTheLastPoseStays() throws {
        var playback = try playback(.hold)
        playback.start(at: at(0))
        #expect(playback.pose(at: at(1_000_000)) == Self.second)
        #expect(!playback.exitsAtEnd)
    }

    @Test func aLoopOfOnePoseStandsStill() {
        var playback = Playback(PoseTrack(always: Self.second), end: .loop)
        playback.start(at: at(0))
        #expect(playback.pose(at: at(10)) == Self.second)
    }

    @Test func onePoseThatStaysNeverEnds() {
        var playback = Playback(PoseTrack(always: Self.second), end: .hold)
        playback.start(at: at(0))
        #expect(playback.ends(at: at(10)) == nil)
    }

    @Test func aTrackNeedsRowsInTheOrderOfTime() {
        #expect(PoseTrack([]) == nil)
        #expect(PoseTrack([.init(time: .seconds(1), pose: .upright), .init(time: .seconds(0), pose: .upright)]) == nil)
    }
}
