"""The examples, as people would use them."""

import os
import subprocess
import tempfile
import unittest
from pathlib import Path

from harness import FIXTURES, LIMIT, ROOT, Daemon, replay

TOUR = FIXTURES / "tour.csv"


class Examples(unittest.TestCase):
    def devices(self, command):
        """What the command prints until the recording has ended, a device a line."""
        with Daemon("--speed", "max", source=f"replay:{TOUR}") as daemon:
            process = subprocess.Popen([*command, str(daemon.path)], stdout=subprocess.PIPE, text=True)
            try:
                lines = []
                # It begins and ends with nothing known.
                for line in process.stdout:
                    if lines and line.startswith("unknown"):
                        return lines
                    if not line.startswith("unknown"):
                        lines.append(line.rstrip("\n"))
                raise AssertionError(f"it ended after {lines}")
            finally:
                process.kill()
                process.wait(LIMIT)
                process.stdout.close()

    def expected(self, form):
        return [form(state) for state in replay(TOUR) if state["device"] != "unknown"]

    def test_the_c_program(self):
        with tempfile.TemporaryDirectory() as directory:
            program = Path(directory) / "follow"
            source = ROOT / "Examples" / "follow.c"
            self.assertLessEqual(len(source.read_text().splitlines()), 60)
            flags = subprocess.run(["pkg-config", "--cflags", "--libs", "jansson"], capture_output=True, text=True, check=True).stdout.split()
            subprocess.run(["cc", "-Wall", "-Wextra", "-Werror", "-o", program, source, *flags], check=True)
            self.assertEqual(
                self.devices([program]), self.expected(lambda state: f"{state['device']} (edge {state['edge']}): {state['reason']}"))

    def test_the_swift_program(self):
        program = Path(os.environ["ORIENTATIONCTL"]).parent / "orientation-follow"
        self.assertEqual(
            self.devices([program]),
            self.expected(lambda state: f"{state['device']} (edge {state['edge']}): {state['reason']}"))

    def test_the_swift_program_without_a_daemon(self):
        program = Path(os.environ["ORIENTATIONCTL"]).parent / "orientation-follow"
        result = subprocess.run([program, "/nonexistent"], capture_output=True, text=True, timeout=LIMIT)
        self.assertEqual(
            (result.returncode, result.stdout, result.stderr),
            (1, "orientation-follow: cannot connect to /nonexistent: No such file or directory\n", ""))

    def test_the_shell_script(self):
        self.assertEqual(self.devices([ROOT / "Examples" / "follow.sh"]), self.expected(lambda state: state["device"]))


if __name__ == "__main__":
    unittest.main()
