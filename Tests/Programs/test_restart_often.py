"""A hundred crashes under two hundred subscribers, with the service manager's store of descriptors."""

import json
import random
import selectors
import signal
import time
import unittest

from harness import LIMIT, Varlink
from manager import Manager

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
    def test_a_hundred_crashes_lose_nobody(self):
        manager = Manager()
        self.addCleanup(manager.close)
        chance = random.Random(1)
        settings = "[Socket]\nmax-connections-per-user = 1000\n"
        manager.start(configuration=settings)
        crowd = Crowd(manager)
        self.addCleanup(crowd.close)
        manager.wait(lambda: len(manager.connections()) == SUBSCRIBERS, "not all are kept")
        for crash in range(CRASHES):
            interface = ["portrait", "landscapeLeft", "landscapeRight"][crash % 3]
            with Varlink(manager.path) as control:
                control.send("org.orientationd.Rotate", {"orientation": interface, "force": True})
                # Sometimes it dies while it tells everybody, sometimes after that.
                if chance.random() < 0.5:
                    control.receive()
                if chance.random() < 0.5:
                    crowd.read_until(lambda: crowd.last[SUBSCRIBERS - 1]["interface"] == interface, "the last one is not told")
            manager.end(signal.SIGKILL)
            crowd.read()
            manager.start(configuration=settings)
        self.assertEqual(len(manager.connections()), SUBSCRIBERS)

        with Varlink(manager.path) as control:
            control.call("org.orientationd.Rotate", {"orientation": "portraitUpsideDown"})

            def present():
                return control.call("org.orientationd.Get")["parameters"]["state"]

            keys = ["sequence", "timestamp", "device", "edge", "landscape", "interface", "sessionInterface"]

            def all_know():
                now = present()
                return all([state[key] for key in keys] == [now[key] for key in keys] for state in crowd.last.values())

            crowd.read_until(all_know, "somebody has a stale last state")
            self.assertGreater(present()["sequence"], CRASHES)
            self.assertEqual(control.call("org.orientationd.Status")["parameters"]["subscribers"], SUBSCRIBERS)


if __name__ == "__main__":
    unittest.main()
