"""Starts the built programs and talks to them; everything waits for an event, with a limit."""

import contextlib
import json
import os
import select
import shutil
import signal
import socket
import subprocess
import tempfile
import time
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
FIXTURES = ROOT / "Tests" / "Fixtures"
SHARED_TRACES = ROOT.parent / "shared" / "traces"
DAEMON = os.environ["ORIENTATIOND"]
CTL = os.environ["ORIENTATIONCTL"]
# Of a sanitizer's build memory says nothing, nor where QEMU translates the programs.
IS_SANITIZED = "ORIENTATION_SANITIZED" in os.environ
IS_TRANSLATED = os.environ.get("ORIENTATION_SANITIZED") == "translation"
# Namespaces of mounts, in which a disk is full or read-only and a place of the system's is another one.
MAY_MOUNT = subprocess.run(["unshare", "--mount", "mount", "-t", "tmpfs", "none", "/mnt"], capture_output=True).returncode == 0
LIMIT = 30  # seconds; generous, because the machines are busy, and reached only by a failure


class Varlink:
    """A raw Varlink connection: what goes over the wire is visible, so that bad messages can be sent too."""

    def __init__(self, path):
        self.socket = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        self.socket.settimeout(LIMIT)
        self.socket.connect(str(path))
        self.buffer = b""

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.socket.close()

    def send_bytes(self, data):
        self.socket.sendall(data)

    def send(self, method, parameters=None, **flags):
        message = {"method": method, **flags}
        if parameters is not None:
            message["parameters"] = parameters
        self.send_bytes(json.dumps(message).encode() + b"\0")

    def receive(self):
        """The next message, or None at the end of the stream."""
        while b"\0" not in self.buffer:
            data = self.socket.recv(65536)
            if not data:
                assert not self.buffer, f"half a message: {self.buffer!r}"
                return None
            self.buffer += data
        message, self.buffer = self.buffer.split(b"\0", 1)
        return json.loads(message)

    def call(self, method, parameters=None, **flags):
        self.send(method, parameters, **flags)
        return self.receive()


class Daemon:
    """A running orientationd with a socket of its own."""

    def __init__(self, *arguments, source="auto", configuration=None, stdin=subprocess.DEVNULL, environment=None, within=(),
                 passed=()):
        """`within`: a command line that runs the daemon, for namespaces; `passed`: files that it shall have too."""
        self.directory = Path(tempfile.mkdtemp(prefix="orientationd-test-"))
        self.path = self.directory / "socket"
        self.log_path = self.directory / "log"
        command = [*within, DAEMON, "--socket", str(self.path), "--source", source]
        config = self.directory / "orientationd.conf"
        config.write_text(configuration or "")
        command += ["--config", str(config), *map(str, arguments)]
        self.config = config
        # Readiness comes by sd_notify, as a service manager would get it.
        notify = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        notify.bind(str(self.directory / "notify"))
        notify.settimeout(LIMIT)
        self.notify = notify
        self.log = open(self.log_path, "ab")
        self.command, self.environment = command, {**(environment or os.environ), "NOTIFY_SOCKET": str(self.directory / "notify")}
        self.start(stdin, passed)

    def start(self, stdin=subprocess.DEVNULL, passed=()):
        self.process = subprocess.Popen(
            self.command, stdin=stdin, stdout=self.log, stderr=self.log, pass_fds=[file.fileno() for file in passed],
            env=self.environment)

    def kill_and_start_again(self, stdin=subprocess.DEVNULL):
        """As after a crash: nobody hands anything over."""
        self.process.kill()
        self.process.wait(LIMIT)
        while select.select([self.notify], [], [], 0)[0]:
            self.notify.recv(4096)
        self.start(stdin)
        self.wait_ready()

    def __enter__(self):
        self.wait_ready()
        return self

    def __exit__(self, *_):
        self.stop()
        shutil.rmtree(self.directory, ignore_errors=True)

    def wait_ready(self):
        deadline = time.monotonic() + LIMIT
        while time.monotonic() < deadline:
            if self.process.poll() is not None:
                raise AssertionError(f"the daemon ended with {self.process.returncode}: {self.output()}")
            if select.select([self.notify], [], [], 0.1)[0] and b"READY=1" in self.notify.recv(4096):
                return
        raise AssertionError(f"not ready: {self.output()}")

    def wait_output(self, text, count=1):
        """Waits until the log holds `text` that many times."""
        deadline = time.monotonic() + LIMIT
        while time.monotonic() < deadline:
            if self.output().count(text) >= count:
                return
            time.sleep(0.01)
        raise AssertionError(f"never said {text!r}: {self.output()}")

    def output(self):
        return self.log_path.read_text()

    def stop(self, number=signal.SIGTERM):
        if self.process.poll() is None:
            self.process.send_signal(number)
        try:
            code = self.process.wait(LIMIT)
        finally:
            self.process.kill()
            self.notify.close()
            self.log.close()
        return code

    def connect(self):
        return Varlink(self.path)


def ctl(*arguments, **options):
    """Runs orientationctl to its end."""
    options.setdefault("timeout", LIMIT)
    return subprocess.run([CTL, *map(str, arguments)], capture_output=True, text=True, stdin=subprocess.DEVNULL, **options)


def replay(path, *arguments):
    result = ctl("replay", "--json", *arguments, path)
    assert result.returncode == 0, result.stderr
    return [json.loads(line) for line in result.stdout.splitlines()]


def reduced(state, time_key):
    return (state[time_key], state["device"], state["edge"], state["landscape"], state["reason"])


def follow(daemon):
    """All states after the snapshot that a subscriber of a recording gets, until the recording has ended."""
    with daemon.connect() as connection:
        connection.send("org.orientationd.Monitor", {}, more=True)
        first = connection.receive()
        assert "id" in first["parameters"], first
        states = []
        while True:
            message = connection.receive()
            assert message and message.get("continues"), message
            states.append(message["parameters"]["state"])
            if states[-1]["reason"] == "ended":
                return states
