"""The presenter: a real sway and real X servers without a screen; other compositors by the command lines they get."""

import ctypes
import json
import os
import re
import shutil
import signal
import struct
import subprocess
import sys
import tempfile
import time
import unittest
from pathlib import Path

from harness import CTL, LIMIT, ROOT
from test_interface import POSES, Held

NOBODY = ["setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"]


def table():
    """The table of docs/applications.md: device, interface, angle, transform, the same for sway, xrandr's side."""
    rows = {}
    for line in (ROOT / "docs" / "applications.md").read_text().splitlines():
        cells = [cell.strip() for cell in line.strip("|").split("|")]
        if len(cells) == 6 and cells[0] in POSES:
            rows[cells[0]] = cells[1:]
    assert len(rows) == 4, rows
    return rows


def needs(*programs):
    """Skips, and says so loudly, where something that is tested against is not installed."""
    missing = [program for program in programs if not shutil.which(program) and not Path(program).is_file()]
    if missing:
        print(f"SKIPPED: not installed: {', '.join(missing)}", file=sys.stderr)
    return unittest.skipIf(missing, f"not installed: {', '.join(missing)}")


def eventually(expected, look, what=""):
    """Waits until `look()` gives what is expected; every look is a real question to a program, so this is no busy loop."""
    deadline = time.monotonic() + LIMIT
    while True:
        seen = look()
        if seen == expected:
            return
        if time.monotonic() > deadline:
            raise AssertionError(f"{what}: {seen!r} is not {expected!r}")
        time.sleep(0.02)


def last_line(file):
    """None as long as nobody has written one."""
    return file.read_text().splitlines()[-1] if file.exists() and file.read_text() else None


class Present:
    """A running `orientationctl present`."""

    def __init__(self, daemon, *arguments, environment):
        self.log = daemon.directory / "present.log"
        kept = {key: value for key, value in os.environ.items() if key not in ("SWAYSOCK", "WAYLAND_DISPLAY", "DISPLAY")}
        with open(self.log, "wb") as log:
            self.process = subprocess.Popen(
                [CTL, "--socket", str(daemon.path), "present", *arguments], stdin=subprocess.DEVNULL, stdout=log, stderr=log,
                env={**kept, **environment})
        self.daemon = daemon

    def __enter__(self):
        eventually(self.process.pid, lambda: self.daemon.call("Status")["parameters"]["presenter"], self.log.read_text())
        return self

    def __exit__(self, *_):
        self.process.terminate()
        self.process.wait(LIMIT)


class Sway:
    """sway on no screen; it refuses to run as root."""

    def __init__(self, output="mode 320x200"):
        self.directory = Path(tempfile.mkdtemp(prefix="orientationd-sway-"))
        os.chmod(self.directory, 0o700)
        self.config = self.directory / "config"
        self.config.write_text(f"output HEADLESS-1 {output}\n")
        self.user = NOBODY if os.geteuid() == 0 else []
        if self.user:
            for path in (self.directory, self.config):
                os.chown(path, 65534, 65534)
        self.environment = {
            "XDG_RUNTIME_DIR": str(self.directory), "SWAYSOCK": str(self.directory / "ipc"), "WAYLAND_DISPLAY": "wayland-1",
            "HOME": str(self.directory), "WLR_BACKENDS": "headless", "WLR_RENDERER": "pixman", "WLR_LIBINPUT_NO_DEVICES": "1",
            "PATH": os.environ["PATH"],
        }
        outside = {key: value for key, value in self.environment.items() if key != "WAYLAND_DISPLAY"}
        self.log = open(self.directory / "log", "wb")
        self.process = subprocess.Popen(
            [*self.user, "sway", "-c", str(self.config)], env=outside, stdin=subprocess.DEVNULL, stdout=self.log, stderr=self.log)

    def __enter__(self):
        eventually(True, lambda: self.run("swaymsg", "-t", "get_version", check=False).returncode == 0, "sway starts")
        return self

    def __exit__(self, *_):
        self.process.terminate()
        self.process.wait(LIMIT)
        self.log.close()
        shutil.rmtree(self.directory, ignore_errors=True)

    def run(self, *command, check=True):
        return subprocess.run(
            [*self.user, *command], env=self.environment, check=check, capture_output=True, timeout=LIMIT, stdin=subprocess.DEVNULL)

    def output(self):
        return json.loads(self.run("swaymsg", "-r", "-t", "get_outputs").stdout)[0]

    def transform(self):
        return self.output()["transform"]

    def protocol_transform(self):
        """What every Wayland client is told."""
        text = self.run("wayland-info", "-i", "wl_output").stdout.decode()
        return re.search(r"output_transform: (\w+)", text).group(1)

    def picture_size(self):
        """Of a screenshot, as the person in front of the turned screen sees it."""
        header = self.run("grim", "-t", "ppm", "-").stdout.split(b"\n", 2)
        return tuple(int(number) for number in header[1].split())


