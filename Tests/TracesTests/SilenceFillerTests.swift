import OrientationCore
import Testing
import Traces

@Suite struct SilenceFillerTests {
    private func sample(_ milliseconds: Int64, _ x: Double = 1) -> RawSample {
        RawSample(timestamp: Timestamp(nanoseconds: milliseconds * 1_000_000), value: Vector3(x, 0, 0))
    }

    private func written(_ steps: (inout SilenceFiller, (RawSample) -> Void) -> Void) -> [RawSample] {
        var filler = SilenceFiller()
        var rows: [RawSample] = []
        steps(&filler) { rows.append($0) }
        return rows
    }

    @Test func aHoleInAStreamStaysAHole() {
        let rows = written { filler, write in
            filler.take(sample(0), write)
            filler.take(sample(9000, 2), write)
        }
        #expect(rows == [sample(0), sample(9000, 2)])
    }

    @Test func silenceThatMeansUnchangedIsWrittenOut() {
        let rows = written { filler, write in
            filler.take(sample(0), write)
            filler.isSilent = true
            filler.isSilent = false
            filler.take(sample(1300, 2), write)
            filler.take(sample(9000, 3), write)
        }
        #expect(rows == [0, 200, 400, 600, 800, 1000, 1200].map { sample($0) } + [sample(1300, 2), sample(9000, 3)])
    }

    @Test func theEndOfASilenceIsWrittenOutToo() {
        let rows = written { filler, write in
            filler.isSilent = true
            filler.take(sample(0), write)
            filler.fill(until: sample(1001).timestamp, write)
            filler.fill(until: sample(1100).timestamp, write)
        }
        #expect(rows.map(\.timestamp) == [0, 200, 400, 600, 800, 1000].map { sample($0).timestamp })
    }
}
