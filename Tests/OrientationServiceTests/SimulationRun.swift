import OrientationCore

/// A history lived through, and the shortest one found that breaks the same promise.
struct SimulationRun {
    struct Failure: Error, Equatable, CustomStringConvertible {
        var violation: Violation
        var history: [SimulationEvent]

        var description: String {
            "\(violation) after:\n" + history.map { "  \($0)" }.joined(separator: "\n")
        }
    }

    var sabotage = SimulationWorld.Sabotage.none
    /// Runs spent on making a history shorter.
    var patience = 2_000

    /// - Returns: how many events and samples there were.
    func live(_ history: [SimulationEvent]) throws(Failure) -> Int {
        var world = SimulationWorld(sabotage)
        for (index, event) in history.enumerated() {
            do { try world.step(event) } catch { throw Failure(violation: error, history: Array(history[...index])) }
        }
        do { try world.end() } catch { throw Failure(violation: error, history: history) }
        return world.steps
    }

    /// Drops ever smaller runs of events as long as the same promise is broken (Zeller and Hildebrandt's ddmin, 2002).
    func shortest(_ failure: Failure) -> Failure {
        var best = failure
        var attempts = 0
        var size = max(1, best.history.count / 2)
        while attempts < patience {
            var hasShrunk = false
            var start = 0
            while start < best.history.count, attempts < patience {
                var shorter = best.history
                shorter.removeSubrange(start..<min(start + size, shorter.count))
                attempts += 1
                if let found = outcome(shorter), found.violation == failure.violation {
                    best = found
                    hasShrunk = true
                } else {
                    start += size
                }
            }
            if size == 1 && !hasShrunk { break }
            size = max(1, size / 2)
        }
        return best
    }

    private func outcome(_ history: [SimulationEvent]) -> Failure? {
        do {
            _ = try live(history)
            return nil
        } catch {
            return error
        }
    }
}