@needs("sway", "swaymsg", "setpriv", "wayland-info", "grim")
class InSway(unittest.TestCase):
    def test_all_four_orientations_turn_the_screen_as_the_table_says(self):
        with Held() as daemon, Sway() as sway, daemon.subscribe() as client, Present(daemon, environment=sway.environment):
            for pose in ("landscapeLeft", "portraitUpsideDown", "landscapeRight", "portrait"):
                daemon.hold(pose)
                state = client.until(device=pose, phase="will")
                client.until(phase="did")
                interface, angle, protocol, own, _ = table()[pose]
                self.assertEqual(state["interface"], interface)
                self.assertEqual((state["turn"]["angle"], state["turn"]["transform"]), (int(angle), protocol), pose)
                # On a busy machine the second for which the presenter is waited for may be too short.
                eventually(own, sway.transform, pose)
                self.assertEqual(sway.protocol_transform(), protocol, pose)
                size = (200, 320) if pose.startswith("landscape") else (320, 200)
                rectangle = sway.output()["rect"]
                self.assertEqual((rectangle["width"], rectangle["height"]), size, pose)
                self.assertEqual(sway.picture_size(), size, pose)

    @needs("wlr-randr")
    def test_wlr_randr_turns_it_the_same_way(self):
        with Held() as daemon, Sway() as sway:
            # Without a screen sway 1.7 says that its output is off, and then does not turn it.
            recorder = Recorder(daemon.directory, wlr_randr=f'exec {shutil.which("wlr-randr")} "$@" ${{1:+--on}}')
            environment = {**sway.environment, "PATH": recorder.path}
            with Present(daemon, "--backend", "wlroots", environment=environment) as present:
                for pose in ("landscapeLeft", "portraitUpsideDown", "landscapeRight", "portrait"):
                    daemon.hold(pose)
                    eventually(table()[pose][2], sway.protocol_transform, f"{pose}: {present.log.read_text()}")

    def test_a_screen_that_comes_up_turned_is_turned_back(self):
        with Held() as daemon, Sway("mode 320x200 transform 180") as sway:
            self.assertEqual(sway.transform(), "180")
            with Present(daemon, environment=sway.environment):
                daemon.hold("portrait")
                eventually("normal", sway.transform)

    def test_a_reset_by_the_compositor_is_turned_again(self):
        with Held() as daemon, Sway() as sway, Present(daemon, environment=sway.environment) as present:
            daemon.hold("landscapeLeft")
            eventually("90", sway.transform)
            sway.run("swaymsg", "reload")
            eventually("90", sway.transform, "after a reload")
            # Without any event of the compositor: at the next word of the daemon, or on request.
            sway.run("swaymsg", "output", "HEADLESS-1", "transform", "normal")
            daemon.hold("faceUp")
            eventually("90", sway.transform, "at the next change of the device")
            sway.run("swaymsg", "output", "HEADLESS-1", "transform", "normal")
            present.process.send_signal(signal.SIGHUP)
            eventually("90", sway.transform, "after SIGHUP")

    def test_what_is_wrong_is_said_and_holds_nobody_up(self):
        with Held() as daemon, Sway() as sway, daemon.subscribe() as client:
            with Present(daemon, "--output", "eDP-7", environment=sway.environment) as present:
                daemon.hold("landscapeLeft")
                client.until(phase="did")
                said = "there is no output 'eDP-7'; there are: HEADLESS-1"
                eventually(True, lambda: said in present.log.read_text(), "the log")


