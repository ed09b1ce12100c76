"""orientationctl simulate without a kernel that could: scripts as recordings, and what it says where something is missing."""

import os
import tempfile
import unittest
from pathlib import Path

from harness import ctl, replay


class Simulate(unittest.TestCase):
    def setUp(self):
        directory = tempfile.TemporaryDirectory()
        self.addCleanup(directory.cleanup)
        self.file = Path(directory.name) / "out.csv"

    def changes(self, script, *arguments):
        result = ctl("simulate", "--script", script, "--trace", self.file, *arguments)
        self.assertEqual((result.returncode, result.stderr), (0, ""))
        return [state["device"] for state in replay(self.file) if state["reason"] not in ("sideChanged", "ended")]

    def test_a_script_is_what_it_says(self):
        self.assertEqual(
            self.changes("portrait 2s; roll 90deg 0.5s; hold 1s; faceUp over 1s; hold 1s; landscapeLeft over 1s; hold 1s"),
            ["portrait", "landscapeRight", "faceUp", "landscapeLeft"])
        self.assertEqual(self.changes("portrait 2s; shake 0.4g 3s; hold 1s"), ["portrait"])

    def test_faults_do_not_turn_it(self):
        self.assertEqual(self.changes("portrait 5s", "--garbage", "7"), ["portrait"])
        self.assertIn("32767", self.file.read_text())
        self.assertEqual(self.changes("portrait 2s; faceUp 2s", "--saturate", "0.9"), ["portrait", "faceUp"])
        self.assertNotIn("-1000", self.file.read_text())

    def test_it_goes_into_a_daemon_through_a_pipe(self):
        text = ctl("simulate", "--script", "landscapeLeft 1s", "--trace", "-").stdout
        self.assertEqual(text.splitlines()[-1], "1000000000,-1000,0,0")

    def test_usage(self):
        for arguments, reason in (
            (("--script", "spin 1s"), "statement 1: 'spin' is not one of portrait,"),
            (("--script", "portrait 1s", "x.csv"), "either a recording or --script"),
            (("--fault", "melt@5"), "'melt@5' is not KIND@SECONDS with one of stall, resume, unplug, plug"),
            (("--trace", "x.csv"), "--trace needs --script"), (("--keyboard",), "--keyboard needs a terminal"),
            (("--saturate", "0"), "is not a number"), (("--garbage", "0"), "is not a number"),
        ):
            result = ctl("simulate", *arguments)
            self.assertEqual(result.returncode, 2, arguments)
            self.assertIn(reason, result.stderr)

    @unittest.skipIf(os.path.exists("/dev/uhid"), "this kernel can")
    def test_where_the_kernel_cannot_it_says_what_to_do(self):
        for options, node, modules in (((), "/dev/uhid", "uhid"), (("--input",), "/dev/uinput", "uinput"), (("--switches",), "/dev/uinput", "uinput")):
            if os.path.exists(node):
                continue
            with self.subTest(options):
                result = ctl("simulate", *options)
                self.assertEqual(result.returncode, 3)
                self.assertIn(f"this kernel offers no {node}", result.stderr)
                self.assertIn(f"modprobe -a {modules}", result.stderr)
                self.assertEqual(len(result.stderr.splitlines()), 1)


if __name__ == "__main__":
    unittest.main()
