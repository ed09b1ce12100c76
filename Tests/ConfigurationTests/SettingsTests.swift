import Configuration
import Foundation
import OrientationCore
import Testing

@Suite struct SettingsTests {
    private func faults(_ text: String) -> [String] {
        do throws(ConfigurationErrors) {
            _ = try Settings.parse(text, file: "a.conf")
            return []
        } catch {
            return error.list.map(\.description)
        }
    }

    @Test func nothingSaidIsTheDefaults() throws {
        #expect(try Settings.parse("", file: "a.conf") == Settings())
        #expect(try Settings.parse("# only\n; comments\n\n[Socket]\n", file: "a.conf") == Settings())
    }

    @Test func everyKeyReachesItsSetting() throws {
        let settings = try Settings.parse(
            """
            [Sensor]
            device = accel_3d
            matrix = 0, -1, 0; -1, 0, 0; 0, 0, 1
            sign = reaction
            face = inverted
            location = base
            rate = 50 Hz
            access = polled
            change-sensitivity = 0.1
            [Orientation]
            roll-hysteresis = 5.5
            flat-enter = 70
            flat-leave = 65degrees
            natural = landscapeLeft
            [Interface]
            supported = portrait, landscape
            autorotate = tablet-mode
            lock = landscapeRight
            lock-silences-device = on
            [Socket]
            path = /tmp/o
            mode = 0660
            group = users
            max-connections = 5
            max-connections-per-user = 6
            max-request = 1.5M
            max-pending = 7
            [DBus]
            bus = session
            [Daemon]
            idle-exit = 1min 30s
            """, file: "a.conf")
        var expected = Settings()
        expected.sensor.device = "accel_3d"
        expected.sensor.matrix = MountMatrix(x: Vector3(0, -1, 0), y: Vector3(-1, 0, 0), z: Vector3(0, 0, 1))
        expected.sensor.sign = .reaction
        expected.sensor.face = .inverted
        expected.sensor.location = .base
        expected.sensor.rate = 50
        expected.sensor.access = .polled
        expected.sensor.changeSensitivity = 0.1
        expected.orientation.rollHysteresis = 5.5
        expected.orientation.flatEnter = 70
        expected.orientation.flatLeave = 65
        expected.orientation.natural = .landscapeLeft
        expected.interface.natural = .landscapeLeft
        expected.interface.supported = .allButUpsideDown
        expected.interface.autorotate = .tabletMode
        expected.interface.lock = .landscapeRight
        expected.interface.lockSilencesDevice = true
        expected.socket.path = "/tmp/o"
        expected.socket.mode = 0o660
        expected.socket.group = "users"
        expected.socket.maxConnections = 5
        expected.socket.maxConnectionsPerUser = 6
        expected.socket.maxRequest = 1_572_864
        expected.socket.maxPending = 7
        expected.bus = .session
        expected.idleExit = .seconds(90)
        #expect(settings == expected)
        // What is written out reads as the same again.
        let text = SettingKey.all.map { "[\($0.section)]\n\($0.name) = \($0.write(settings))\n" }.joined()
        #expect(try Settings.parse(text, file: "again") == settings)
    }

    @Test func theFormIsSystemds() throws {
        let text = "[Socket]\r\nmode=0600\n  group \\\n# between\n = \\\n   wheel\n[Socket]\nmode = 0640\ngroup=\n"
        let settings = try Settings.parse(text, file: "a.conf")
        #expect(settings.socket.mode == 0o640, "what comes later wins")
        #expect(settings.socket.group == "orientation", "nothing is the default")
        #expect(try Settings.parse("[Socket]\ngroup = \\\n  wheel\\", file: "a").socket.group == "wheel")
    }

    @Test(arguments: [
        ("500ms", Interval.milliseconds(500)), ("2", .seconds(2)), ("1h", .seconds(3600)), ("1min30s", .seconds(90)),
        ("2 hours 1 sec", .seconds(7201)), ("1.5s", .milliseconds(1500)), ("0", .seconds(0)), ("infinity", nil),
    ])
    func spans(text: String, expected: Interval?) throws {
        #expect(try Settings.parse("[Daemon]\nidle-exit = \(text)", file: "a").idleExit == expected)
    }

