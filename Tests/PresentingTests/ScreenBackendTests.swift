import OrientationCore
import Presenting
import Testing

@Suite struct ScreenBackendTests {
    @Test func whatRunsIsKnownByItsEnvironment() {
        let cases: [([String: String], ScreenBackend?)] = [
            (["SWAYSOCK": "/run/sway", "WAYLAND_DISPLAY": "wayland-1", "DISPLAY": ":0"], .sway),
            (["HYPRLAND_INSTANCE_SIGNATURE": "1", "WAYLAND_DISPLAY": "wayland-1"], .hyprland),
            (["XDG_CURRENT_DESKTOP": "KDE", "WAYLAND_DISPLAY": "wayland-0"], .kde),
            (["XDG_CURRENT_DESKTOP": "ubuntu:KDE", "DISPLAY": ":0"], .kde),
            (["WAYLAND_DISPLAY": "wayland-1", "DISPLAY": ":0"], .wlroots),
            (["DISPLAY": ":0"], .x11),
            ([:], nil),
        ]
        for (environment, backend) in cases { #expect(ScreenBackend { environment[$0] } == backend, "\(environment)") }
    }

    /// The device in landscapeLeft: content 90 degrees clockwise, transform 270.
    @Test func everyToolIsToldTheSameTurnInItsOwnWords() {
        let expected: [ScreenBackend: [[String]]] = [
            .sway: [
                [
                    "swaymsg",
                    #"output "DSI-1" transform 90; input type:touch map_to_output "DSI-1"; input type:tablet_tool map_to_output "DSI-1""#,
                ]
            ],
            .wlroots: [["wlr-randr", "--output", "DSI-1", "--transform", "270"]],
            .hyprland: [
                [
                    "hyprctl", "--batch",
                    "keyword monitor DSI-1,transform,3 ; keyword input:touchdevice:transform 3 ; keyword input:tablet:transform 3",
                ]
            ],
            .kde: [["kscreen-doctor", "output.DSI-1.rotation.right"]],
            .x11: [
                ["xrandr", "--output", "DSI-1", "--rotate", "right"],
                [
                    "xinput", "set-prop", "9", "--type=float", "Coordinate Transformation Matrix", "0", "1", "0", "-1", "0", "1", "0", "0",
                    "1",
                ],
            ],
        ]
        for backend in ScreenBackend.allCases {
            #expect(backend.turn("DSI-1", to: .rotated270, touch: ["9"]) == expected[backend], "\(backend)")
        }
    }

    @Test func theBuiltInPanelIsChosenOrTheOnlyScreen() {
        func panel(_ names: String...) -> String? {
            ScreenOutput.panel(among: names.map { ScreenOutput(name: $0, transform: nil) })?.name
        }
        #expect(panel("HDMI-A-1", "eDP-1") == "eDP-1")
        #expect(panel("DP-1", "DSI-1") == "DSI-1")
        #expect(panel("HEADLESS-1") == "HEADLESS-1")
        #expect(panel("HDMI-A-1", "DP-1") == nil)
        #expect(panel() == nil)
    }

    @Test func theAnswersOfTheToolsAreReadInTheirOwnCounting() {
        let turned = [ScreenOutput(name: "eDP-1", transform: .rotated270)]
        #expect(
            ScreenBackend.sway.outputs(from: #"[{"name":"eDP-1","active":true,"transform":"90"},{"name":"DP-1","active":false}]"#) == turned
        )
        #expect(ScreenBackend.hyprland.outputs(from: #"[{"id":0,"name":"eDP-1","transform":3}]"#) == turned)
        #expect(
            ScreenBackend.kde.outputs(from: #"{"outputs":[{"name":"eDP-1","enabled":true,"rotation":8},{"name":"DP-1","enabled":false}]}"#)
                == turned)
        #expect(
            ScreenBackend.wlroots.outputs(from: "eDP-1 \"Some panel\"\n  Enabled: yes\n  Modes:\n    800x1280 px\n  Transform: 270\n")
                == turned)
        let xrandr = """
            Screen 0: minimum 320 x 200, current 1280 x 800, maximum 8192 x 8192
            eDP-1 connected primary 1280x800+0+0 right (normal left inverted right x axis y axis) 108mm x 172mm
               800x1280      60.00*+
            HDMI-1 disconnected (normal left inverted right x axis y axis)
            """
        #expect(ScreenBackend.x11.outputs(from: xrandr) == turned)
        #expect(
            ScreenBackend.x11.outputs(from: "Screen 0: minimum 1 x 1\nDUMMY0 connected primary 1024x768+0+0 0mm x 0mm\n")
                == [ScreenOutput(name: "DUMMY0", transform: .normal)])
        for backend in [ScreenBackend.sway, .hyprland, .kde, .x11] { #expect(backend.outputs(from: "no such thing") == nil) }
    }

    @Test func touchScreensAreThoseTouchedWhereTheyShow() {
        let list = """
            ⎡ Virtual core pointer                    \tid=2\t[master pointer  (3)]
            ⎜   ↳ Goodix touch screen                 \tid=9\t[slave  pointer  (2)]
            \t\tClass originated from: 9. Type: XITouchClass
            \t\tTouch mode: direct
            ⎜   ↳ Some touchpad                       \tid=10\t[slave  pointer  (2)]
            \t\tTouch mode: dependent
            """
        #expect(XRandrScreen.touchScreens(from: list) == ["9"])
    }

    @Test func whatAToolComplainsOfIsNotItsAnswer() throws {
        #expect(try ToolProgram.run(["sh", "-c", "echo no gamma >&2; echo Screen 0"]) == "Screen 0\n")
        let much = try ToolProgram.run(["sh", "-c", "seq 20000; seq 20000 >&2; echo end"])
        #expect(much.hasSuffix("\n20000\nend\n"))
    }

    @Test func aToolThatFailsOrIsMissingSaysSoInOneLine() {
        #expect(throws: ToolProgram.Failure.self) { try ToolProgram.run(["/nonexistent/tool"]) }
        do {
            try ToolProgram.run(["sh", "-c", "echo it is broken >&2; exit 3"])
            Issue.record("no failure")
        } catch {
            #expect(error.description.contains("status 3: it is broken"))
        }
    }
}
