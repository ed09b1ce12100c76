import Foundation
import OrientationCore
import Testing

/// Whatever clients and sensors do in whatever order, the promises to subscribers hold.
///
/// `SIMULATION_SEEDS` is how many histories to live through, `SIMULATION_SEED` the first of them.
@Suite struct SimulationTests {
    private static func number(_ name: String, _ normally: UInt64) -> UInt64 {
        ProcessInfo.processInfo.environment[name].flatMap(UInt64.init) ?? normally
    }

    @Test func noHistoryBreaksAPromise() {
        let first = Self.number("SIMULATION_SEED", 1)
        let run = SimulationRun()
        var steps = 0
        for seed in first..<(first + Self.number("SIMULATION_SEEDS", 12)) {
            var generator = SimulationGenerator(seed: seed)
            do { steps += try run.live(generator.history(800)) } catch {
                Issue.record("seed \(seed): \(run.shortest(error))")
                return
            }
        }
        #expect(steps > 10_000, "the histories are worth their time")
    }

    @Test(arguments: [1, 2, 3] as [UInt64])
    func anHourOfSensorFaultsBreaksNoPromise(seed: UInt64) {
        var generator = SimulationGenerator(seed: seed)
        let run = SimulationRun()
        do { #expect(try run.live(generator.faults(seconds: 3600)) > 40_000) } catch {
            Issue.record("seed \(seed): \(run.shortest(error))")
        }
    }

    @Test(arguments: [
        (SimulationWorld.Sabotage.sleepsThroughDeadlines, Violation.stalledUnnoticed), (.takesSpikesForTurns, .wrongOrientation),
    ])
    func aSensorThatIsServedBadlyIsFound(sabotage: SimulationWorld.Sabotage, violation: Violation) {
        var generator = SimulationGenerator(seed: 1)
        let run = SimulationRun(sabotage: sabotage)
        #expect { try run.live(generator.faults(seconds: 3600)) } throws: { ($0 as? SimulationRun.Failure)?.violation == violation }
    }

    @Test func theSameSeedIsTheSameHistory() {
        var (one, other) = (SimulationGenerator(seed: 7), SimulationGenerator(seed: 7))
        #expect(one.history(100) == other.history(100))
        // In words, since one of the faults is not a number, which differs from itself.
        #expect("\(one.faults(seconds: 600))" == "\(other.faults(seconds: 600))")
    }

    @Test(arguments: [
        (SimulationWorld.Sabotage.losesGoodbyes, Violation.holdsBalance, 2), (.forgetsBlocked, .newestWins, 6),
    ])
    func whatIsBrokenIsFoundAndMadeShort(sabotage: SimulationWorld.Sabotage, violation: Violation, length: Int) throws {
        let run = SimulationRun(sabotage: sabotage)
        var found: SimulationRun.Failure?
        for seed: UInt64 in 1...20 where found == nil {
            var generator = SimulationGenerator(seed: seed)
            do { _ = try run.live(generator.history(300)) } catch  where error.violation == violation { found = error } catch {}
        }
        let shortest = run.shortest(try #require(found))
        #expect(shortest.violation == violation)
        #expect(shortest.history.count <= length, "\(shortest)")
    }
}
