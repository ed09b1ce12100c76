"""orientationctl doctor: each fault is found in the files of a machine, and the report tells nothing personal."""

import fcntl
import json
import os
import pty
import socket
import struct
import subprocess
import tempfile
import termios
import time
import unittest
from pathlib import Path

from harness import CTL, FIXTURES, LIMIT, Daemon, ctl

TOUR = FIXTURES / "tour.csv"


class Machine:
    """The files of a machine below a directory."""

    def __init__(self, root, chassis="31"):
        self.root = root
        self.device = root / "sys/devices/platform/i2c-1/i2c-KIOX000A:00/iio:device3"
        self.write("sys/devices/platform/i2c-1/i2c-KIOX000A:00/modalias", "acpi:KIOX000A:")
        for name, text in (("name", "kxcjk1013"), ("in_accel_x_raw", "12"), ("in_accel_scale", "0.009806"), ("dev", "251:3"),
                           ("in_mount_matrix", "0, -1, 0; -1, 0, 0; 0, 0, 1"), ("buffer/enable", "0")):
            self.attribute(name, text)
        link = root / "sys/bus/iio/devices/iio:device3"
        link.parent.mkdir(parents=True)
        link.symlink_to("../../../devices/platform/i2c-1/i2c-KIOX000A:00/iio:device3")
        self.write("sys/class/dmi/id/modalias", "dmi:bvnX:svnAcme:pnTab10:pvr1:")
        self.write("sys/class/dmi/id/chassis_type", chassis)
        self.write("sys/class/dmi/id/product_name", "Tab10")
        self.write("sys/class/dmi/id/product_serial", "SECRET1")
        self.write("sys/class/dmi/id/product_uuid", "SECRET2")

    def write(self, path, text):
        path = self.root / path
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text + "\n")

    def attribute(self, name, text):
        self.write(self.device.relative_to(self.root) / name, text)

    def process(self, number, name, holds=None):
        self.write(f"proc/{number}/comm", name)
        if holds:
            (self.root / f"proc/{number}/fd").mkdir()
            (self.root / f"proc/{number}/fd/3").symlink_to(holds)

    def checks(self, *arguments):
        result = ctl("doctor", "--json", "--root", self.root, *arguments)
        return {line["check"]: line for line in map(json.loads, result.stdout.splitlines())}, result.returncode


