"""A hundred crashes under two hundred subscribers, with the service manager's store of descriptors."""

import json
import random
import select
import selectors
import signal
import time
import unittest

from harness import LIMIT, Varlink
from manager import TOUR, Manager

SUBSCRIBERS = 200
CRASHES = 100


class Crowd:
    """Subscribers that read all the time, and what each of them read last."""

    def __init__(self, manager):
        self.selector = selectors.DefaultSelector()
        self.last = {}
        self.connections = []
        for index in range(SUBSCRIBERS):
            connection = Varlink(manager.path)
            connection.send("org.orientationd.Monitor", {}, more=True)
            self.last[index] = connection.receive()["parameters"]["state"]
            connection.socket.setblocking(False)
            self.connections.append(connection)
            self.selector.register(connection.socket, selectors.EVENT_READ, index)

    def read(self, timeout=0):
        """Everything that has come."""
        for key, _ in self.selector.select(timeout):
            connection = self.connections[key.data]
            data = connection.socket.recv(1 << 20)
            if not data:
                raise AssertionError(f"subscriber {key.data} lost its connection")
            *messages, connection.buffer = (connection.buffer + data).split(b"\0")
            for message in messages:
                self.take(key.data, json.loads(message))

    def take(self, index, message):
        if not message.get("continues"):
            raise AssertionError(f"subscriber {index} lost its subscription: {message}")
        state, before = message["parameters"]["state"], self.last[index]
        if state["sequence"] < before["sequence"]:
            raise AssertionError(f"subscriber {index} read {state['sequence']} after {before['sequence']}")
        self.last[index] = state

    def read_until(self, condition, what):
        deadline = time.monotonic() + LIMIT
        while not condition():
            if time.monotonic() > deadline:
                raise AssertionError(what)
            self.read(0.05)

    def close(self):
        for connection in self.connections:
            connection.socket.close()


class Crashes(unittest.TestCase):
    def setUp(self):
        self.manager = Manager()
        self.addCleanup(self.manager.close)

    def start(self, has_sensor):
        source = f"replay:{TOUR}" if has_sensor else "iio:there-is-no-such-sensor"
        self.manager.start(source, "[Socket]\nmax-connections-per-user = 1000\n")

    def call(self, method, **parameters):
        with Varlink(self.manager.path) as control:
            return control.call("org.orientationd." + method, parameters)["parameters"]

    def rotate_and_crash(self, crowd, moment, interface):
        """It dies before it has told anybody, while it tells everybody, or after that."""
        with Varlink(self.manager.path) as control:
            control.send("org.orientationd.Rotate", {"orientation": interface, "force": True})
            match moment:
                case 1:
                    select.select([crowd.connections[0].socket], [], [], LIMIT)
                case 2:
                    control.receive()
                case 3:
                    control.receive()
                    now = self.call("Get")["state"]["sequence"]
                    crowd.read_until(lambda: crowd.last[SUBSCRIBERS - 1]["sequence"] >= now, "the last one is not told")
            self.manager.end(signal.SIGKILL)

    def all_know(self, crowd):
        """Whether everybody's last state is the present one."""
        now = self.call("Get")["state"]
        keys = ["sequence", "timestamp", "device", "edge", "landscape", "interface", "sessionInterface"]
        return all([state[key] for key in keys] == [now[key] for key in keys] for state in crowd.last.values())

    def test_a_hundred_crashes_lose_nobody(self):
        chance = random.Random(1)
        self.start(has_sensor=True)
        crowd = Crowd(self.manager)
        self.addCleanup(crowd.close)
        self.manager.wait(lambda: len(self.manager.connections()) == SUBSCRIBERS, "not all are kept")
        for crash in range(CRASHES):
            self.rotate_and_crash(crowd, chance.randrange(4), ["portrait", "landscapeLeft", "landscapeRight"][crash % 3])
            crowd.read()
            self.start(has_sensor=crash % 2 == 1)
            # Where no sensor brings anything new, nobody is left with what was before the crash all the same.
            if crash % 2 == 0:
                crowd.read_until(lambda: self.all_know(crowd), f"somebody has a stale last state after crash {crash}")
        self.assertEqual(len(self.manager.connections()), SUBSCRIBERS)
        self.call("Rotate", orientation="portraitUpsideDown")
        crowd.read_until(lambda: self.all_know(crowd), "somebody has a stale last state")
        self.assertGreater(self.call("Get")["state"]["sequence"], CRASHES / 2)
        self.assertEqual(self.call("Status")["subscribers"], SUBSCRIBERS)


if __name__ == "__main__":
    unittest.main()