class Recorder:
    """Programs that write down how they were called, and answer what they are told to."""

    def __init__(self, directory, **answers):
        """`RECORD` in an answer writes the command line down, a word in brackets each."""
        self.directory = Path(directory) / "bin"
        self.directory.mkdir()
        self.calls = Path(directory) / "calls"
        self.calls.touch()
        record = f'{{ printf "[%s]" "${{0##*/}}" "$@"; echo; }} >>"{self.calls}"'
        for program, answer in answers.items():
            file = self.directory / program.replace("_", "-")
            file.write_text(f'#!/bin/sh\n{answer.replace("RECORD", record)}\n')
            file.chmod(0o755)

    @property
    def path(self):
        return f"{self.directory}:{os.environ['PATH']}"

    def lines(self):
        return self.calls.read_text().splitlines()


class ByRecordedCommandLine(unittest.TestCase):
    """Compositors that do not run here: what their tools are told."""

    def turned(self, environment, backend, expected, **answers):
        with Held() as daemon, daemon.subscribe() as client:
            recorder = Recorder(daemon.directory, **answers)
            arguments = [] if environment else ["--backend", backend]
            with Present(daemon, *arguments, environment={"PATH": recorder.path, **environment}) as present:
                daemon.hold("landscapeLeft")
                client.until(phase="did", interface="landscapeRight")
                eventually(expected, lambda: recorder.lines()[-len(expected):], present.log.read_text())

    def test_wlroots(self):
        self.turned(
            {"WAYLAND_DISPLAY": "wayland-9"}, "wlroots", ["[wlr-randr][--output][DSI-1][--transform][270]"],
            wlr_randr="""[ $# -gt 0 ] || { printf 'DSI-1 "Panel"\\n  Enabled: no\\n  Transform: normal\\n'; exit; }; RECORD""")

    def test_hyprland(self):
        self.turned(
            {"HYPRLAND_INSTANCE_SIGNATURE": "x"}, "hyprland",
            ["[hyprctl][--batch][keyword monitor eDP-1,transform,3 ; keyword input:touchdevice:transform 3 ; "
             "keyword input:tablet:transform 3]"],
            hyprctl="""[ "$1" = --batch ] || { echo '[{"name":"eDP-1","transform":0}]'; exit; }; RECORD""")

    def test_kde(self):
        self.turned(
            {"XDG_CURRENT_DESKTOP": "KDE"}, "kde", ["[kscreen-doctor][output.eDP-1.rotation.right]"],
            kscreen_doctor="""[ "$1" = -j ] && { echo '{"outputs":[{"name":"eDP-1","enabled":true,"rotation":1}]}'; exit; }; RECORD""")

    def test_a_command_of_the_user_gets_the_values(self):
        with Held() as daemon, daemon.subscribe() as client:
            file = daemon.directory / "values"
            command = f'echo "$ORIENTATION_ANGLE $ORIENTATION_TRANSFORM $ORIENTATION_INTERFACE" >>{file}'
            with Present(daemon, "--exec", command, environment={"PATH": os.environ["PATH"]}):
                daemon.hold("landscapeLeft")
                client.until(phase="did", interface="landscapeRight")
                eventually(["90 270 landscapeRight"], lambda: file.read_text().splitlines(), "the values")


    def test_it_can_be_ended_while_a_command_of_the_user_runs(self):
        for number in (signal.SIGTERM, signal.SIGINT):
            with self.subTest(number), Held() as daemon:
                file = daemon.directory / "runs"
                command = f"touch {file}; while [ -e {file} ]; do sleep 1; done"
                with Present(daemon, "--exec", command, environment={"PATH": os.environ["PATH"]}) as present:
                    daemon.hold("portrait")
                    eventually(True, file.exists, "the command")
                    present.process.send_signal(number)
                    try:
                        self.assertEqual(present.process.wait(LIMIT), -number)
                    finally:
                        file.unlink()


