"""orientationctl monitor without a terminal: it outlives a restart of the daemon, and says what its command did."""

import subprocess
import threading
import unittest

from harness import CTL, FIXTURES, LIMIT, Daemon

TOUR = FIXTURES / "tour.csv"


class Monitor(unittest.TestCase):
    def start(self, daemon, *arguments):
        process = subprocess.Popen(
            [CTL, "--socket", str(daemon.path), "monitor", *arguments], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
            stderr=subprocess.PIPE, text=True)

        # Whoever waits for a line of it sees the end of its lines then.
        limit = threading.Timer(LIMIT, process.kill)
        limit.start()

        def end():
            limit.cancel()
            process.kill()
            process.communicate(timeout=LIMIT)

        self.addCleanup(end)
        return process

    def until(self, stream, wanted):
        for line in stream:
            if wanted in line:
                return line
        self.fail(f"never {wanted!r}")

    def test_it_outlives_a_restart_of_the_daemon(self):
        with Daemon("--loop", source=f"replay:{TOUR}") as daemon:
            for arguments in ((), ("--json",), ("--exec", "echo ran $ORIENTATION_DEVICE")):
                with self.subTest(arguments):
                    process = self.start(daemon, *arguments)
                    wanted = "ran portrait" if arguments[:1] == ("--exec",) else "firstReading"
                    self.until(process.stdout, wanted)
                    daemon.kill_and_start_again()
                    self.until(process.stderr, "the daemon closed the connection; waiting for it to come back")
                    self.until(process.stdout, wanted)

    def test_it_can_be_ended_while_it_waits(self):
        with Daemon("--loop", source=f"replay:{TOUR}") as daemon:
            process = self.start(daemon)
            self.until(process.stdout, "firstReading")
            daemon.stop()
            self.until(process.stderr, "waiting for it to come back")
            process.terminate()
            self.assertEqual(process.wait(LIMIT), -15)

    def test_a_command_that_fails_is_told(self):
        with Daemon("--loop", source=f"replay:{TOUR}") as daemon:
            for command, ending in (("exit 3", "'exit 3' ended with status 3"), ("kill -9 $$", "'kill -9 $$' ended with signal 9")):
                self.until(self.start(daemon, "--exec", command).stderr, ending)


if __name__ == "__main__":
    unittest.main()
