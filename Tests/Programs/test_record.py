"""orientationctl record and explain: what is written is what the daemon saw, whatever ends it."""

import json
import resource
import signal
import subprocess
import tempfile
import unittest
from pathlib import Path

from harness import CTL, FIXTURES, LIMIT, SHARED_TRACES, Daemon, ctl, reduced, replay

TOUR = FIXTURES / "tour.csv"


class Record(unittest.TestCase):
    def setUp(self):
        directory = tempfile.TemporaryDirectory()
        self.addCleanup(directory.cleanup)
        self.file = Path(directory.name) / "record.csv"

    def record(self, daemon, *arguments, **options):
        return ctl("--socket", daemon.path, "record", "-o", self.file, *arguments, **options)

    def start(self, daemon, **options):
        process = subprocess.Popen(
            [CTL, "--socket", daemon.path, "record", "-o", self.file], stderr=subprocess.PIPE, text=True, **options)
        while not self.file.exists() or self.file.stat().st_size < 2000:
            self.assertIsNone(process.poll(), "it ended by itself")
        return process

    def test_a_recording_gives_the_same_changes(self):
        traces = [TOUR] + [p for p in sorted(SHARED_TRACES.glob("*.csv"))
                           if not p.name.endswith(".truth.csv") and p.name != "truth_tilt.csv" and p.stat().st_size < 3_000_000]
        for trace in traces:
            with self.subTest(trace.name), Daemon("--speed", "max", source=f"replay:{trace}") as daemon:
                result = self.record(daemon, "--force")
                self.assertEqual(result.returncode, 0, result.stderr)
                expected, got = replay(trace), replay(self.file)
                start = int(next(line for line in trace.read_text().splitlines() if line[0].isdigit()).split(",")[0])
                for state in expected:
                    state["t_ns"] -= start
                self.assertEqual(got, expected)

    def test_a_file_is_never_written_over_unasked(self):
        self.file.write_text("precious\n")
        with Daemon("--speed", "max", source=f"replay:{TOUR}") as daemon:
            result = self.record(daemon)
            self.assertEqual(result.returncode, 1)
            self.assertEqual(result.stderr, f"orientationctl: {self.file} exists already; --force writes over it\n")
            self.assertEqual(self.file.read_text(), "precious\n")
            self.assertEqual(self.record(daemon, "--force").returncode, 0)
            self.assertIn("t_ns,x,y,z", self.file.read_text())

    def test_a_full_disk_leaves_what_came_before(self):
        with Daemon("--speed", "max", source=f"replay:{TOUR}") as daemon:
            result = self.record(
                daemon, preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (10_001, 10_001)), restore_signals=False)
            self.assertEqual(result.returncode, 1)
            self.assertRegex(result.stderr, r"^orientationctl: cannot write .*: File too large; .* holds the \d+ samples before that")
            self.assertLessEqual(self.file.stat().st_size, 10_001)
            rows = int(result.stderr.split(" samples before")[0].split()[-1])
            self.assertGreater(rows, 50)
            self.assertEqual(len(self.file.read_text().split("t_ns,x,y,z\n")[1].splitlines()), rows)
            self.assertTrue(replay(self.file))

    def test_a_device_without_room_is_told(self):
        with Daemon("--speed", "max", source=f"replay:{TOUR}") as daemon:
            result = ctl("--socket", daemon.path, "record", "--force", "-o", "/dev/full")
            self.assertEqual(result.returncode, 1)
            self.assertEqual(result.stderr, "orientationctl: cannot write /dev/full: No space left on device\n")
            self.assertTrue(Path("/dev/full").is_char_device(), "what was there before stays")

    def test_interrupted_it_ends_the_file_well(self):
        for number in (signal.SIGINT, signal.SIGTERM):
            with self.subTest(number), Daemon("--loop", source=f"replay:{TOUR}") as daemon:
                self.file.unlink(missing_ok=True)
                process = self.start(daemon)
                process.send_signal(number)
                error = process.communicate(timeout=LIMIT)[1]
                self.assertEqual(process.returncode, 0, error)
                self.assertRegex(error, r"^orientationctl: \d+ samples, \d+\.\d s in ")
                self.assertTrue(replay(self.file))

    def test_killed_it_leaves_whole_rows(self):
        with Daemon("--loop", source=f"replay:{TOUR}") as daemon:
            process = self.start(daemon)
            process.kill()
            process.communicate(timeout=LIMIT)
            self.assertTrue(replay(self.file))

    def test_without_a_daemon_any_more_it_keeps_what_it_has(self):
        with Daemon("--loop", source=f"replay:{TOUR}") as daemon:
            process = self.start(daemon)
            daemon.stop()
            error = process.communicate(timeout=LIMIT)[1]
            self.assertEqual(process.returncode, 1)
            self.assertIn("samples before that and can be read", error)
            self.assertTrue(replay(self.file))

    def test_so_many_seconds_and_no_more(self):
        with Daemon("--loop", source=f"replay:{TOUR}") as daemon:
            result = self.record(daemon, "--seconds", "0.5")
            self.assertEqual(result.returncode, 0, result.stderr)
            last = self.file.read_text().splitlines()[-1]
            self.assertLess(abs(int(last.split(",")[0]) - 500_000_000), 300_000_000)

    def test_the_sensor_is_let_go(self):
        with Daemon("--loop", source=f"replay:{TOUR}") as daemon:
            self.record(daemon, "--seconds", "0.2")
            daemon.wait_output("sensor off")

    def test_usage(self):
        self.assertEqual(ctl("record").returncode, 2)
        self.assertEqual(ctl("record", "file.csv").returncode, 2)
        self.assertEqual(ctl("--socket", "/nonexistent", "record", "-o", self.file).returncode, 3)
        self.assertFalse(self.file.exists())


class Explain(unittest.TestCase):
    def test_it_waits_for_a_reading_and_says_why(self):
        with Daemon(source=f"replay:{TOUR}") as daemon:
            text = ctl("--socket", daemon.path, "explain")
            self.assertEqual(text.returncode, 0, text.stderr)
            for part in ("portrait: roll is", "raw ", "corrected ", "lean ", "flat-enter", "why not", "landscapeLeft"):
                self.assertIn(part, text.stdout)
            answer = json.loads(ctl("--socket", daemon.path, "explain", "--json").stdout)
            self.assertEqual(answer["state"]["device"], "portrait")
            self.assertAlmostEqual(answer["norm"], 1, delta=0.1)
            self.assertEqual(len(answer["alternatives"]), 5)

    def test_without_a_daemon(self):
        self.assertEqual(ctl("--socket", "/nonexistent", "explain").returncode, 3)

    def test_live_follows(self):
        with Daemon("--loop", "--speed", "20", source=f"replay:{TOUR}") as daemon:
            process = subprocess.Popen(
                [CTL, "--socket", daemon.path, "explain", "--live", "--json"], stdout=subprocess.PIPE, text=True)
            devices = set()
            while len(devices - {"unknown"}) < 3:
                devices.add(json.loads(process.stdout.readline())["state"]["device"])
            process.send_signal(signal.SIGINT)
            process.communicate(timeout=LIMIT)
            self.assertEqual(process.returncode, 0)


if __name__ == "__main__":
    unittest.main()
