"""orientationctl calibrate: from recordings and from the running sensor, and what it writes."""

import itertools
import json
import os
import random
import subprocess
import tempfile
import unittest
from pathlib import Path

from harness import CTL, DAEMON, LIMIT, Daemon, ctl

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
        time = start
        for pose in poses:
            for count in range(125):
                size = 0.01 if count >= 25 else 0.6
                values = [signs[axis] * pose[order[axis]] / gain[axis] - offset[axis] + self.random.gauss(0, size) for axis in range(3)]
                yield f"{time}," + ",".join(str(round(value * 4096)) for value in values) + "\n"
                time += 20_000_000

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

    def test_a_sensor_that_ends_is_told(self):
        trace = self.file("play.csv", self.rows(POSES[:2]))
        with Daemon("--speed", "max", source=f"replay:{trace}") as daemon:
            result = ctl("--socket", daemon.path, "calibrate", "--root", self.directory)
            self.assertEqual(result.returncode, 1)
            self.assertIn("ended before all poses were seen", result.stderr)


if __name__ == "__main__":
    unittest.main()