class Restarts(unittest.TestCase):
    def values(self, daemon):
        """A presenter that writes down each angle and interface, and where."""
        file = daemon.directory / "values"
        command = f'echo "$ORIENTATION_ANGLE $ORIENTATION_INTERFACE" >>{file}'
        return Present(daemon, "--exec", command, environment={"PATH": os.environ["PATH"]}), file

    def test_it_outlives_a_restart_of_the_daemon(self):
        with Held() as daemon:
            present, file = self.values(daemon)
            with present:
                for count, (pose, values) in enumerate([("landscapeLeft", "90 landscapeRight"), ("landscapeRight", "270 landscapeLeft")], 1):
                    daemon.hold(pose)
                    eventually(values, lambda: last_line(file), present.log.read_text())
                    daemon.kill_and_start_again()
                    eventually(count, lambda: present.log.read_text().count("waiting for it to come back"), "the log")
                    # It is the presenter again, and leaves the screen as it is until the sensor has said something.
                    eventually(present.process.pid, lambda: daemon.call("Status")["parameters"]["presenter"], "the presenter")
                with daemon.subscribe(role="observer") as client:
                    daemon.hold("portraitUpsideDown")
                    client.until(phase="did", interface="portraitUpsideDown")
                self.assertEqual(file.read_text().splitlines(), ["90 landscapeRight", "270 landscapeLeft", "180 portraitUpsideDown"])

    def test_it_can_be_ended_while_it_waits(self):
        for number in (signal.SIGTERM, signal.SIGINT):
            with self.subTest(number), Held() as daemon:
                present, _ = self.values(daemon)
                with present:
                    daemon.stop()
                    eventually(True, lambda: "waiting for it to come back" in present.log.read_text(), "the log")
                    present.process.send_signal(number)
                    self.assertEqual(present.process.wait(LIMIT), -number)


class XServer:
    """An X server that chooses its number; `environment` is for its clients."""

    def __init__(self, directory, *command, environment=None):
        self.log = Path(directory) / f"{command[0]}.log"
        reading, writing = os.pipe()
        with open(self.log, "wb") as log:
            self.process = subprocess.Popen(
                [*command, "-noreset", "-nolisten", "tcp", "-displayfd", str(writing)], pass_fds=[writing], stdin=subprocess.DEVNULL,
                stdout=log, stderr=log, env={**os.environ, **(environment or {})})
        os.close(writing)
        with os.fdopen(reading) as display:
            number = display.readline().strip()
        assert number, self.log.read_text()
        self.environment = {"DISPLAY": f":{number}"}

    def stop(self):
        self.process.terminate()
        self.process.wait(LIMIT)


class Patch:
    """A white square in the top left corner of what an X server shows."""

    SIZE = 40

    def __init__(self, server):
        self.library = library = ctypes.CDLL("libX11.so.6")
        library.XOpenDisplay.restype = ctypes.c_void_p
        library.XDefaultRootWindow.restype = library.XCreateSimpleWindow.restype = ctypes.c_ulong
        self.display = ctypes.c_void_p(library.XOpenDisplay(server.environment["DISPLAY"].encode()))
        root = ctypes.c_ulong(library.XDefaultRootWindow(self.display))
        white = ctypes.c_ulong(0xFFFFFF)
        window = ctypes.c_ulong(
            library.XCreateSimpleWindow(self.display, root, 0, 0, self.SIZE, self.SIZE, 0, ctypes.c_ulong(0), white))
        library.XMapWindow(self.display, window)
        library.XSync(self.display, 0)

    def close(self):
        self.library.XCloseDisplay(self.display)


@needs("Xvfb", "Xephyr", "xrandr")
class InXephyr(unittest.TestCase):
    """A nested X server that can turn; the server around it is the panel, whose picture lies in a file."""

    PANEL = (320, 240)
    CORNERS = {"top left": (20, 20), "top right": (300, 20), "bottom left": (20, 220), "bottom right": (300, 220)}
    # Content that is turned clockwise has its top left corner at the panel's top right, and so on.
    TOP_LEFT = {0: "top left", 90: "top right", 180: "bottom right", 270: "bottom left"}

    def setUp(self):
        self.directory = Path(tempfile.mkdtemp(prefix="orientationd-x11-"))
        self.addCleanup(shutil.rmtree, self.directory, ignore_errors=True)
        width, height = self.PANEL
        outer = XServer(self.directory, "Xvfb", "-screen", "0", f"{width}x{height}x24", "-fbdir", str(self.directory))
        self.addCleanup(outer.stop)
        self.inner = XServer(self.directory, "Xephyr", "-screen", f"{width}x{height}", environment=outer.environment)
        self.addCleanup(self.inner.stop)

    def white_corners(self):
        """Of the panel. X window dump: big-endian words, of which the first is the header's length and the 20th the colours'."""
        picture = (self.directory / "Xvfb_screen0").read_bytes()
        header = struct.unpack(">25I", picture[:100])
        pixels, stride = header[0] + 12 * header[19], header[12]

        def colour(x, y):
            place = pixels + y * stride + 4 * x
            return picture[place : place + 3]

        return [name for name, place in self.CORNERS.items() if colour(*place) == b"\xff\xff\xff"]

    def test_xrandr_turns_the_content_as_the_table_says(self):
        patch = Patch(self.inner)
        self.addCleanup(patch.close)
        eventually(["top left"], self.white_corners, "before anything is turned")
        with Held() as daemon:
            with Present(daemon, environment={"PATH": os.environ["PATH"], **self.inner.environment}) as present:
                for pose in ("landscapeLeft", "portraitUpsideDown", "landscapeRight", "portrait"):
                    daemon.hold(pose)
                    eventually([self.TOP_LEFT[int(table()[pose][1])]], self.white_corners, f"{pose}: {present.log.read_text()}")


