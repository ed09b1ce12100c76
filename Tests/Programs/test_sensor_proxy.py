"""net.hadess.SensorProxy on a private bus, with the client that Debian ships for the original: monitor-sensor."""

import contextlib
import os
import re
import shutil
import signal
import subprocess
import tempfile
import time
import unittest
from pathlib import Path

from bus import Connection
from harness import LIMIT, Daemon

NAME = "net.hadess.SensorProxy"
PATH = "/net/hadess/SensorProxy"
POSES = {"normal": (0, -1, 0), "left-up": (1, 0, 0), "bottom-up": (0, 1, 0), "right-up": (-1, 0, 0),
         "face-up": (0, 0, -1), "face-down": (0, 0, 1), "tilted-up": (0, -0.77, -0.64), "tilted-down": (0, -0.77, 0.64)}


class Motion:
    """Rows of a recording that never ends, written into the daemon's standard input: two seconds a pose."""

    def __init__(self, pipe):
        self.pipe = pipe
        self.time = 0
        pipe.write(b"# unit: g\n# convention: gravity\nt_ns,x,y,z\n")
        pipe.flush()

    def hold(self, pose):
        for _ in range(50):
            self.time += 40_000_000
            self.pipe.write("{},{},{},{}\n".format(self.time, *POSES[pose]).encode())
        self.pipe.flush()


class Client:
    """A running monitor-sensor."""

    def __init__(self, bus):
        self.directory = Path(tempfile.mkdtemp(prefix="monitor-sensor-"))
        self.path = self.directory / "out"
        with open(self.path, "wb") as out:
            # It prints through a buffer of the C library, which only a terminal or stdbuf makes it empty.
            self.process = subprocess.Popen(["stdbuf", "-oL", "monitor-sensor"], stdout=out, stderr=out, env=bus.environment)

    def said(self):
        return self.path.read_text()

    def wait(self, text, count=1):
        deadline = time.monotonic() + LIMIT
        while self.said().count(text) < count:
            if time.monotonic() > deadline:
                raise AssertionError(f"monitor-sensor never said {text!r}: {self.said()}")
            time.sleep(0.01)

    def stop(self, number=signal.SIGTERM):
        self.process.send_signal(number)
        self.process.wait(LIMIT)

    def close(self):
        self.process.kill()
        self.process.wait(LIMIT)
        shutil.rmtree(self.directory, ignore_errors=True)


