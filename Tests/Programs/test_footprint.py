"""What the daemon must not bring along, because it costs memory in every process; `make bench` has the figures."""

import subprocess
import time
import unittest

from harness import DAEMON, LIMIT, Daemon, ctl


class Footprint(unittest.TestCase):
    def test_libiio_is_loaded_only_for_other_machines(self):
        needed = subprocess.run(["readelf", "-d", DAEMON], capture_output=True, text=True, check=True).stdout
        self.assertIn("libsystemd", needed)
        self.assertNotIn("libiio", needed)

    def test_no_regular_expressions_and_no_foundation(self):
        # Such as `path.contains("/event")` with a text for an argument, which links a parser of a megabyte.
        symbols = subprocess.run(["nm", "--undefined-only", DAEMON], capture_output=True, text=True, check=True).stdout
        self.assertIn("$ss", symbols)
        for module in "17_StringProcessingE", "10Foundation", "20FoundationEssentials":
            self.assertNotIn(module, symbols)

    def test_libiio_does_not_print_by_itself(self):
        with Daemon(source="iio:usb:zz") as daemon:
            deadline = time.monotonic() + LIMIT
            while "no sensors of usb:zz" not in (status := ctl("--socket", daemon.path, "status").stdout):
                if "cannot be loaded" in status:
                    self.skipTest("libiio is not installed")
                self.assertLess(time.monotonic(), deadline, status)
                time.sleep(0.05)
            for line in daemon.output().splitlines():
                self.assertTrue(line.startswith("orientationd: "), line)


if __name__ == "__main__":
    unittest.main()
