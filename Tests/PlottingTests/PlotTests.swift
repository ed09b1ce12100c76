import OrientationCore
import Testing

@testable import Plotting

private func time(_ seconds: Double) -> Timestamp { Timestamp(nanoseconds: Int64(seconds * 1e9)) }

@Suite struct TimeAxisTests {
    private func labels(_ seconds: Double, width: Double = 1000) -> [String] {
        TimeAxis(from: time(5), to: time(5 + seconds), left: 50, width: width).ticks.map(\.label)
    }

    @Test func aSecondAndAnHourAreBothReadable() {
        #expect(labels(1) == ["0.0 s", "0.1 s", "0.2 s", "0.3 s", "0.4 s", "0.5 s", "0.6 s", "0.7 s", "0.8 s", "0.9 s", "1.0 s"])
        #expect(
            labels(3600) == [
                "0:00", "5:00", "10:00", "15:00", "20:00", "25:00", "30:00", "35:00", "40:00", "45:00", "50:00", "55:00", "1:00:00",
            ])
        #expect(labels(30) == ["0 s", "5 s", "10 s", "15 s", "20 s", "25 s", "30 s"])
        #expect(labels(3600, width: 400).count <= 5)
    }

    @Test func aPartCountsFromTheBeginningOfTheWhole() {
        let ticks = TimeAxis(from: time(65.5), to: time(67.5), offset: 60.5, left: 0, width: 400).ticks
        #expect(ticks.map(\.label) == ["60.5 s", "61.0 s", "61.5 s", "62.0 s", "62.5 s"])
        #expect(ticks.map { ($0.seconds * 10).rounded() } == [0, 5, 10, 15, 20])
    }

    @Test func timesOutsideStayOnThePage() {
        let axis = TimeAxis(from: time(5), to: time(6), left: 50, width: 100)
        #expect(axis.x(time(4)) == 50 && axis.x(time(5.5)) == 100 && axis.x(time(7)) == 150)
    }
}

@Suite struct CurveTests {
    private let axis = TimeAxis(from: time(0), to: time(100), left: 0, width: 100)

    private func curve(_ values: [(Double, Double?)], jump: Double = .infinity, hole: Double = 5) -> [[Double]] {
        var curve = Curve(axis, jump: jump, hole: hole)
        for (seconds, value) in values { curve.add(time(seconds), value) }
        curve.finish()
        return curve.strokes.map { $0.map(\.y) }
    }

    @Test func aSpikeInAFullColumnIsKept() {
        var values = (0..<1000).map { (Double($0) / 10, Double?.some(0)) }
        values[555].1 = 7
        values[556].1 = -7
        let points = curve(values).joined()
        #expect(points.contains(7) && points.contains(-7))
        #expect(points.count < 250, "a column has at most four points")
    }

    @Test func holesAndJumpsInterrupt() {
        #expect(curve([(0, 1), (2, 1), (20, 2), (22, 2)]) == [[1, 1], [2, 2]])
        #expect(curve([(0, 179), (2, -179)], jump: 180) == [[179], [-179]])
        #expect(curve([(0, 1), (2, nil), (4, 2)]) == [[1], [2]])
    }
}

@Suite struct PlotTests {
    private func plot(_ seconds: Double, rate: Double = 50) -> Plot {
        let samples = (0...Int(seconds * rate)).map {
            RawSample(timestamp: time(Double($0) / rate), value: Vector3(0.01, -1, 0.1))
        }
        var state = OrientationState()
        (state.device, state.reason, state.timestamp) = (.portrait, .firstReading, time(seconds / 4))
        var turned = state
        (turned.device, turned.reason, turned.timestamp) = (.landscapeLeft, .rolled, time(seconds / 2))
        return Plot(
            title: "a <b> & \"c\"", samples: samples, changes: [state, turned],
            truth: [.init(start: time(0), end: time(seconds), expected: .portrait)])
    }

    @Test func everythingIsOnThePage() throws {
        let svg = try #require(plot(10).svg(width: 1200, height: 900))
        for part in [
            "gravity", "length", "roll", "lean", "orientation", "truth", ">portrait<", ">landscapeLeft<", ">rolled<", "firstReading",
        ] {
            #expect(svg.contains(part), "\(part)")
        }
        #expect(svg.contains("a &lt;b&gt; &amp; &quot;c&quot;"))
        #expect(!svg.contains("nan") && !svg.contains("inf"))
    }

    /// Numbers of attributes of all elements of a kind that hold a text.
    private func numbers(_ names: [String], in svg: String, _ element: String, with text: String) -> [[Double]] {
        svg.split(separator: "\n").filter { $0.hasPrefix("<\(element) ") && $0.contains(text) }.map { line in
            names.compactMap { name in
                line.firstRange(of: " \(name)=\"").flatMap { Double(line[$0.upperBound...].prefix { $0 != "\"" }) }
            }
        }
    }

    @Test func marksDoNotCrossTheNamesOfTheDiagrams() throws {
        let svg = try #require(plot(10).svg(width: 1200, height: 900))
        let marks = numbers(["y1", "y2"], in: svg, "line", with: "dasharray")
        let names = numbers(["y"], in: svg, "text", with: "bold").map { $0[0] }
        #expect(marks.count == 8 && names.count > 5)
        // A name stands on its base line and is about ten pixels high.
        for mark in marks { #expect(!names.contains { mark[0] < $0 && mark[1] > $0 - 10 }) }
    }

    @Test func theNamesOfTheEdgesStandBesideTheCurves() throws {
        let svg = try #require(plot(10).svg(width: 1200, height: 900))
        let right = try #require(numbers(["x2"], in: svg, "line", with: "").map { $0[0] }.max())
        let name = try #require(numbers(["x"], in: svg, "text", with: ">upside down<").first)
        #expect(name[0] > right)
    }

    @Test func shortNamesAreExplained() throws {
        #expect(try !#require(plot(10).svg(width: 1200, height: 900)).contains("L landscapeLeft"))
        var short = plot(1000)
        var turned = short.changes[1]
        (turned.device, turned.timestamp) = (.portrait, time(520))
        short.changes.append(turned)
        #expect(try #require(short.svg(width: 1200, height: 900)).contains(">L landscapeLeft<"))
    }

    @Test func anHourIsNoLargerThanAMinute() throws {
        let hour = try #require(plot(3600, rate: 20).svg(width: 1200, height: 900)).utf8.count
        let minute = try #require(plot(60).svg(width: 1200, height: 900)).utf8.count
        #expect(hour < 2 * minute)
    }

    @Test func aRangeShowsTheOrientationThatHeldBefore() throws {
        let svg = try #require(plot(10).svg(width: 1200, height: 900, range: time(6)...time(8)))
        #expect(svg.contains(">landscapeLeft<") && !svg.contains(">rolled<"))
        #expect(plot(10).svg(width: 1200, height: 900, range: time(60)...time(80)) == nil)
    }

    @Test func oneSampleIsAPictureToo() throws {
        let one = Plot(title: "one", samples: [RawSample(timestamp: time(1), value: Vector3(0, -40, 0))], changes: [])
        #expect(one.svg(width: 400, height: 400) != nil)
    }
}
