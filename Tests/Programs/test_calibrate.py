"""orientationctl calibrate: from recordings and from the running sensor, and what it writes."""

import fcntl
import itertools
import json
import os
import pty
import random
import re
import select
import signal
import struct
import subprocess
import tempfile
import termios
import time
import unittest
from pathlib import Path

from harness import MAY_MOUNT, CTL, DAEMON, LIMIT, Daemon, ctl

POSES = [(0, -1, 0), (-1, 0, 0), (1, 0, 0), (0, 0, -1), (0, 1, 0), (0, 0, 1)]
DMI = "dmi:bvnAmerican:bvr1.0:bd01/01/2020:svnAcme:pnTab*let10:pvr1:rvnAcme:rnBoard:ct32:"


def turns():
    """All 48 ways in which axes can be named and signed."""
    for order in itertools.permutations(range(3)):
        for signs in itertools.product((1, -1), repeat=3):
            yield order, signs


class Calibrate(unittest.TestCase):
    def setUp(self):
        directory = tempfile.TemporaryDirectory()
        self.addCleanup(directory.cleanup)
        self.directory = Path(directory.name)
        self.random = random.Random(4)

    def rows(self, poses, order=(0, 1, 2), signs=(1, 1, 1), gain=(1, 1, 1), offset=(0, 0, 0), start=0):
        """Two seconds in each pose at 50 Hz, as counts of 1/4096 g, with half a second of shaking between them."""
        now = start
        for pose in poses:
            for count in range(125):
                size = 0.01 if count >= 25 else 0.6
                values = [signs[axis] * pose[order[axis]] / gain[axis] - offset[axis] + self.random.gauss(0, size) for axis in range(3)]
                yield f"{now}," + ",".join(str(round(value * 4096)) for value in values) + "\n"
                now += 20_000_000

    def file(self, name, rows):
        path = self.directory / name
        path.write_text("# unit: raw\n# scale: 0.0023942\n# convention: gravity\nt_ns,x,y,z\n" + "".join(rows))
        return path

    def calibrate(self, *arguments):
        result = ctl("calibrate", "--json", *arguments)
        self.assertEqual(result.returncode, 0, result.stderr)
        return json.loads(result.stdout)

    def matrix(self, order, signs):
        """Row i gives axis i of the screen."""
        rows = [["0"] * 3 for _ in range(3)]
        for axis in range(3):
            rows[order[axis]][axis] = str(signs[axis])
        return ";".join(",".join(row) for row in rows)

    def test_every_turn_mirrored_offset_and_mis_scaled_is_recovered(self):
        gain, offset = (1.05, 0.94, 1.02), (0.05, -0.03, 0.07)
        for order, signs in turns():
            with self.subTest(order=order, signs=signs):
                path = self.file("six.csv", self.rows(POSES, order, signs, gain, offset))
                found = self.calibrate(path)
                self.assertEqual(found["matrix"], self.matrix(order, signs))
                self.assertEqual((found["poses"], found["quality"]), (6, "good"))
                for axis, name in enumerate("xyz"):
                    self.assertAlmostEqual(found["gain"][name], gain[axis], delta=0.01)
                    self.assertAlmostEqual(found["offset"][name], offset[axis], delta=0.01)

    def test_a_file_for_each_pose(self):
        files = [self.file(f"{n}.csv", self.rows([pose], (1, 0, 2), (-1, 1, -1))) for n, pose in enumerate(POSES[:4])]
        self.assertEqual(self.calibrate(*files)["matrix"], "0,1,0;-1,0,0;0,0,-1")

    def test_impossible_sequences_are_refused_with_the_reason(self):
        for poses, reason in (
            (POSES[:2], "2 poses recognised, 4 are needed; missing: right edge down, flat on its back"),
            ([POSES[0], POSES[1], POSES[4]], "right edge down cannot be"),
            ([POSES[0], POSES[4]], "left edge down cannot be"),
            ([(0, -0.3, 0)], "its scale is wrong"),
            ([], "0 poses recognised"),
        ):
            result = ctl("calibrate", self.file("bad.csv", self.rows(poses) if poses else ["0,1,2,3\n"]))
            self.assertEqual((result.returncode, result.stdout), (1, ""))
            self.assertIn(reason, result.stderr)

    def machine(self):
        root = self.directory / "root"
        device = root / "sys/devices/platform/i2c-1/i2c-KIOX000A:00/iio:device3"
        device.mkdir(parents=True)
        (device / "in_accel_x_raw").write_text("0\n")
        (device.parent / "modalias").write_text("acpi:KIOX000A:\n")
        (root / "sys/bus/iio/devices").mkdir(parents=True)
        (root / "sys/bus/iio/devices/iio:device3").symlink_to("../../../devices/platform/i2c-1/i2c-KIOX000A:00/iio:device3")
        (root / "sys/class/dmi/id").mkdir(parents=True)
        (root / "sys/class/dmi/id/modalias").write_text(DMI + "\n")
        return root

    def test_the_entry_is_for_this_machine(self):
        root = self.machine()
        path = self.file("four.csv", self.rows(POSES[:4], (1, 0, 2), (-1, -1, -1)))
        found = self.calibrate("--root", root, path)
        self.assertEqual(
            found["hwdb"],
            "sensor:modalias:acpi:KIOX000A:dmi:*svnAcme:*pnTab?let10:*\n ACCEL_MOUNT_MATRIX=0, -1, 0; -1, 0, 0; 0, 0, -1\n")
        text = ctl("calibrate", "--root", root, path).stdout
        self.assertIn("systemd-hwdb update && udevadm trigger /sys/bus/iio/devices/iio:device3", text)
        self.assertIn("matrix = 0,-1,0;-1,0,0;0,0,-1", text)

    def test_the_entry_is_found_by_the_hardware_database(self):
        root = self.machine()
        found = self.calibrate("--root", root, self.file("four.csv", self.rows(POSES[:4])))
        (root / "etc/udev/hwdb.d").mkdir(parents=True)
        (root / "etc/udev/hwdb.d/61-sensor-local.hwdb").write_text(found["hwdb"])
        try:
            subprocess.run(["systemd-hwdb", "--root", root, "update"], check=True, timeout=LIMIT)
            query = ["systemd-hwdb", "--root", root, "query", f"sensor:modalias:acpi:KIOX000A:{DMI}"]
            answer = subprocess.run(query, capture_output=True, text=True, timeout=LIMIT).stdout
        except FileNotFoundError:
            self.skipTest("systemd-hwdb is not installed")
        self.assertIn("ACCEL_MOUNT_MATRIX=1, 0, 0; 0, 1, 0; 0, 0, 1", answer)

    def test_applied_it_is_a_configuration_that_the_daemon_takes(self):
        root = self.directory / "etc-only"
        root.mkdir()
        path = self.file("six.csv", self.rows(POSES, (1, 0, 2), (1, -1, -1), (1.05, 1, 1)))
        result = ctl("calibrate", "--root", root, "--apply", path)
        self.assertEqual(result.returncode, 0, result.stderr)
        self.assertIn("Written to", result.stdout)
        written = root / "etc/orientationd/orientationd.conf.d/50-calibration.conf"
        self.assertIn("matrix = 0,-1,0;1,0,0;0,0,-1\n", written.read_text())
        self.assertIn("gain = 1.05", written.read_text())
        self.assertEqual([p.name for p in written.parent.iterdir()], ["50-calibration.conf"])
        check = subprocess.run([DAEMON, "--check-config", "--config", written], capture_output=True, text=True, timeout=LIMIT)
        self.assertEqual((check.returncode, check.stderr), (0, ""))

    def test_what_is_not_asked_for_is_not_written(self):
        path = self.file("four.csv", self.rows(POSES[:4]))
        text = ctl("calibrate", "--root", self.directory, path).stdout
        self.assertIn("in /etc/orientationd/orientationd.conf.d/50-calibration.conf (--apply writes it):", text)
        self.assertEqual(list(self.directory.iterdir()), [path])

    @unittest.skipUnless(MAY_MOUNT, "this user may not make a namespace of mounts")
    def test_on_a_full_disk_the_one_before_stays_and_the_lines_are_printed(self):
        root = self.directory / "full"
        folder = root / "etc/orientationd/orientationd.conf.d"
        folder.mkdir(parents=True)
        path = self.file("four.csv", self.rows(POSES[:4]))
        script = """
            mount -t tmpfs -o size=4k none "$1" && cd "$1" && echo "[Sensor]" >50-calibration.conf
            shift; "$@"; echo "ended with $?"; ls; cat 50-calibration.conf"""
        command = ["unshare", "--mount", "sh", "-c", script, "sh", folder, CTL, "calibrate", "--root", root, "--apply", path]
        result = subprocess.run(command, capture_output=True, text=True, timeout=LIMIT)
        self.assertRegex(result.stderr, f"^orientationctl: cannot write {folder}/50-calibration.conf[^:]*: No space left on device\n$")
        self.assertIn("matrix = 1,0,0;0,1,0;0,0,1", result.stdout)
        self.assertTrue(result.stdout.endswith("ended with 1\n50-calibration.conf\n[Sensor]\n"), result.stdout)

    def test_what_the_running_sensor_gave_is_written(self):
        trace = self.file("play.csv", self.rows(POSES, (2, 0, 1), (-1, 1, 1)))
        root = self.directory / "root"
        root.mkdir()
        with Daemon(source=f"replay:{trace}") as daemon:
            result = ctl("--socket", daemon.path, "calibrate", "--root", root, "--apply")
            self.assertEqual(result.returncode, 0, result.stderr)
        written = (root / "etc/orientationd/orientationd.conf.d/50-calibration.conf").read_text()
        self.assertIn(f"matrix = {self.matrix((2, 0, 1), (-1, 1, 1))}\n", written)

    def test_the_running_sensor(self):
        trace = self.file("play.csv", self.rows(POSES, (2, 0, 1), (-1, 1, 1)))
        with Daemon(source=f"replay:{trace}") as daemon:
            result = ctl("--socket", daemon.path, "calibrate", "--root", self.directory, "--json")
            self.assertEqual(result.returncode, 0, result.stderr)
            self.assertEqual(json.loads(result.stdout)["matrix"], self.matrix((2, 0, 1), (-1, 1, 1)))
            asked = [line for line in result.stderr.splitlines() if " of 4: " in line]
            self.assertEqual(len(asked), 4)
            self.assertIn("1 of 4: stand it upright", asked[0])
            daemon.wait_output("sensor off")
            short = ctl("--socket", daemon.path, "calibrate", "--root", self.directory, "--all")
            self.assertEqual(short.returncode, 0, short.stderr)

    def terminal(self, daemon, *arguments):
        """A calibration on a terminal of its own, and the file to read it by."""
        master, slave = pty.openpty()
        fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 80, 0, 0))
        process = subprocess.Popen(
            [CTL, "--socket", daemon.path, "calibrate", "--root", self.directory, *arguments], stdin=slave, stdout=slave, stderr=slave,
            start_new_session=True)
        os.close(slave)
        self.addCleanup(os.close, master)
        self.addCleanup(lambda: (process.kill(), process.wait()))
        return process, master

    def until(self, master, wanted, feed=lambda: None):
        """What the terminal shows up to there, while samples come."""
        seen, deadline = "", time.monotonic() + LIMIT
        while not re.search(wanted, seen) and time.monotonic() < deadline:
            feed()
            if select.select([master], [], [], 0.02)[0]:
                try:
                    seen += os.read(master, 65536).decode()
                except OSError:
                    break
        self.assertRegex(seen, wanted)
        return seen

    def test_somebody_at_a_terminal_is_led_through_the_poses(self):
        reading, writing = os.pipe()
        with Daemon(source="-", stdin=reading) as daemon, os.fdopen(writing, "w") as feed:
            os.close(reading)
            feed.write("# unit: g\n# convention: gravity\n# rate_hz: 50\nt_ns,x,y,z\n")
            now = 0

            def hold(pose, size=0.01):
                nonlocal now
                for _ in range(10):
                    feed.write(f"{now}," + ",".join(f"{axis + self.random.gauss(0, size):.4f}" for axis in pose) + "\n")
                    now += 20_000_000
                feed.flush()

            process, master = self.terminal(daemon)
            self.until(master, "1 of 4: stand it upright", lambda: hold(POSES[0], 0.3))
            self.until(master, r"x +-?\d\.\d\d  y +-?\d\.\d\d  z +-?\d\.\d\d, moving", lambda: hold(POSES[0], 0.3))
            self.until(master, "seen: upright(?s:.)*2 of 4: stand it on its left edge", lambda: hold(POSES[0]))
            self.until(master, "still", lambda: hold(POSES[0]))
            self.until(master, "not taken: left edge down cannot be 180 degrees from upright; 90 are right", lambda: hold(POSES[4]))
            for pose, words in zip(POSES[1:3], ("left edge down", "right edge down")):
                self.until(master, f"seen: {words}", lambda: hold(pose))
            text = self.until(master, "systemctl reload orientationd", lambda: hold(POSES[3]))
            self.assertEqual(process.wait(LIMIT), 0)
            self.assertIn("matrix      1,0,0;0,1,0;0,0,1", text)

            process, master = self.terminal(daemon)
            self.until(master, "1 of 4", lambda: hold(POSES[0], 0.3))
            os.write(master, b"\x03")
            process.send_signal(signal.SIGINT)
            self.until(master, "ended before all poses were seen", lambda: hold(POSES[0], 0.3))
            self.assertEqual(process.wait(LIMIT), 1)

    def test_what_could_not_be_written_is_said_before_the_poses(self):
        if os.geteuid() == 0:
            command = ["setpriv", "--reuid", "65534", "--regid", "65534", "--clear-groups"]
        else:
            command = []
        self.directory.chmod(0o755)
        result = subprocess.run([*command, CTL, "calibrate", "--apply", "--root", self.directory, "no.csv"], capture_output=True, text=True)
        self.assertEqual((result.returncode, result.stdout), (1, ""))
        self.assertRegex(result.stderr, "^orientationctl: cannot write [^:]*: Permission denied; as root it can be, and without --apply")

    def test_without_a_daemon_nobody_is_asked_for_a_pose(self):
        result = ctl("--socket", "/nonexistent", "calibrate")
        self.assertEqual(result.returncode, 3)
        self.assertNotIn("1 of 4", result.stderr)

    def test_fewer_poses_than_wanted_are_told(self):
        path = self.file("four.csv", self.rows(POSES[:4]))
        self.assertIn("only 4 of 6 poses were recognised", ctl("calibrate", "--all", path).stderr)
        self.assertEqual(ctl("calibrate", path).stderr, "")

    def test_a_sensor_that_ends_is_told(self):
        trace = self.file("play.csv", self.rows(POSES[:2]))
        with Daemon("--speed", "max", source=f"replay:{trace}") as daemon:
            result = ctl("--socket", daemon.path, "calibrate", "--root", self.directory)
            self.assertEqual(result.returncode, 1)
            self.assertIn("ended before all poses were seen", result.stderr)


if __name__ == "__main__":
    unittest.main()
