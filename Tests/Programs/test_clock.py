"""The realtime clock is set, forwards and back: nobody notices, because nothing goes by it."""

import os
import subprocess
import tempfile
import time
import unittest
from pathlib import Path

from harness import FIXTURES, ROOT, Daemon, follow, reduced, replay

TOUR = FIXTURES / "tour.csv"


class Clock(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.directory = tempfile.TemporaryDirectory()
        cls.shim = Path(cls.directory.name, "clock.so")
        source = ROOT / "Tests" / "Programs" / "clock_shim.c"
        subprocess.run(["cc", "-shared", "-fPIC", "-Wall", "-Wextra", "-Werror", "-o", cls.shim, source], check=True)

    @classmethod
    def tearDownClass(cls):
        cls.directory.cleanup()

    def daemon(self, *arguments, **options):
        return Daemon(*arguments, environment={**os.environ, "LD_PRELOAD": str(self.shim)}, **options)

    def test_the_shim_does_what_it_says(self):
        seconds = {int(subprocess.run(["date", "+%s"], env={"LD_PRELOAD": str(self.shim)}, capture_output=True).stdout) for _ in range(2)}
        self.assertTrue(all(abs(second - time.time()) > 80_000 for second in seconds), seconds)

    def test_changes_and_their_times_are_as_ever(self):
        # As fast as it goes, and in the time of the recording, where every sample waits for its timer.
        for speed in ("max", "30"):
            with self.subTest(speed), self.daemon("--speed", speed, source=f"replay:{TOUR}") as daemon:
                states = follow(daemon)
                expected = [reduced(change, "t_ns") for change in replay(TOUR)]
                self.assertEqual([reduced(state, "timestamp") for state in states], expected)

    def test_waits_end_in_time_and_not_before(self):
        # Samples never come, so a wait ends by its timer alone.
        read, write = os.pipe()
        with self.daemon(source="-", stdin=read) as daemon, daemon.connect() as connection:
            os.write(write, b"# unit: g\n# convention: gravity\nt_ns,x,y,z\n")
            for _ in range(10):
                before = time.monotonic()
                reply = connection.call("org.orientationd.Get", {"wait": 100})
                self.assertGreaterEqual(time.monotonic() - before, 0.1)
                self.assertEqual(reply["parameters"]["state"]["device"], "unknown")
            status = connection.call("org.orientationd.Status")["parameters"]
            self.assertGreater(status["uptime"], 0)
            self.assertLess(status["uptime"], 3_600_000_000_000)
        os.close(read)
        os.close(write)


if __name__ == "__main__":
    unittest.main()
