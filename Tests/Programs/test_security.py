"""What a hostile local user can reach: the threats of docs/security.md that no other test is about."""

import json
import os
import subprocess
import sys
import time
import unittest

from harness import IS_SANITIZED, LIMIT
from test_interface import OURS, SERVICE, Held

NOBODY = 65534
DENIED = SERVICE + "PermissionDenied"


def as_nobody(code, path):
    """What `code` gives when another user runs it with `call(method, **parameters)` and `connect()`."""
    with start_as_nobody(code, path) as process:
        output, errors = process.communicate(timeout=LIMIT)
    assert process.returncode == 0, errors
    return json.loads(output)


def start_as_nobody(code, path):
    script = f"""
import json, os, sys
sys.path.insert(0, {os.path.dirname(__file__)!r})
from harness import Varlink
os.setgroups([]); os.setgid({NOBODY}); os.setuid({NOBODY})
def connect():
    return Varlink({str(path)!r})
def call(method, **parameters):
    with connect() as connection:
        return connection.call({OURS!r} + method, parameters)
print(json.dumps({code}))
"""
    return subprocess.Popen(
        [sys.executable, "-B", "-c", script], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


@unittest.skipUnless(os.geteuid() == 0, "only root can be somebody else for a while")
class RawGravity(unittest.TestCase):
    """Vibrations of a tablet tell what is typed on it."""

    def test_others_see_the_gravity_of_the_last_change_however_they_ask(self):
        with Held() as daemon, daemon.subscribe() as subscriber:
            daemon.hold("portrait")
            while subscriber.state["device"] != "portrait":
                subscriber.next()
            told = subscriber.state["gravity"]
            # It leans by some degrees, which is no change.
            for _ in range(50):
                daemon.time += 20_000_000
                daemon.write(f"{daemon.time},0,-0.99,-0.14\n")
            deadline = time.monotonic() + LIMIT
            while daemon.call("Get")["parameters"]["state"]["gravity"] == told:
                self.assertLess(time.monotonic(), deadline, "root sees it move")
            states = as_nobody("[call('Get', wait=100), call('Get'), call('Status')]", daemon.path)
            for reply in states:
                self.assertEqual(reply["parameters"]["state"]["gravity"], told)
            for code in ("call('Explain')", "[m.send('org.orientationd.Samples', {}, more=True) or m.receive() for m in [connect()]][0]",
                         "[m.send('org.orientationd.Monitor', {'gravity': 100}, more=True) or m.receive() for m in [connect()]][0]"):
                self.assertEqual(as_nobody(code, daemon.path)["error"], DENIED, code)


@unittest.skipUnless(os.geteuid() == 0, "only root can be somebody else for a while")
class Crowding(unittest.TestCase):
    def test_one_user_cannot_keep_the_others_out(self):
        with Held() as daemon:
            refused = as_nobody("[held[-1].receive() for held in [[connect() for _ in range(70)]]][0]", daemon.path)
            self.assertEqual(refused["error"], OURS + "TooManyConnections")
            self.assertEqual(refused["parameters"], {"limit": "max-connections-per-user", "allowed": 64})
            # While somebody holds all that one user may, others come in.
            code = "[print(held[0].call('org.orientationd.Get'), flush=True) or sys.stdin.read() for held in [[connect() for _ in range(64)]]][0]"
            with start_as_nobody(code, daemon.path) as crowd:
                self.assertIn("'state'", crowd.stdout.readline())
                self.assertIn("state", daemon.call("Get")["parameters"])
                crowd.communicate(timeout=LIMIT)


class Nonsense(unittest.TestCase):
    """Numbers, texts and trees that are not what they should be; each gets a named error, and the next one is served."""

    # What is refused: a member of the parameters, or of the message, or all of it.
    REQUESTS = {
        "a number beyond 64 bits": ("message", b'{"method":"org.orientationd.Get","parameters":{"wait":99999999999999999999}}'),
        "a number beyond a double": ("message", b'{"method":"org.orientationd.Monitor","more":true,"parameters":{"gravity":1e999}}'),
        "a number with a fraction": ("wait", b'{"method":"org.orientationd.Get","parameters":{"wait":0.5}}'),
        "a rate of nothing": ("gravity", b'{"method":"org.orientationd.Monitor","more":true,"parameters":{"gravity":0}}'),
        "a rate below nothing": ("gravity", b'{"method":"org.orientationd.Monitor","more":true,"parameters":{"gravity":-1e308}}'),
        "a wait of 292 years": ("wait", b'{"method":"org.orientationd.Get","parameters":{"wait":9223372036854775807}}'),
        "a wait before now": ("wait", b'{"method":"org.orientationd.Get","parameters":{"wait":-9223372036854775808}}'),
        "a change that never was": ("change", b'{"method":"org.orientationd.TurnDone","parameters":{"change":9223372036854775807,"id":"ID"}}'),
        "a change before the first": ("change", b'{"method":"org.orientationd.TurnDone","parameters":{"change":-1,"id":"ID"}}'),
        "a tree of 33 levels": ("message", b'{"method":"org.orientationd.Get","parameters":{"wait":' + b"[" * 31 + b"]" * 31 + b"}}"),
        "a tree of 30,000 levels": ("message", b'{"method":"org.orientationd.Get","parameters":' + b"[" * 30_000 + b"]" * 30_000 + b"}"),
        "bytes that are no text": ("message", b'{"method":"org.orientationd.EndSubscription","parameters":{"id":"\xff\xfe\xc0\x80"}}'),
        "half a character": ("message", b'{"method":"org.orientationd.EndSubscription","parameters":{"id":"\\ud800"}}'),
        "a zero in a text": ("message", b'{"method":"org.orientationd.EndSubscription","parameters":{"id":"\\u0000"}}'),
        "two of one name": ("message", b'{"method":"org.orientationd.Get","method":"org.orientationd.Lock"}'),
        "a method of three": ("method", b'{"method":["org.orientationd.Get",1,2]}'),
        "many members": ("0", b'{"method":"org.orientationd.Get","parameters":{' + b",".join(b'"%d":0' % i for i in range(5000)) + b"}}"),
    }

    def test_each_is_refused_for_what_is_wrong_in_it(self):
        with Held() as daemon, daemon.subscribe(role="presenter") as presenter:
            for name, (parameter, request) in self.REQUESTS.items():
                with self.subTest(name), daemon.connect() as connection:
                    connection.send_bytes(request.replace(b"ID", presenter.id.encode()) + b"\0")
                    reply = connection.receive()
                    self.assertEqual((reply["error"], reply["parameters"]), (SERVICE + "InvalidParameter", {"parameter": parameter}))
                self.assertIn("state", daemon.call("Get")["parameters"])
            with daemon.connect() as connection:
                method = OURS + "x" * 60_000
                self.assertEqual(connection.call(method)["error"], SERVICE + "MethodNotFound")
            self.assertEqual(daemon.stop(), 0)


class Patience(unittest.TestCase):
    def test_who_never_reads_and_who_never_ends_a_request_slow_nobody(self):
        """Hundreds of them; a subscriber beside them is told of every change, none missed."""
        with Held(configuration="[Socket]\nmax-connections-per-user = 1000\n") as daemon, daemon.subscribe() as subscriber:
            hostile = []
            for index in range(200):
                connection = daemon.connect()
                connection.socket.setblocking(False)
                if index % 2:
                    # Asks without end and never reads.
                    try:
                        while True:
                            connection.socket.send(b'{"method":"org.orientationd.ListSensors"}\0' * 100)
                    except (BlockingIOError, BrokenPipeError):
                        pass
                else:
                    connection.socket.send(b"{")
                hostile.append(connection)
            for pose in ["portrait", "landscapeLeft", "portraitUpsideDown", "landscapeRight"] * 3:
                daemon.hold(pose)
                for connection in hostile[::2]:
                    connection.socket.send(b" ")
                while subscriber.state["device"] != pose:
                    self.assertEqual(subscriber.next()["missed"], 0)
            with open(f"/proc/{daemon.process.pid}/status") as status:
                private = int(status.read().split("RssAnon:")[1].split()[0])
            if not IS_SANITIZED:
                self.assertLess(private, 8 * 1024, "KiB, of which a debug build has some 3,000 by itself")
            for connection in hostile:
                connection.socket.close()


if __name__ == "__main__":
    unittest.main()
