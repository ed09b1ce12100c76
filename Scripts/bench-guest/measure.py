"""Measures daemons through the eyes of their clients; prints the columns of a row.

    measure.py running PID TABLET.IN TABLET.OUT CLIENT...
        A running daemon with one client. Lying still with a sensor's noise, and moving without a change: context switches
        (wake-ups) and CPU time a second of the daemon's process. From a turn of the device to the line that the client prints
        for it, median and 99 %; memory; wake-ups while nobody subscribes.
    measure.py questions
        How long an answer to Get takes, median and longest of 100.
"""

import random
import re
import subprocess
import sys
import threading
import time

from clients import SocketClient
from cost import during, memory, quantile
from tablet import LEFT, UPRIGHT, Tablet, now

PHASE = 20  # s
TURNS = 30
LIMIT = 30  # s
NAMES = {UPRIGHT: ("normal", "portrait"), LEFT: ("right-up", "landscapeLeft")}
ORIENTATION = re.compile(r'orientation(?: changed)?: ([a-z-]+)|"device":"([A-Za-z]+)"')


class Client:
    """A subscriber as its own process; remembers which orientation it printed when."""

    def __init__(self, command):
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        self.changed = threading.Condition()
        self.lines = []
        threading.Thread(target=self.read, daemon=True).start()

    def read(self):
        for line in self.process.stdout:
            at = now()
            for match in ORIENTATION.finditer(line):
                with self.changed:
                    self.lines.append((at, match[1] or match[2]))
                    self.changed.notify()
                break

    def time_of(self, names, after, limit):
        """When it printed one of the names, later than `after`; None if it does not."""
        deadline = time.monotonic() + limit
        with self.changed:
            while True:
                for at, name in self.lines:
                    if at > after and name in names:
                        return at
                left = deadline - time.monotonic()
                if left <= 0 or not self.changed.wait(left):
                    return None


def delays(tablet, client):
    """From each turn to its line, in ms, sorted."""
    found = []
    for count in range(TURNS):
        pose = LEFT if count % 2 == 0 else UPRIGHT
        time.sleep(random.uniform(1.5, 2.5))
        turned = tablet.turn(pose)
        told = client.time_of(NAMES[pose], turned, LIMIT)
        if told is None:
            raise TimeoutError(f"turn {count} was not told within {LIMIT} s")
        found.append((told - turned) / 1e6)
    return sorted(found)


def running(pid, commands, events, *command):
    pid = int(pid)
    tablet = Tablet(commands, events)
    tablet.pose(*UPRIGHT)
    client = Client(command)
    try:
        if client.time_of(NAMES[UPRIGHT], 0, 60) is None:
            raise TimeoutError("the client was told nothing")
        tablet.lie_still(8)
        still = during(pid, lambda: tablet.lie_still(PHASE))
        moving = during(pid, lambda: tablet.sway(PHASE))
        tablet.pose(*UPRIGHT)
        turns = delays(tablet, client)
        kilobytes = memory(pid, "RssAnon"), memory(pid, "VmRSS")
    finally:
        client.process.terminate()
        client.process.wait()
    time.sleep(5)
    unheld, _ = during(pid, lambda: time.sleep(10))
    return (
        f"{still[0]:.2f} | {still[1]:.3f} | {moving[0]:.1f} | {moving[1]:.3f} | {quantile(turns, 0.5):.0f} |"
        f" {quantile(turns, 0.99):.0f} | {kilobytes[0]} | {kilobytes[1]} | {unheld:.2f}"
    )


def questions():
    connection = SocketClient()
    connection.await_daemon()
    took = []
    for _ in range(100):
        time.sleep(random.uniform(0.05, 0.15))
        begin = now()
        connection.send("Get")
        if b'"device"' not in connection.receive():
            raise ValueError("no answer")
        took.append((now() - begin) / 1e6)
    took.sort()
    return f"{quantile(took, 0.5):.1f} | {took[-1]:.1f}"


print({"running": running, "questions": questions}[sys.argv[1]](*sys.argv[2:]))
