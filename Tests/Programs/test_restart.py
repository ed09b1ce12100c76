"""Restarts and crashes: subscribers keep their connections. The test is the service manager, as sd_notify(3) describes it."""

import os
import signal
import time
import unittest

from harness import Varlink
from manager import Manager

NO_SENSOR = "iio:there-is-no-such-sensor"
KEYS = ["sequence", "timestamp", "device", "edge", "landscape", "interface", "sessionInterface"]


class Restarts(unittest.TestCase):
    def setUp(self):
        self.manager = Manager()
        self.addCleanup(self.manager.close)

    def subscribe(self, **parameters):
        connection = Varlink(self.manager.path)
        self.addCleanup(connection.socket.close)
        connection.send("org.orientationd.Monitor", parameters, more=True)
        first = connection.receive()["parameters"]
        return connection, first["id"], self.known(connection, first["state"])

    def known(self, connection, state):
        while state["device"] == "unknown":
            state = connection.receive()["parameters"]["state"]
        return state

    def after_restart(self, connection, before):
        message = connection.receive()
        self.assertIsNotNone(message, "the connection ended")
        self.assertTrue(message["continues"])
        state = message["parameters"]["state"]
        self.assertGreaterEqual(state["sequence"], before["sequence"])
        self.assertTrue(state["generating"])
        return message["parameters"]

    def test_subscribers_outlive_the_process(self):
        for number in (signal.SIGKILL, signal.SIGTERM, signal.SIGKILL):
            if self.manager.process is None:
                self.manager.start()
                clients = [self.subscribe() for _ in range(5)]
                self.manager.wait(lambda: len(self.manager.connections()) == 5, "not all are kept")
            self.manager.end(number)
            self.manager.start()
            for index, (connection, identity, before) in enumerate(clients):
                after = self.after_restart(connection, before)
                self.assertEqual(after.get("id", identity), identity)
                # A recording begins again with each start of its sensor, always with portrait.
                state = self.known(connection, after["state"])
                self.assertEqual(state["device"], "portrait")
                clients[index] = (connection, identity, state)
        self.assertEqual(len(self.manager.connections()), 5)

    def test_masks_and_locks_come_along(self):
        self.manager.start()
        connection, identity, before = self.subscribe(supported=["landscape"])
        with Varlink(self.manager.path) as control:
            self.assertNotIn("error", control.call("org.orientationd.SetPreferred", {"id": identity, "preferred": "landscapeLeft"}))
            self.assertNotIn("error", control.call("org.orientationd.Lock", {"orientation": "portraitUpsideDown"}))
            lock = control.call("org.orientationd.Status")["parameters"]["lock"]
        self.assertEqual(lock, "portraitUpsideDown")
        self.manager.end(signal.SIGKILL)
        self.manager.start()
        self.after_restart(connection, before)
        with Varlink(self.manager.path) as control:
            self.manager.wait(
                lambda: control.call("org.orientationd.Status")["parameters"]["lock"] == lock, "the lock was forgotten")
            # The subscription is still known by its id, and to its user.
            self.assertNotIn("error", control.call("org.orientationd.EndSubscription", {"id": identity}))

    def test_what_is_told_after_a_crash_is_what_was_told_before(self):
        """Nothing turns by it: not the session that was rotated by hand, nor what a presenter shows."""
        for role in ("observer", "presenter"):
            with self.subTest(role), Varlink(self.manager.path) as connection:
                self.manager.start(NO_SENSOR)
                connection.send("org.orientationd.Monitor", {"role": role}, more=True)
                connection.receive()
                with Varlink(self.manager.path) as control:
                    control.call("org.orientationd.Rotate", {"orientation": "landscapeLeft"})
                    while (before := connection.receive()["parameters"]["state"])["phase"] != "did":
                        control.call("org.orientationd.TurnDone", {"change": before["change"]})
                for _ in range(3):
                    self.manager.end(signal.SIGKILL)
                    self.manager.start(NO_SENSOR)
                    after = connection.receive()["parameters"]["state"]
                    self.assertEqual([after[key] for key in KEYS], [before[key] for key in KEYS])
                    self.assertIsNone(after["phase"])
                # What is told next is the next change.
                with Varlink(self.manager.path) as control:
                    control.call("org.orientationd.Rotate", {"orientation": "portrait"})
                    told = connection.receive()["parameters"]["state"]
                    self.assertEqual((told["interface"], told["phase"], told["sequence"]), ("portrait", "will", before["sequence"] + 1))
                self.manager.end(signal.SIGTERM)

    def test_a_rotation_that_the_device_has_overtaken_is_over(self):
        arguments = ["--speed", "20"]
        for is_own in (False, True):
            with self.subTest(is_own=is_own):
                self.manager.start(arguments=arguments)
                connection, identity, state = self.subscribe(role="observer")
                with Varlink(self.manager.path) as control:
                    own = {"id": identity} if is_own else {}
                    self.assertNotIn("error", control.call("org.orientationd.Rotate", {"orientation": "portraitUpsideDown", **own}))
                while state["interface"] != "portraitUpsideDown":
                    state = connection.receive()["parameters"]["state"]
                while state["interface"] == "portraitUpsideDown":
                    state = connection.receive()["parameters"]["state"]
                self.manager.end(signal.SIGKILL)
                self.manager.start(arguments=arguments)
                while (state := connection.receive()["parameters"]["state"])["device"] != "portrait":
                    self.assertNotEqual(state["interface"], "portraitUpsideDown")
                self.manager.end(signal.SIGTERM)

    def test_what_was_answered_holds(self):
        self.manager.start(NO_SENSOR)
        for count, (method, orientation, lock) in enumerate([
            ("Lock", "landscapeLeft", "landscapeLeft"), ("Rotate", "portrait", "portrait"), ("Unlock", None, None),
            ("Rotate", "landscapeRight", None), ("Lock", None, "landscapeRight"), ("Unlock", None, None),
        ] * 3):
            with self.subTest(method=method, count=count):
                with Varlink(self.manager.path) as control:
                    parameters = {"orientation": orientation, "force": True} if method == "Rotate" else {}
                    if method == "Lock" and orientation:
                        parameters = {"orientation": orientation}
                    self.assertNotIn("error", control.call("org.orientationd." + method, parameters))
                    self.manager.end(signal.SIGKILL)
                self.manager.start(NO_SENSOR)
                with Varlink(self.manager.path) as control:
                    status = control.call("org.orientationd.Status")["parameters"]
                self.assertEqual(status["lock"], lock)
                if orientation or lock:
                    self.assertEqual(status["state"]["interface"], orientation or lock)

    def test_who_was_presented_and_has_left_leaves_what_was_beneath(self):
        self.manager.start(NO_SENSOR)
        with Varlink(self.manager.path) as presented:
            presented.send("org.orientationd.Monitor", {"presented": True, "supported": ["landscapeLeft"]}, more=True)
            self.assertEqual(presented.receive()["parameters"]["state"]["sessionInterface"], "portrait")
            for is_there in (True, False):
                self.manager.end(signal.SIGKILL)
                if not is_there:
                    os.close(self.manager.store.pop(self.manager.connections()[0]))
                self.manager.start(NO_SENSOR)
                with Varlink(self.manager.path) as control:
                    now = control.call("org.orientationd.Get")["parameters"]["state"]["sessionInterface"]
                self.assertEqual(now, "landscapeLeft" if is_there else "portrait")

    def test_requests_that_wait_come_along(self):
        self.manager.start()
        connection, identity, before = self.subscribe()
        connection.send("org.varlink.service.GetInfo")
        # Half of another one, which the next process gets the end of.
        connection.send_bytes(b'{"method":"org.varlink.serv')
        with Varlink(self.manager.path) as other:
            other.call("org.orientationd.Status")
        self.manager.end(signal.SIGKILL)
        self.manager.start()
        self.after_restart(connection, before)
        connection.send_bytes(b'ice.GetInfo"}\0')
        with Varlink(self.manager.path) as control:
            control.call("org.orientationd.EndSubscription", {"id": identity})
        replies = []
        while len(replies) < 2:
            message = connection.receive()
            if "product" in message["parameters"]:
                replies.append(message)

    def test_requests_that_came_with_the_subscription_come_along(self):
        self.manager.start()
        with Varlink(self.manager.path) as connection:
            connection.send_bytes(
                b'{"method":"org.orientationd.Monitor","more":true}\0{"method":"org.varlink.service.GetInfo"}\0')
            identity = connection.receive()["parameters"]["id"]
            self.manager.wait(lambda: self.manager.connections(), "not kept")
            self.manager.end(signal.SIGKILL)
            self.manager.start()
            with Varlink(self.manager.path) as control:
                control.call("org.orientationd.EndSubscription", {"id": identity})
            while "product" not in connection.receive()["parameters"]:
                pass

    def test_a_request_in_a_thousand_pieces_is_kept_for_what_it_weighs(self):
        self.manager.start()
        connection, _, _ = self.subscribe()
        connection.send_bytes(b"x" * 60_000)
        with Varlink(self.manager.path) as other:
            for _ in range(1000):
                connection.send_bytes(b"x")
                other.call("org.varlink.service.GetInfo")
        journals = [fields["FDNAME"] for fields in self.manager.states if fields.get("FDNAME", "").startswith("s") and "FDSTORE" in fields]
        # Of 61,000 bytes, each of them a number in its line.
        self.assertLess(len(journals), 5, journals)

    def test_who_leaves_is_forgotten(self):
        self.manager.start()
        first, second = self.subscribe(), self.subscribe()
        self.manager.wait(lambda: len(self.manager.connections()) == 2, "not all are kept")
        first[0].socket.close()
        self.manager.wait(lambda: len(self.manager.connections()) == 1, "one that left is kept")
        self.manager.end(signal.SIGTERM)
        self.manager.start()
        self.after_restart(second[0], second[2])
        second[0].socket.close()
        self.manager.wait(lambda: not self.manager.connections(), "one that left is kept")

    def test_who_leaves_while_the_manager_is_busy_does_no_harm(self):
        self.manager.start()
        clients = [self.subscribe() for _ in range(20)]
        self.manager.wait(lambda: len(self.manager.connections()) == 20, "not all are kept")
        self.manager.is_busy = True
        for connection, _, _ in clients:
            connection.socket.close()
        self.manager.wait(lambda: not self.manager.connections(), "one that left is kept")
        # A few rounds of the loop, with the descriptors of those who left still open elsewhere.
        for _ in range(5):
            with Varlink(self.manager.path) as other:
                self.assertNotIn("error", other.call("org.orientationd.Status"))
        self.assertIsNone(self.manager.process.poll())

    def test_who_is_cut_off_sees_the_end_also_while_the_manager_is_busy(self):
        self.manager.start()
        connection, _, _ = self.subscribe()
        self.manager.wait(lambda: len(self.manager.connections()) == 1, "not kept")
        self.manager.is_busy = True
        connection.send_bytes(b"x" * 70_000)
        replies = []
        while (message := connection.receive()) is not None:
            replies.append(message)
        self.assertEqual(replies[-1].get("error"), "org.orientationd.RequestTooLarge")
        self.assertTrue(self.manager.forgotten, "the manager has the connection still")
        with self.assertRaises(BrokenPipeError):
            while True:
                connection.send_bytes(b"x" * 1000)
                time.sleep(0.01)

    def test_a_broken_journal_ends_nobody_else(self):
        self.manager.start()
        connection, _, before = self.subscribe()
        self.manager.wait(lambda: len(self.manager.connections()) == 1, "not kept")
        self.manager.end(signal.SIGKILL)
        journal = next(name for name in self.manager.store if name.startswith("s"))
        os.write(self.manager.store[journal], b'{"state":1}\nnonsense\n{"subscribed":')
        self.manager.start()
        self.after_restart(connection, before)

    def test_many_changes_keep_the_journal_small(self):
        self.manager.start()
        connection, identity, before = self.subscribe()
        with Varlink(self.manager.path) as control:
            for index in range(3000):
                control.call("org.orientationd.Rotate", {"orientation": "portrait" if index % 2 else "landscapeLeft"})
        self.manager.end(signal.SIGKILL)
        sizes = [os.fstat(number).st_size for name, number in self.manager.store.items() if name.startswith("s")]
        self.assertEqual(len(sizes), 1)
        self.assertLess(sizes[0], 300_000)
        self.manager.start()
        # What the kernel had taken for this reader comes first; then the present state.
        sequences = []
        while not sequences or sequences[-1] < before["sequence"] + 3000:
            sequences.append(connection.receive()["parameters"]["state"]["sequence"])
        self.assertEqual(sequences, sorted(sequences))


if __name__ == "__main__":
    unittest.main()
