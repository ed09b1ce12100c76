"""Plays the service manager: holds the socket and the store of descriptors, as sd_notify(3) describes it."""

import array
import fcntl
import os
import shutil
import socket
import subprocess
import tempfile
import threading
import time
from pathlib import Path

from harness import DAEMON, FIXTURES, LIMIT

TOUR = FIXTURES / "tour.csv"


class Manager:
    """Holds the socket and the store of descriptors, and starts the daemon with both."""

    def __init__(self):
        self.directory = Path(tempfile.mkdtemp(prefix="manager-"))
        self.path = self.directory / "socket"
        self.listening = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        self.listening.bind(str(self.path))
        self.listening.listen(512)
        self.notify = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self.notify.bind(str(self.directory / "notify"))
        self.notify.settimeout(0.05)
        self.store = {}
        # A busy manager still holds descriptors that it was told to forget.
        self.is_busy = False
        self.forgotten = []
        self.ready = 0
        self.states = []
        self.running = True
        self.thread = threading.Thread(target=self.receive)
        self.thread.start()
        self.process = None
        self.log = open(self.directory / "log", "wb")

    def receive(self):
        while self.running:
            try:
                data, ancillary, _, _ = self.notify.recvmsg(4096, socket.CMSG_SPACE(4 * 16))
            except TimeoutError:
                continue
            descriptors = array.array("i")
            for _, _, payload in ancillary:
                descriptors.frombytes(payload)
            fields = dict(line.split("=", 1) for line in data.decode().splitlines())
            self.states.append(fields)
            if "FDSTORE" in fields:
                self.store[fields["FDNAME"]] = descriptors[0]
            if "FDSTOREREMOVE" in fields:
                self.forgotten.append(self.store.pop(fields["FDNAME"]))
            while self.forgotten and not self.is_busy:
                os.close(self.forgotten.pop())
            if "READY" in fields:
                self.ready += 1

    def wait(self, condition, what):
        deadline = time.monotonic() + LIMIT
        while not condition():
            if time.monotonic() > deadline:
                raise AssertionError(f"{what}: {(self.directory / 'log').read_text()}")
            time.sleep(0.005)

    def start(self, source=f"replay:{TOUR}", configuration="", arguments=()):
        (self.directory / "conf").write_text(configuration)
        passed = {"varlink": self.listening.fileno(), **self.store}
        high = [os.dup(number) for number in passed.values()]
        # Above all that they have to come down to.
        high = [self.move(number) for number in high]

        def place():
            for index, number in enumerate(high):
                os.dup2(number, 3 + index)

        before = self.ready
        self.process = subprocess.Popen(
            ["sh", "-c", 'export LISTEN_PID=$$; exec "$@"', "sh", DAEMON, "--config", str(self.directory / "conf"), "--source", source,
             *arguments],
            env={**os.environ, "NOTIFY_SOCKET": str(self.directory / "notify"), "FDSTORE": "1000",
                 "LISTEN_FDS": str(len(passed)), "LISTEN_FDNAMES": ":".join(passed)},
            preexec_fn=place, close_fds=False, stdin=subprocess.DEVNULL, stdout=self.log, stderr=self.log)
        for number in high:
            os.close(number)
        self.wait(lambda: self.ready > before, "never ready")

    @staticmethod
    def move(number):
        moved = fcntl.fcntl(number, fcntl.F_DUPFD_CLOEXEC, 700)
        os.close(number)
        return moved

    def end(self, number):
        self.process.send_signal(number)
        return self.process.wait(LIMIT)

    def connections(self):
        return [name for name in self.store if name.startswith("c")]

    def close(self):
        if self.process and self.process.poll() is None:
            self.process.kill()
            self.process.wait(LIMIT)
        self.running = False
        self.thread.join()
        for number in [*self.store.values(), *self.forgotten]:
            os.close(number)
        self.listening.close()
        self.notify.close()
        self.log.close()
        shutil.rmtree(self.directory, ignore_errors=True)
