"""orientationctl replay: options and broken recordings."""

import json
import subprocess
import tempfile
import unittest
from pathlib import Path

from harness import CTL, DAEMON, FIXTURES, LIMIT, ctl, replay

HEADER = "# unit: g\n# convention: gravity\nt_ns,x,y,z\n"


class Replay(unittest.TestCase):
    def setUp(self):
        directory = tempfile.TemporaryDirectory()
        self.addCleanup(directory.cleanup)
        self.directory = Path(directory.name)

    def file(self, name, text):
        path = self.directory / name
        path.write_text(text)
        return path

    def rows(self, count, first=0):
        return "".join(f"{n * 20_000_000},0.01,-0.99,-0.1\n" for n in range(first, first + count))

    def test_a_broken_row_is_named_and_what_came_before_is_told(self):
        path = self.file("a.csv", HEADER + self.rows(50) + "1000000000,0,oops,0\n")
        result = ctl("replay", path)
        self.assertEqual(result.returncode, 1)
        self.assertEqual(result.stderr, f"orientationctl: {path}:54:14: expected a number, found 'oops'\n")
        self.assertIn("portrait", result.stdout)
        self.assertNotIn("ended", result.stdout)

    def test_a_file_cut_in_a_row_is_an_error(self):
        path = self.file("a.csv", (HEADER + self.rows(50))[:-3])
        result = ctl("replay", path)
        self.assertEqual(result.returncode, 1)
        self.assertIn(f"{path}:53:", result.stderr)
        self.assertIn("end of the file", result.stderr)

    def test_lenient_leaves_out_and_counts(self):
        path = self.file("a.csv", HEADER + self.rows(25) + "x\n" + self.rows(25, first=25) + "0,0,0,1\n")
        result = ctl("replay", "--lenient", "--json", path)
        self.assertEqual(result.returncode, 0)
        self.assertEqual(len(result.stderr.splitlines()), 1)
        self.assertIn(f"2 bad rows left out, the first at {path}:29:1:", result.stderr)
        whole = ctl("replay", "--json", self.file("b.csv", HEADER + self.rows(50)))
        self.assertEqual(result.stdout, whole.stdout)

    def test_standard_input_is_read_like_a_file(self):
        path = FIXTURES / "tour.csv"
        with path.open() as file:
            result = subprocess.run([CTL, "replay", "-"], stdin=file, capture_output=True, text=True, timeout=LIMIT)
        self.assertEqual((result.returncode, result.stdout, result.stderr), (0, ctl("replay", path).stdout, ""))
        result = subprocess.run([CTL, "replay", "-"], input=HEADER + "oops\n", capture_output=True, text=True, timeout=LIMIT)
        self.assertEqual(result.stderr, "orientationctl: standard input:4:1: expected a time in whole nanoseconds, found 'oops'\n")
        for command in ("calibrate", "score"):
            result = subprocess.run([CTL, command, "-"], input="oops\n", capture_output=True, text=True, timeout=LIMIT)
            self.assertIn("standard input:1:1: ", result.stderr)

    def test_the_configuration_decides(self):
        config = self.file("o.conf", "[Orientation]\nnatural = landscapeLeft\n")
        first = replay(FIXTURES / "tour.csv", "--config", config)[0]
        self.assertEqual(first["device"], "landscapeLeft")
        self.assertAlmostEqual(first["roll"], -90, delta=5)
        self.assertLess(first["gravity"]["y"], -0.8, "gravity stays in the panel's frame")
        self.file("o.conf", "[Orientation]\nnatural = up\nflat-enter = no\n")
        result = ctl("replay", "--config", config, FIXTURES / "tour.csv")
        self.assertEqual((result.returncode, result.stdout), (1, ""))
        self.assertIn(f"{config}:2: key 'natural' in [Orientation]: 'up' is not", result.stderr)
        self.assertIn(f"{config}:3: key 'flat-enter' in [Orientation]: 'no' is not", result.stderr)

    def test_a_file_that_is_no_configuration_fills_no_screen(self):
        config = self.file("o.conf", "nonsense\n" * 500)
        result = ctl("replay", "--config", config, FIXTURES / "tour.csv")
        lines = result.stderr.splitlines()
        self.assertEqual((result.returncode, len(lines)), (1, 21))
        self.assertTrue(all(line.startswith("orientationctl: ") for line in lines))
        self.assertEqual(lines[-1], "orientationctl: and 480 more like these")
        daemon = subprocess.run([DAEMON, "--check-config", "--config", config], capture_output=True, text=True, timeout=LIMIT)
        self.assertEqual((daemon.returncode, len(daemon.stderr.splitlines())), (1, 21))

    def test_score_says_where_there_is_no_truth(self):
        result = ctl("score", FIXTURES / "lap.csv", FIXTURES / "train.csv", FIXTURES / "tour.csv")
        self.assertEqual(result.returncode, 0)
        self.assertIn(f"no truth ({FIXTURES / 'lap.truth.csv'}) for {FIXTURES / 'lap.csv'} and 1 more", result.stderr)
        self.assertEqual(ctl("score", FIXTURES / "tour.csv").stderr, "")

    def test_json_before_and_after_the_command(self):
        path = FIXTURES / "tour.csv"
        lines = ctl("replay", "--json", path).stdout
        self.assertEqual(ctl("--json", "replay", path).stdout, lines)
        keys = ["t_ns", "device", "edge", "landscape", "reason", "confidence", "roll", "lean", "gravity"]
        for line in lines.splitlines():
            self.assertEqual(list(json.loads(line)), keys)
        last = json.loads(lines.splitlines()[-1])
        self.assertEqual((last["reason"], last["roll"], last["gravity"]), ("ended", None, None))


if __name__ == "__main__":
    unittest.main()