class Bus:
    """A private bus that takes the place of the system's."""

    def __init__(self):
        self.directory = Path(tempfile.mkdtemp(prefix="bus-"))
        self.address = f"unix:path={self.directory}/bus"
        self.environment = {**os.environ, "DBUS_SYSTEM_BUS_ADDRESS": self.address, "DBUS_SESSION_BUS_ADDRESS": self.address}
        self.process = None
        self.start()

    def start(self):
        self.process = subprocess.Popen(
            ["dbus-daemon", "--session", "--nofork", "--nopidfile", "--print-address", f"--address={self.address}"],
            stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
        self.process.stdout.readline()

    def stop(self):
        self.process.terminate()
        self.process.wait(LIMIT)
        self.process.stdout.close()

    def send(self, destination, path, method, *arguments):
        return subprocess.run(
            ["dbus-send", f"--bus={self.address}", "--print-reply", f"--dest={destination}", path, method, *arguments],
            capture_output=True, text=True, timeout=LIMIT)

    def call(self, method):
        return self.send(NAME, PATH, f"{NAME}.{method}")

    def properties(self):
        reply = self.send(NAME, PATH, "org.freedesktop.DBus.Properties.GetAll", f"string:{NAME}")
        assert reply.returncode == 0, reply.stderr
        return dict(re.findall(r'string "(\w+)"\s+variant\s+\w+ "?([^"\n]*)"?', reply.stdout))

    def owned(self):
        return "true" in self.send("org.freedesktop.DBus", "/", "org.freedesktop.DBus.NameHasOwner", f"string:{NAME}").stdout


@unittest.skipUnless(shutil.which("monitor-sensor") and shutil.which("dbus-daemon"), "monitor-sensor or dbus-daemon is not installed")
class SensorProxy(unittest.TestCase):
    def setUp(self):
        self.stack = contextlib.ExitStack()
        self.addCleanup(self.stack.close)
        self.bus = Bus()
        self.stack.callback(shutil.rmtree, self.bus.directory, True)
        self.stack.callback(self.bus.stop)

    def daemon(self, bus="system", **options):
        options.setdefault("source", "-")
        daemon = Daemon("--dbus", bus, stdin=subprocess.PIPE, environment=self.bus.environment, **options)
        self.stack.enter_context(daemon)
        self.stack.callback(daemon.process.stdin.close)
        daemon.wait_output(f"serving {NAME}")
        return daemon

    def connection(self):
        """A client that listens for changes of the properties."""
        connection = Connection(self.bus.directory / "bus")
        self.stack.callback(connection.close)
        connection.call("org.freedesktop.DBus", "/", "org.freedesktop.DBus", "AddMatch",
                        "type='signal',interface='org.freedesktop.DBus.Properties',member='PropertiesChanged'")
        return connection

    def changed(self, connection):
        """The properties of which it was told until now."""
        connection.call("org.freedesktop.DBus", "/", "org.freedesktop.DBus", "GetId")
        return [values[1] for member, values in connection.signals if member == "PropertiesChanged"]

    def client(self):
        client = Client(self.bus)
        self.stack.callback(client.close)
        return client

    def test_the_desktops_client_sees_edges_and_tilts(self):
        daemon = self.daemon()
        motion = Motion(daemon.process.stdin)
        client = self.client()
        daemon.wait_output("sensor on")
        motion.hold("normal")
        client.wait("Has accelerometer")
        # Some versions claim before they say what there is, some afterwards.
        client.wait("normal")
        for pose in ("left-up", "bottom-up", "right-up", "normal"):
            before = client.said().count(f"Accelerometer orientation changed: {pose}")
            motion.hold(pose)
            client.wait(f"Accelerometer orientation changed: {pose}", before + 1)
        self.assertEqual(self.bus.properties()["AccelerometerTilt"], "vertical")
        for pose in ("tilted-up", "face-up", "tilted-down", "face-down"):
            motion.hold(pose)
            daemon_tilt = lambda: self.bus.properties()["AccelerometerTilt"]
            deadline = time.monotonic() + LIMIT
            while daemon_tilt() != pose and time.monotonic() < deadline:
                time.sleep(0.01)
            self.assertEqual(daemon_tilt(), pose)
        # Lying on a table it keeps the edge it had.
        self.assertEqual(self.bus.properties()["AccelerometerOrientation"], "normal")

    def test_the_sensor_runs_while_somebody_claims_it(self):
        daemon = self.daemon()
        motion = Motion(daemon.process.stdin)
        motion.hold("normal")
        self.assertEqual(self.bus.properties()["HasAccelerometer"], "true")
        self.assertNotIn("sensor on", daemon.output())
        first, second = self.client(), self.client()
        first.wait("Has accelerometer")
        second.wait("Has accelerometer")
        first.stop()
        motion.hold("left-up")
        second.wait("left-up")
        self.assertNotIn("sensor off", daemon.output())
        second.stop(signal.SIGKILL)
        daemon.wait_output("sensor off")

    def test_the_first_claim_is_answered_within_about_a_second(self):
        daemon = self.daemon()
        Motion(daemon.process.stdin)
        began = time.monotonic()
        self.assertEqual(self.bus.call("ClaimAccelerometer").returncode, 0)
        self.assertGreater(time.monotonic() - began, 0.9)
        # The name that claimed has gone with its process.
        daemon.wait_output("sensor off")

    def test_a_claim_with_a_reading_comes_with_it(self):
        daemon = self.daemon()
        Motion(daemon.process.stdin).hold("left-up")
        self.assertEqual(self.bus.call("ClaimAccelerometer").returncode, 0)
        self.assertEqual(self.bus.properties()["AccelerometerOrientation"], "left-up")

    def test_calls_of_one_name_are_one_claim(self):
        daemon = self.daemon()
        Motion(daemon.process.stdin).hold("normal")
        client = self.connection()
        client.call(NAME, PATH, NAME, "ClaimAccelerometer")
        client.call(NAME, PATH, NAME, "ClaimAccelerometer")
        self.assertNotIn("sensor off", daemon.output())
        client.call(NAME, PATH, NAME, "ReleaseAccelerometer")
        daemon.wait_output("sensor off")

    def test_only_those_who_claimed_are_told(self):
        daemon = self.daemon()
        motion = Motion(daemon.process.stdin)
        motion.hold("normal")
        claimer, watcher, former = self.connection(), self.connection(), self.connection()
        claimer.call(NAME, PATH, NAME, "ClaimAccelerometer")
        former.call(NAME, PATH, NAME, "ClaimAccelerometer")
        former.call(NAME, PATH, NAME, "ReleaseAccelerometer")
        known = len(self.changed(former))
        for pose in ("left-up", "bottom-up"):
            motion.hold(pose)
            while not any(change.get("AccelerometerOrientation") == pose for change in self.changed(claimer)):
                claimer.receive()
        self.assertEqual(self.changed(watcher), [])
        self.assertEqual(len(self.changed(former)), known)

    def test_one_that_claims_and_dies_at_once_takes_nobody_along(self):
        daemon = self.daemon()
        Motion(daemon.process.stdin).hold("normal")
        for _ in range(20):
            client = Connection(self.bus.directory / "bus")
            client.send(NAME, PATH, NAME, "ClaimAccelerometer")
            client.close()
        self.assertEqual(self.bus.call("ClaimAccelerometer").returncode, 0)
        daemon.wait_output("sensor off")
        self.assertIsNone(daemon.process.poll())

    def test_the_types_of_the_properties(self):
        self.daemon()
        client = self.connection()
        values = client.call(NAME, PATH, "org.freedesktop.DBus.Properties", "GetAll", NAME)[0]
        self.assertEqual(values, {
            "HasAccelerometer": True, "AccelerometerOrientation": "undefined", "AccelerometerTilt": "undefined",
            "HasAmbientLight": False, "LightLevelUnit": "lux", "LightLevel": 0.0, "HasProximity": False, "ProximityNear": False})
        self.assertEqual([type(values[name]) for name in ("HasAccelerometer", "LightLevel", "ProximityNear")], [bool, float, bool])

    def test_light_and_proximity_are_not_there_but_answer(self):
        self.daemon()
        properties = self.bus.properties()
        self.assertEqual((properties["HasAmbientLight"], properties["HasProximity"], properties["ProximityNear"]), ("false", "false", "false"))
        self.assertEqual((properties["LightLevelUnit"], properties["LightLevel"]), ("lux", "0"))
        for method in ("ClaimLight", "ReleaseLight", "ClaimProximity", "ReleaseProximity", "ReleaseAccelerometer"):
            self.assertEqual(self.bus.call(method).returncode, 0, method)
        self.assertIn("UnknownMethod", self.bus.call("ClaimCompass").stderr)

    def test_without_a_sensor_a_claim_stands(self):
        self.daemon(source="iio:there-is-no-such-sensor")
        self.assertEqual(self.bus.properties()["HasAccelerometer"], "false")
        began = time.monotonic()
        self.assertEqual(self.bus.call("ClaimAccelerometer").returncode, 0)
        self.assertLess(time.monotonic() - began, 0.9)

    def test_the_name_is_taken_over_when_its_owner_goes(self):
        first = self.daemon()
        second = Daemon("--dbus", "system", source="-", stdin=subprocess.PIPE, environment=self.bus.environment)
        self.stack.enter_context(second)
        self.stack.callback(second.process.stdin.close)
        second.wait_output("another process owns")
        first.stop()
        second.wait_output(f"serving {NAME}")
        self.assertEqual(second.output().count("another process owns"), 1)

    def test_a_bus_that_restarts_is_found_again(self):
        daemon = self.daemon()
        motion = Motion(daemon.process.stdin)
        motion.hold("left-up")
        # Who claimed is gone with the bus, and the claim with it.
        self.connection().call(NAME, PATH, NAME, "ClaimAccelerometer")
        self.assertEqual(self.holders(daemon), 1)
        self.bus.stop()
        daemon.wait_output("the system bus has gone")
        self.assertEqual(self.holders(daemon), 0)
        os.unlink(self.bus.directory / "bus") if (self.bus.directory / "bus").exists() else None
        self.bus.start()
        daemon.wait_output(f"serving {NAME}", count=2)
        client = self.connection()
        client.call(NAME, PATH, NAME, "ClaimAccelerometer")
        motion.hold("bottom-up")
        while not any(change.get("AccelerometerOrientation") == "bottom-up" for change in self.changed(client)):
            client.receive()

    def holders(self, daemon):
        with daemon.connect() as connection:
            return connection.call("org.orientationd.Status")["parameters"]["holders"]

    def test_the_session_bus_and_reload(self):
        daemon = self.daemon(bus="session")
        self.assertTrue(self.bus.owned())
        self.assertEqual(self.bus.call("ClaimAccelerometer").returncode, 0)
        self.assertIsNone(daemon.process.poll())

    def test_reload_gives_the_name_back_and_takes_it_again(self):
        daemon = Daemon(source="-", stdin=subprocess.PIPE, environment=self.bus.environment)
        self.stack.enter_context(daemon)
        self.stack.callback(daemon.process.stdin.close)
        self.assertFalse(self.bus.owned())
        for bus, count in (("system", 1), ("no", 2)):
            daemon.config.write_text(f"[DBus]\nbus = {bus}\n")
            daemon.process.send_signal(signal.SIGHUP)
            daemon.wait_output("configuration reloaded", count)
            if bus == "system":
                daemon.wait_output(f"serving {NAME}")
        self.assertFalse(self.bus.owned())


if __name__ == "__main__":
    unittest.main()