    @Test(arguments: ["64", "64K B", "64k", "-1K", "1e5", "nan", "0x1000", "99G", "KK", "K"]) func wrongSizes(text: String) {
        #expect(
            faults("[Socket]\nmax-request = \(text)") == [
                "a.conf:2: key 'max-request' in [Socket]: '\(text)' is not a size; allowed: 1K to 16M (bytes, or with K, M or G)"
            ])
    }

    static let wrong: [(String, String)] = [
        ("[Sensor]\nrate = fast", "a.conf:2: key 'rate' in [Sensor]: 'fast' is not a rate; allowed: 1 to 1000 (Hz)"),
        ("[Sensor]\nrate = 0", "a.conf:2: key 'rate' in [Sensor]: '0' is not a rate; allowed: 1 to 1000 (Hz)"),
        ("[Sensor]\nrate = 25ms", "a.conf:2: key 'rate' in [Sensor]: '25ms' is not a rate; allowed: 1 to 1000 (Hz)"),
        ("[Sensor]\nrate = inf", "a.conf:2: key 'rate' in [Sensor]: 'inf' is not a rate; allowed: 1 to 1000 (Hz)"),
        (
            "[Sensor]\nmatrix = 1,0,0;1,0,0;0,0,1",
            "a.conf:2: key 'matrix' in [Sensor]: '1,0,0;1,0,0;0,0,1' is not a usable mount matrix (rows 1 and 2 are equal); "
                + "allowed: auto, x1,y1,z1;x2,y2,z2;x3,y3,z3, three different rows of length 1"
        ),
        (
            "[Sensor]\nmatrix = 1,0,0;0,9.81,0;0,0,1",
            "a.conf:2: key 'matrix' in [Sensor]: '1,0,0;0,9.81,0;0,0,1' is not a usable mount matrix "
                + "(row 2 has the length 9.81, where an axis has 1); "
                + "allowed: auto, x1,y1,z1;x2,y2,z2;x3,y3,z3, three different rows of length 1"
        ),
        ("[Sensor]\n\nsign = up", "a.conf:3: key 'sign' in [Sensor]: 'up' is not a sign rule; allowed: auto, gravity, reaction"),
        (
            "[Sensor]\nsing = auto",
            "a.conf:2: key 'sing' in [Sensor] is unknown; did you mean 'sign'?; "
                + "allowed: device, matrix, offset, gain, sign, face, location, rate, access, change-sensitivity"
        ),
        ("[DBus]\nrate = 25", "a.conf:2: key 'rate' in [DBus] is unknown; it belongs in [Sensor]; allowed: bus"),
        (
            "[Senser]\nfoo = 1",
            "a.conf:1: section [Senser] is unknown; did you mean 'Sensor'?; "
                + "allowed: [Sensor], [Orientation], [Interface], [Socket], [DBus], [Daemon]"
        ),
        ("rate = 25", "a.conf:1: key 'rate' stands before any [Section]"),
        ("[Sensor]\nhello", "a.conf:2: 'hello' is not an assignment; allowed: key = value, [Section], # comment"),
        ("[Sensor]\n= 5", "a.conf:2: '= 5' is not an assignment; allowed: key = value, [Section], # comment"),
        ("[Sensor\nrate = 5", "a.conf:1: '[Sensor' is not a section; allowed: [Name]\na.conf:2: key 'rate' stands before any [Section]"),
        ("[Socket]\nmode = 0888", "a.conf:2: key 'mode' in [Socket]: '0888' is not a file mode; allowed: 0000 to 0777 (octal)"),
        ("[Socket]\nmode = 1777", "a.conf:2: key 'mode' in [Socket]: '1777' is not a file mode; allowed: 0000 to 0777 (octal)"),
        (
            "[Socket]\npath = here",
            "a.conf:2: key 'path' in [Socket]: 'here' is not a path for a socket; allowed: auto, an absolute path of at most 107 bytes"
        ),
        (
            "[Interface]\nlock = sideways",
            "a.conf:2: key 'lock' in [Interface]: 'sideways' is not an interface orientation; allowed: no, portrait, "
                + "portraitUpsideDown, landscapeRight, landscapeLeft"
        ),
        (
            "[Interface]\nsupported = portrait up",
            "a.conf:2: key 'supported' in [Interface]: 'portrait up' is not a set of interface orientations; allowed: one or more of "
                + "portrait, portraitUpsideDown, landscapeRight, landscapeLeft, landscape, allButUpsideDown, all"
        ),
        (
            "[Sensor]\noffset = 0.1,0.2,3",
            "a.conf:2: key 'offset' in [Sensor]: '0.1,0.2,3' is not an offset; allowed: x,y,z, each -1 to 1 (g)"
        ),
        (
            "[Daemon]\nidle-exit = 5 parsecs",
            "a.conf:2: key 'idle-exit' in [Daemon]: '5 parsecs' is not a time; "
                + "allowed: infinity, a time such as 30s, 500ms, 1min 30s, 2h (seconds without a unit)"
        ),
        (
            "[Orientation]\nflat-enter = 45",
            "a.conf:2: key 'flat-leave' in [Orientation]: '50' is not below flat-enter; allowed: less than 45"
        ),
        (
            "[Orientation]\nflat-leave = 60\n\nflat-enter = 60",
            "a.conf:2: key 'flat-leave' in [Orientation]: '60' is not below flat-enter; allowed: less than 60"
        ),
    ]

    @Test(arguments: wrong) func everyFaultSaysWhereWhatAndWhatIsAllowed(text: String, expected: String) {
        #expect(faults(text).joined(separator: "\n") == expected)
    }

    @Test func allFaultsOfAFileAreTold() {
        let text = "[Sensor]\nrate = x\nface = y\n[Nowhere]\na = 1\nb = 2\n[Socket]\nmode = 9\n"
        #expect(faults(text).map { $0.prefix(9) } == ["a.conf:2:", "a.conf:3:", "a.conf:4:", "a.conf:8:"])
    }

    /// Settings or faults that all have a line, whatever the text is.
    @Test func noiseIsRefusedInOrder() {
        var random = Multiplicative()
        let words = [
            "[Sensor]", "[", "]", "rate", "=", " ", "\n", "\\", "\r\n", "#", ";", "25", "é", "\0", "path", "[Socket]", "/", "\u{301}",
        ]
        for _ in 0..<2000 {
            let text = (0..<20).map { _ in words.randomElement(using: &random) ?? "" }.joined()
            do throws(ConfigurationErrors) {
                _ = try Settings.parse(text, file: "a")
            } catch {
                let count = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).count
                #expect(error.list.allSatisfy { (1...count).contains($0.line ?? 0) }, "\(text.debugDescription): \(error)")
            }
        }
    }
}

/// A random sequence that is the same in every run (Knuth's MMIX multiplier; the upper half is good enough here).
private struct Multiplicative: RandomNumberGenerator {
    private var state: UInt64 = 9

    mutating func next() -> UInt64 {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return state >> 32 | state << 32
    }
}