class Doctor(unittest.TestCase):
    def setUp(self):
        directory = tempfile.TemporaryDirectory()
        self.addCleanup(directory.cleanup)
        self.root = Path(directory.name) / "machine"

    def verdicts(self, machine):
        checks, _ = machine.checks()
        return {name: line["verdict"] for name, line in checks.items()}

    def test_a_machine_without_faults(self):
        machine = Machine(self.root)
        checks, status = machine.checks()
        self.assertEqual(status, 0)
        for name in ("kernel", "device", "holder", "matrix", "unit", "form", "rivals", "config"):
            self.assertEqual((name, checks[name]["verdict"]), (name, "fine"))
        self.assertIn("0,-1,0;-1,0,0;0,0,1 from sysfs in_mount_matrix, determinant -1", checks["matrix"]["text"])
        self.assertEqual(checks["hwdb"]["verdict"], "look")
        self.assertIn("sensor:modalias:acpi:KIOX000A:dmi:*svnAcme:*pnTab10:*", checks["hwdb"]["text"])

    def test_a_machine_without_a_sensor(self):
        self.root.mkdir()
        result = ctl("doctor", "--root", self.root)
        self.assertEqual(result.returncode, 3)
        self.assertIn("WRONG  device", result.stdout)

    def test_faults_of_the_sensor(self):
        for name, text, check, verdict in (
            ("in_mount_matrix", "1,0,0;0,1,0;0,1,0", "matrix", "wrong"),
            ("in_mount_matrix", "1,0,0;0,1,0;0,0,0", "matrix", "wrong"),
            ("in_mount_matrix", "1,0,0;0,1,0;1,1,0", "matrix", "wrong"),
            ("in_mount_matrix", "1,0,0;0,1", "matrix", "wrong"),
            ("in_accel_scale", "0", "unit", "wrong"),
            ("in_accel_scale", "much", "unit", "wrong"),
            ("buffer/enable", "1", "holder", "look"),
        ):
            with self.subTest(name=name, text=text), tempfile.TemporaryDirectory() as directory:
                machine = Machine(Path(directory) / "m")
                machine.attribute(name, text)
                checks, status = machine.checks()
                self.assertEqual(checks[check]["verdict"], verdict)
                self.assertTrue(checks[check]["advice"])
                self.assertEqual(status, 1 if verdict == "wrong" else 0)

    def test_udev_comes_before_the_driver(self):
        machine = Machine(self.root)
        machine.write("run/udev/data/c251:3", "I:1\nE:ACCEL_MOUNT_MATRIX=1, 0, 0; 0, 1, 0; 0, 0, 1\nE:ACCEL_LOCATION=display")
        checks, _ = machine.checks()
        self.assertIn("1,0,0;0,1,0;0,0,1 from udev", checks["matrix"]["text"])
        self.assertEqual(checks["hwdb"]["verdict"], "fine")

    def test_who_holds_the_sensor_and_who_else_serves_it(self):
        machine = Machine(self.root)
        machine.process(77, "iio-sensor-prox", "/dev/iio:device3")
        checks, _ = machine.checks()
        self.assertEqual((checks["holder"]["verdict"], checks["rivals"]["verdict"]), ("look", "look"))
        self.assertIn("iio-sensor-prox (process 77)", checks["holder"]["text"])
        self.assertIn("iio-sensor-proxy runs", checks["rivals"]["text"])

    def test_the_form_of_the_machine(self):
        for chassis, location, verdict in (("10", None, "look"), ("10", "accel-display", "fine"), ("13", None, "look"), ("30", None, "fine")):
            with self.subTest(chassis=chassis, location=location), tempfile.TemporaryDirectory() as directory:
                machine = Machine(Path(directory) / "m", chassis)
                if location:
                    machine.attribute("label", location)
                self.assertEqual(self.verdicts(machine)["form"], verdict)

    def test_a_broken_configuration(self):
        machine = Machine(self.root)
        machine.write("etc/orientationd/orientationd.conf", "[Sensor]\nrate = fast")
        checks, status = machine.checks()
        self.assertEqual((checks["config"]["verdict"], status), ("wrong", 1))
        self.assertIn("orientationd.conf:2: key 'rate'", checks["config"]["text"])

    def test_a_running_daemon_and_its_sensor(self):
        still = self.root / "still.csv"
        Machine(self.root)
        still.write_text("# unit: g\n# convention: gravity\n# rate_hz: 50\nt_ns,x,y,z\n" + "".join(
            f"{n * 20_000_000},{0.001 * (n % 3)},{-0.4 - 0.001 * (n % 5)},{0.002 * (n % 2)}\n" for n in range(100)))
        with Daemon("--speed", "max", source=f"replay:{still}") as daemon:
            result = ctl("--socket", daemon.path, "doctor", "--json")
            checks = {line["check"]: line for line in map(json.loads, result.stdout.splitlines())}
            self.assertEqual(checks["daemon"]["verdict"], "fine")
            self.assertEqual(checks["samples"]["text"], "100 in 2.0 s")
            self.assertEqual(checks["scale"]["verdict"], "wrong")
            self.assertIn("0.402 g at rest", checks["scale"]["text"])

    def journal(self, script):
        """The checks with a journalctl that answers so."""
        tools = self.root / "bin"
        tools.mkdir(parents=True, exist_ok=True)
        (tools / "journalctl").write_text("#!/bin/sh\n" + script)
        (tools / "journalctl").chmod(0o755)
        result = ctl("--socket", "/nonexistent", "doctor", "--json", env={**os.environ, "PATH": f"{tools}:/usr/bin:/bin"})
        return {line["check"]: line for line in map(json.loads, result.stdout.splitlines())}

    def test_the_last_errors_are_in_the_journal(self):
        now = int(time.time())
        checks = self.journal(
            'case "$*" in *--unit*) ;; *) exit 0 ;; esac\n'
            f"echo '{now - 500}.25 tab orientationd[7]: cannot read the sensor: No such device'\n"
            f"echo '{now - 305}.25 tab orientationd[7]: the configuration was refused: [Sensor]: 1'\n")
        self.assertEqual(checks["errors"]["verdict"], "look")
        self.assertIn("2, the last 5 min ago: the configuration was refused: [Sensor]: 1", checks["errors"]["text"])
        self.assertIn("journalctl -b -u orientationd -p err", checks["errors"]["advice"])

    def test_a_journal_without_errors(self):
        checks = self.journal("exit 0")
        verdict = "fine" if os.geteuid() == 0 else "unknown"
        self.assertEqual(checks["errors"]["verdict"], verdict)

    def test_a_system_without_a_journal(self):
        checks = self.journal("exit 1")
        self.assertEqual((checks["errors"]["verdict"], checks["errors"]["text"]), ("unknown", "no journal here"))

    def test_a_daemon_that_ends_meanwhile_is_no_matter_of_rights(self):
        with Daemon("--loop", source=f"replay:{TOUR}") as daemon:
            process = subprocess.Popen(
                [CTL, "--socket", str(daemon.path), "doctor", "--json", "--seconds", "60"], stdout=subprocess.PIPE, text=True)
            with daemon.connect() as connection:
                deadline = time.monotonic() + LIMIT
                while connection.call("org.orientationd.Status")["parameters"]["holders"] == 0 and time.monotonic() < deadline:
                    time.sleep(0.01)
            daemon.process.kill()
            checks = [json.loads(line) for line in process.communicate(timeout=LIMIT)[0].splitlines()]
            self.assertEqual(checks[-1]["check"], "daemon")
            self.assertIn("closed the connection", checks[-1]["text"])
            self.assertNotIn("rights", [line["check"] for line in checks])

    def test_it_counts_at_its_end_and_keeps_within_the_terminal(self):
        self.root.mkdir()
        master, slave = pty.openpty()
        fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 60, 0, 0))
        process = subprocess.Popen(
            [CTL, "doctor", "--root", self.root], stdin=subprocess.DEVNULL, stdout=slave, stderr=subprocess.PIPE)
        os.close(slave)
        process.wait(LIMIT)
        text = os.read(master, 65536).decode()
        os.close(master)
        process.stderr.close()
        self.assertLessEqual(max(len(line.rstrip()) for line in text.splitlines()), 60)
        self.assertRegex(text, r"Of \d+ checks: 2 wrong \(kernel, device\)")

    def test_without_a_daemon(self):
        result = ctl("--socket", "/nonexistent", "doctor")
        self.assertIn("WRONG  daemon    no daemon", result.stdout)
        self.assertIn(result.returncode, (1, 3))

    def test_the_report_tells_nothing_personal(self):
        machine = Machine(self.root)
        machine.attribute("label", f"accel-display of {socket.gethostname()}")
        machine.write("etc/orientationd/orientationd.conf", "[Sensor]\ndevice = /home/jane/sensor\nrate = /home/jane")
        report = self.root / "report.txt"
        result = ctl("doctor", "--root", self.root, "--report", report)
        self.assertIn("read it before you attach it", result.stderr)
        text = report.read_text()
        for part in ("## Checks", "product_name: Tab10", "in_accel_scale: 0.009806", "modalias: acpi:KIOX000A:"):
            self.assertIn(part, text)
        for secret in ("SECRET", "jane", f"of {socket.gethostname()}"):
            self.assertNotIn(secret, text)


if __name__ == "__main__":
    unittest.main()
