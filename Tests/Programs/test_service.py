"""The life of the service: holding, slow readers, signals, and clients that nobody here wrote."""

import json
import os
import signal
import socket
import subprocess
import tempfile
import unittest

import varlink
from harness import DAEMON, FIXTURES, LIMIT, ROOT, Daemon, ctl, follow, reduced, replay

TOUR = FIXTURES / "tour.csv"


class Holding(unittest.TestCase):
    def status(self, daemon):
        with daemon.connect() as connection:
            return connection.call("org.orientationd.Status")["parameters"]

    def test_the_sensor_runs_while_somebody_holds_it(self):
        with Daemon(source=f"replay:{TOUR}") as daemon:
            self.assertFalse(self.status(daemon)["state"]["generating"])
            first, second = daemon.connect(), daemon.connect()
            for connection in (first, second):
                connection.send("org.orientationd.Monitor", {}, more=True)
                self.assertTrue(connection.receive()["parameters"]["state"]["generating"])
            status = self.status(daemon)
            self.assertEqual((status["subscribers"], status["holders"]), (2, 2))
            first.socket.close()
            second.socket.shutdown(socket.SHUT_RDWR)
            daemon.wait_output("sensor off")
            status = self.status(daemon)
            self.assertEqual((status["subscribers"], status["state"]["generating"]), (0, False))
            self.assertEqual((status["state"]["device"], status["state"]["reason"]), ("unknown", "released"))
            second.socket.close()

    def test_a_wait_holds_it_for_one_reading(self):
        with Daemon(source=f"replay:{TOUR}") as daemon, daemon.connect() as connection:
            self.assertEqual(connection.call("org.orientationd.Get")["parameters"]["state"]["device"], "unknown")
            self.assertEqual(connection.call("org.orientationd.Get", {"wait": 5000})["parameters"]["state"]["device"], "portrait")
            # Let go of together with the answer.
            self.assertEqual(connection.call("org.orientationd.Get")["parameters"]["state"]["device"], "unknown")
            self.assertFalse(self.status(daemon)["state"]["generating"])
            self.assertNotIn("sensor o", daemon.output(), "a single reading is no news for the log")

    def test_a_killed_subscriber_lets_go(self):
        with Daemon(source=f"replay:{TOUR}") as daemon:
            pid = os.fork()
            if pid == 0:
                connection = daemon.connect()
                connection.send("org.orientationd.Monitor", {}, more=True)
                connection.receive()
                os.kill(os.getpid(), signal.SIGKILL)
            os.waitpid(pid, 0)
            daemon.wait_output("sensor off")


class SlowReaders(unittest.TestCase):
    def accounted(self, states):
        """Never an old state after a newer one, and a true count of those in between."""
        for before, after in zip(states, states[1:]):
            self.assertGreater(after["sequence"], before["sequence"])
            self.assertEqual(after["missed"], after["sequence"] - before["sequence"] - 1)

    def test_a_slow_reader_gets_the_newest_and_slows_nobody(self):
        # At 200 times the speed the tour, again and again, makes thousands of changes.
        with Daemon("--speed", "200", "--loop", source=f"replay:{TOUR}") as daemon:
            slow, quick = daemon.connect(), daemon.connect()
            slow.send("org.orientationd.Monitor", {}, more=True)
            quick.send("org.orientationd.Monitor", {}, more=True)
            quick.receive()
            seen = []
            while len(seen) < 400:
                state = quick.receive()["parameters"]["state"]
                seen.append(state)
            # On a busy machine it may be late as well now and then, and is told so.
            self.accounted(seen)
            sequences = [state["sequence"] for state in seen]
            self.assertLess(sequences[-1] - sequences[0], 2 * len(seen), "it gets most of them, whatever the other one does")
            states = []
            while not states or states[-1]["sequence"] < sequences[-1]:
                state = slow.receive()["parameters"]["state"]
                states.append(state)
            self.accounted(states)
            self.assertLess(len(states), 100, "it did not get them all")
            slow.socket.close()
            quick.socket.close()


class Signals(unittest.TestCase):
    def test_term_and_int_end_it_with_everything_off(self):
        for number in (signal.SIGTERM, signal.SIGINT):
            daemon = Daemon(source=f"replay:{TOUR}")
            daemon.wait_ready()
            connection = daemon.connect()
            connection.send("org.orientationd.Monitor", {}, more=True)
            connection.receive()
            self.assertEqual(daemon.stop(number), 0)
            while connection.receive() is not None:
                pass
            self.assertFalse(daemon.path.exists(), "the socket goes with it")


class Logs(unittest.TestCase):
    def test_nobody_reading_the_log_harms_nothing(self):
        for is_closed in (False, True):
            with tempfile.TemporaryDirectory() as directory:
                path = os.path.join(directory, "socket")
                config = os.path.join(directory, "conf")
                open(config, "w").close()
                read_end, write_end = os.pipe()
                daemon = subprocess.Popen(
                    [DAEMON, "--config", config, "--socket", path, "--source", f"replay:{TOUR}"], stderr=write_end)
                try:
                    line = b""
                    while b"listening" not in line:
                        line = os.read(read_end, 4096)
                    if is_closed:
                        os.close(read_end)
                    else:
                        os.set_blocking(write_end, False)
                        with self.assertRaises(BlockingIOError):
                            while True:
                                os.write(write_end, b"x" * 4096)
                        os.set_blocking(write_end, True)
                    for _ in range(3):
                        self.assertEqual(ctl("--socket", path, "get").stdout, "portrait\n")
                finally:
                    daemon.terminate()
                    self.assertEqual(daemon.wait(LIMIT), 0)
                    os.close(write_end)
                    if not is_closed:
                        os.close(read_end)


class InterfaceFile(unittest.TestCase):
    def test_it_is_served_as_it_is(self):
        text = (ROOT / "Sources/OrientationService/org.orientationd.varlink").read_text()
        with Daemon(source=f"replay:{TOUR}") as daemon, daemon.connect() as connection:
            reply = connection.call("org.varlink.service.GetInterfaceDescription", {"interface": "org.orientationd"})
            self.assertEqual(reply["parameters"]["description"], text)
            info = connection.call("org.varlink.service.GetInfo")["parameters"]
            self.assertEqual(info["interfaces"], ["org.varlink.service", "org.orientationd"])
            for key in ("vendor", "product", "version", "url"):
                self.assertTrue(info[key])


class PythonLibrary(unittest.TestCase):
    """The package `varlink` from PyPI, as its users would use it."""

    def test_it_gets_the_same_changes_as_orientationctl(self):
        with Daemon("--speed", "max", source=f"replay:{TOUR}") as daemon:
            client = varlink.Client.new_with_address(f"unix:{daemon.path}")
            with client.open("org.orientationd") as orientation:
                states = []
                for reply in orientation.Monitor(_more=True):
                    states.append(reply["state"])
                    if reply["state"]["reason"] == "ended":
                        break
            lines = ctl("--socket", daemon.path, "monitor", "--json").stdout.splitlines()
            ours = [json.loads(line) for line in lines]
            self.assertEqual(
                [reduced(state, "timestamp") for state in states], [reduced(state, "timestamp") for state in ours])

    def test_errors_arrive_by_name(self):
        with Daemon(source="iio:none") as daemon:
            client = varlink.Client.new_with_address(f"unix:{daemon.path}")
            with client.open("org.orientationd") as orientation:
                with self.assertRaises(varlink.VarlinkError) as caught:
                    orientation.Get(wait=100)
                self.assertEqual(caught.exception.error(), "org.orientationd.NoSensor")


if __name__ == "__main__":
    unittest.main()
