"""Descriptors and memory run out: who comes last is told, who was there goes on."""

import contextlib
import os
import resource
import selectors
import time
import unittest
from pathlib import Path

from harness import FIXTURES, IS_SANITIZED, LIMIT, Daemon

SOURCE = f"replay:{FIXTURES / 'tour.csv'}"
MANY = "[Socket]\nmax-connections = 5000\nmax-connections-per-user = 5000\n"


def subscribe(daemon, **parameters):
    connection = daemon.connect()
    connection.send("org.orientationd.Monitor", parameters, more=True)
    connection.receive()
    return connection


def is_told(daemon, control, subscriber):
    """The subscriber hears of what somebody who was there before does."""
    for interface in ("landscapeLeft", "portrait"):
        reply = control.call("org.orientationd.Rotate", {"orientation": interface})
        assert "error" not in reply, reply
        while subscriber.receive()["parameters"]["state"]["interface"] != interface:
            pass


class Descriptors(unittest.TestCase):
    def setUp(self):
        self.daemon = Daemon(source=SOURCE, configuration=MANY)
        self.daemon.wait_ready()
        self.addCleanup(lambda: self.daemon.__exit__())
        self.control, self.subscriber = self.daemon.connect(), subscribe(self.daemon)
        self.control.call("org.orientationd.Get")
        self.addCleanup(self.control.socket.close)
        self.addCleanup(self.subscriber.socket.close)

    def limit(self, count):
        hard = resource.prlimit(self.daemon.process.pid, resource.RLIMIT_NOFILE)[1]
        resource.prlimit(self.daemon.process.pid, resource.RLIMIT_NOFILE, (count, hard))

    def open_descriptors(self):
        return len(os.listdir(f"/proc/{self.daemon.process.pid}/fd"))

    def wait_asleep(self, times):
        """The daemon waits for something to happen; one that goes round and round is never seen like that."""
        deadline = time.monotonic() + LIMIT
        while times:
            state = Path(f"/proc/{self.daemon.process.pid}/stat").read_text().rsplit(") ", 1)[1][0]
            if state == "S":
                times -= 1
                self.control.call("org.orientationd.Get")
            self.assertLess(time.monotonic(), deadline, "the daemon does not sleep any more")
            time.sleep(0.001)

    def test_new_clients_are_refused_by_name_and_old_ones_go_on(self):
        self.limit(self.open_descriptors() + 10)
        held, refused = [], []
        while len(refused) < 30:
            connection = self.daemon.connect()
            with contextlib.suppress(BrokenPipeError):
                connection.send("org.orientationd.Get")
            reply = connection.receive()
            (refused if "error" in reply else held).append(connection)
            if "error" in reply:
                self.assertEqual(reply["error"], "org.orientationd.TooManyConnections")
                self.assertEqual(reply["parameters"]["limit"], "descriptors")
                # One refusal, then the end; the request was not read.
                with contextlib.suppress(ConnectionResetError):
                    self.assertIsNone(connection.receive())
        self.assertEqual(len(held), 10)
        is_told(self.daemon, self.control, self.subscriber)
        self.wait_asleep(20)
        self.assertEqual(self.daemon.output().count("refused a client"), 1)
        for connection in held[:5]:
            connection.socket.close()
        for connection in refused:
            connection.socket.close()
        with self.daemon.connect() as fresh:
            self.assertIn("state", fresh.call("org.orientationd.Get")["parameters"], "there is room again")
        for connection in held:
            connection.socket.close()

    def test_with_none_left_to_refuse_with_new_clients_wait_and_nothing_spins(self):
        # Not even the descriptor that is kept for refusals can be opened again.
        self.limit(3)
        waiting = [self.daemon.connect() for _ in range(20)]
        for connection in waiting:
            connection.send("org.orientationd.Get")
        self.wait_asleep(20)
        is_told(self.daemon, self.control, self.subscriber)
        self.limit(1000)
        for connection in waiting:
            message = connection.receive()
            # The one that was there when the last one went may have been refused.
            self.assertTrue("state" in message["parameters"] or message["error"].endswith("TooManyConnections"))
            connection.socket.close()


class Memory(unittest.TestCase):
    @unittest.skipIf(IS_SANITIZED, "a sanitizer takes more memory than the limit")
    def test_requests_that_never_end_are_cut_off_before_memory_is(self):
        with Daemon(source=SOURCE, configuration=MANY) as daemon, daemon.connect() as control:
            subscriber = subscribe(daemon)
            is_told(daemon, control, subscriber)
            # Room for 48 MiB more; 1,500 clients with 60 KiB each would need 88.
            now = int(Path(f"/proc/{daemon.process.pid}/status").read_text().split("VmData:")[1].split()[0]) << 10
            resource.prlimit(daemon.process.pid, resource.RLIMIT_DATA, (now + (48 << 20), now + (48 << 20)))
            hogs = []
            for _ in range(1500):
                hog = daemon.connect()
                hog.send_bytes(b'{"method":"org.orientationd.Get","parameters":{"x":"' + b"x" * 60_000)
                hogs.append(hog)
            is_told(daemon, control, subscriber)
            watch = selectors.DefaultSelector()
            for hog in hogs:
                watch.register(hog.socket, selectors.EVENT_READ, hog)
            deadline = time.monotonic() + LIMIT
            while len(cut := [key.data for key, _ in watch.select(0.05)]) < 1200:
                self.assertLess(time.monotonic(), deadline, f"{len(cut)} are cut off")
            for hog in cut:
                reply = hog.receive()
                self.assertEqual((reply["error"], reply["parameters"]["limit"]), ("org.orientationd.RequestTooLarge", "memory"))
            # Who asks for little is served while the rest still holds what it may.
            with daemon.connect() as other:
                self.assertIn("state", other.call("org.orientationd.Get")["parameters"])
            for hog in hogs:
                hog.socket.close()
            subscriber.socket.close()
            self.assertEqual(daemon.stop(), 0)

    def test_a_subscription_cannot_be_made_large(self):
        with Daemon(source=SOURCE, configuration=MANY) as daemon:
            names = ["portraitUpsideDown"] * 2500
            with daemon.connect() as connection:
                reply = connection.call("org.orientationd.Monitor", {"supported": names}, more=True)
                self.assertEqual(reply["error"], "org.varlink.service.InvalidParameter")
                self.assertEqual(reply["parameters"]["parameter"], "supported")


if __name__ == "__main__":
    unittest.main()
