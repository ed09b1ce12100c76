"""The daemon is stopped for a while, as by a debugger: afterwards it tells what is, and nobody is taken for dead.

`STOPPED_SECONDS` is for how long; `make soak` stops it for longer."""

import os
import signal
import subprocess
import threading
import time
import unittest

from harness import LIMIT, Daemon

# Longer than the five seconds after which a silent sensor counts as stalled.
SECONDS = float(os.environ.get("STOPPED_SECONDS", "10"))
POSES = {"portrait": (0, -1, 0), "landscapeLeft": (-1, 0, 0), "landscapeRight": (1, 0, 0), "portraitUpsideDown": (0, 1, 0)}


class Sensor(threading.Thread):
    """Samples at 25 Hz into a pipe, with the time as it is, whether somebody reads them or not."""

    def __init__(self, pipe):
        super().__init__()
        self.pipe, self.pose, self.running = pipe, "portrait", True
        pipe.write(b"# unit: g\n# convention: gravity\nt_ns,x,y,z\n")
        pipe.flush()

    def run(self):
        while self.running:
            now = time.clock_gettime_ns(time.CLOCK_BOOTTIME)
            self.pipe.write("{},{},{},{}\n".format(now, *POSES[self.pose]).encode())
            self.pipe.flush()
            time.sleep(0.04)

    def stop(self):
        self.running = False
        self.join()


class Stopped(unittest.TestCase):
    def test_the_newest_is_told_and_nothing_stalled(self):
        environment = {**os.environ, "WATCHDOG_USEC": "2000000"}
        with Daemon(source="-", stdin=subprocess.PIPE, environment=environment) as daemon, daemon.connect() as connection:
            sensor = Sensor(daemon.process.stdin)
            connection.send("org.orientationd.Monitor", {}, more=True)
            states = [connection.receive()["parameters"]["state"]]
            sensor.start()
            try:
                self.until(connection, states, "portrait")
                daemon.process.send_signal(signal.SIGSTOP)
                # What happens meanwhile is over when it goes on.
                for pose in ("landscapeLeft", "portraitUpsideDown", "landscapeRight"):
                    sensor.pose = pose
                    time.sleep(SECONDS / 3)
                self.empty(daemon.notify)
                daemon.process.send_signal(signal.SIGCONT)
                self.until(connection, states, "landscapeRight")
                self.watchdog_is_fed(daemon.notify)
                # It is up to date: what comes next is told as it comes.
                sensor.pose = "portrait"
                self.until(connection, states, "portrait")
            finally:
                sensor.stop()
                daemon.process.stdin.close()
            for before, after in zip(states, states[1:]):
                self.assertGreater(after["sequence"], before["sequence"])
                self.assertGreaterEqual(after["timestamp"], before["timestamp"])
            self.assertEqual([state["device"] for state in states if state["reason"] == "stalled"], [], "nothing stalled")
            self.assertEqual(states[-1]["missed"], 0)

    def until(self, connection, states, device):
        deadline = time.monotonic() + LIMIT
        while states[-1]["device"] != device:
            self.assertLess(time.monotonic(), deadline, states)
            states.append(connection.receive()["parameters"]["state"])

    @staticmethod
    def empty(notify):
        notify.setblocking(False)
        try:
            while True:
                notify.recv(4096)
        except BlockingIOError:
            notify.settimeout(LIMIT)

    def watchdog_is_fed(self, notify):
        for _ in range(3):
            while b"WATCHDOG=1" not in notify.recv(4096):
                pass


if __name__ == "__main__":
    unittest.main()