@needs("Xorg", "xrandr", "xinput", "/usr/lib/xorg/modules/drivers/dummy_drv.so")
class InX11(unittest.TestCase):
    """Xorg on its dummy driver. That cannot turn, so xrandr's turning is recorded; all else is real."""

    CONFIG = """
Section "Device"
 Identifier "d"
 Driver "dummy"
EndSection
Section "Screen"
 Identifier "s"
 Device "d"
EndSection
"""
    MATRICES = {
        "landscapeLeft": [0, 1, 0, -1, 0, 1, 0, 0, 1], "portraitUpsideDown": [-1, 0, 1, 0, -1, 1, 0, 0, 1],
        "landscapeRight": [0, -1, 1, 1, 0, 0, 0, 0, 1], "portrait": [1, 0, 0, 0, 1, 0, 0, 0, 1],
    }

    def setUp(self):
        if os.geteuid() != 0:
            print("SKIPPED: Xorg on the dummy driver needs root", file=sys.stderr)
            self.skipTest("Xorg on the dummy driver needs root")
        self.directory = Path(tempfile.mkdtemp(prefix="orientationd-x11-"))
        self.addCleanup(shutil.rmtree, self.directory, ignore_errors=True)
        config = self.directory / "xorg.conf"
        config.write_text(self.CONFIG)
        server = XServer(
            self.directory, "Xorg", "-config", str(config), "-logfile", str(self.directory / "xorg.log"), "-novtswitch", "-sharevts")
        self.addCleanup(server.stop)
        self.environment = server.environment

    def matrix(self, device):
        text = subprocess.run(
            ["xinput", "list-props", device], env={**os.environ, **self.environment}, capture_output=True, text=True, check=True).stdout
        values = re.search(r"Coordinate Transformation Matrix \(\d+\):\s*(.*)", text).group(1)
        return [round(float(value)) for value in values.split(",")]

    def test_the_touch_matrix_follows_in_all_four_orientations(self):
        device = "Virtual core XTEST pointer"
        with Held() as daemon, daemon.subscribe() as client:
            recorder = Recorder(
                daemon.directory, xrandr=f'[ "$1" = --query ] && exec {shutil.which("xrandr")} --query; RECORD')
            environment = {"PATH": recorder.path, **self.environment}
            with Present(daemon, "--touch", device, environment=environment) as present:
                for pose in ("landscapeLeft", "portraitUpsideDown", "landscapeRight", "portrait"):
                    daemon.hold(pose)
                    client.until(device=pose, phase="will")
                    client.until(phase="did")
                    eventually(self.MATRICES[pose], lambda: self.matrix(device), present.log.read_text())
                    self.assertEqual(recorder.lines()[-1], f"[xrandr][--output][DUMMY0][--rotate][{table()[pose][4]}]")

    def test_a_server_that_cannot_turn_is_named_and_touch_is_left_alone(self):
        device = "Virtual core XTEST pointer"
        with Held() as daemon, daemon.subscribe() as client:
            environment = {"PATH": os.environ["PATH"], **self.environment}
            with Present(daemon, "--touch", device, environment=environment) as present:
                daemon.hold("landscapeLeft")
                client.until(phase="did")
                eventually(True, lambda: "cannot use rotation" in present.log.read_text(), "the log")
                self.assertEqual(self.matrix(device), self.MATRICES["portrait"])


if __name__ == "__main__":
    unittest.main()
