"""Measures daemons through the eyes of their clients; prints the columns of a row.

    measure.py running PID TABLET.IN TABLET.OUT SUBSCRIBERS CLIENT...
        A running daemon, with so many clients of which one is listened to. Lying still with a sensor's noise, and moving
        without a change: context switches (wake-ups) and CPU time a second of the daemon's process. From a turn of the
        device to the line that the client prints for it, median and 99 %; memory; wake-ups while nobody subscribes.
    measure.py start SOCKET DAEMON...
        From the start of the daemon to the first state with an orientation that a subscriber has, median, shortest and
        longest of five.
    measure.py questions SOCKET
        How long an answer to Get takes, median and longest of 100.
"""

import math
import random
import re
import socket
import subprocess
import sys
import threading
import time

PHASE = 20  # s
TURNS = 30
LIMIT = 30  # s; a hundred clients are much for an emulated machine
UPRIGHT, LEFT = (0, -1000, 0), (-1000, 0, 0)
NAMES = {UPRIGHT: ("normal", "portrait"), LEFT: ("right-up", "landscapeLeft")}
ORIENTATION = re.compile(r'orientation(?: changed)?: ([a-z-]+)|"device":"([A-Za-z]+)"')


def now():
    return time.clock_gettime_ns(time.CLOCK_BOOTTIME)


class Tablet:
    """The virtual tablet: takes poses, and says when each was taken."""

    def __init__(self, commands, events):
        self.commands = open(commands, "w", buffering=1)
        self.events = open(events)
        self.events.seek(0, 2)

    def pose(self, x, y, z):
        self.commands.write(f"pose {round(x)} {round(y)} {round(z)}\n")

    def pose_time(self, pose):
        """Waits until the pose is taken, and says when, in ns of CLOCK_BOOTTIME."""
        wanted = "pose {} {} {}".format(*pose)
        deadline = time.monotonic() + 10
        while time.monotonic() < deadline:
            line = self.events.readline()
            if not line:
                time.sleep(0.002)
            elif line.split(" ", 1)[1].strip() == wanted:
                return int(line.split()[0])
        raise TimeoutError(wanted)

    def lie_still(self, seconds):
        """As a sensor sees it: with a few mg of noise."""
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            self.pose(random.gauss(0, 4), -1000 + random.gauss(0, 4), random.gauss(0, 4))
            time.sleep(0.1)

    def sway(self, seconds):
        """15 degrees to and fro, twice as slow as a second, which is no change of orientation."""
        start = time.monotonic()
        while (elapsed := time.monotonic() - start) < seconds:
            angle = math.radians(15) * math.sin(math.pi * elapsed)
            self.pose(1000 * math.sin(angle), -1000 * math.cos(angle), random.gauss(0, 4))
            time.sleep(0.04)


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


def tasks(pid):
    return subprocess.run(["ls", f"/proc/{pid}/task"], capture_output=True, text=True, check=True).stdout.split()


def cost(pid):
    """Context switches and nanoseconds of CPU so far, of all threads."""
    switches = nanoseconds = 0
    for task in tasks(pid):
        with open(f"/proc/{pid}/task/{task}/status") as status:
            switches += sum(int(line.split()[1]) for line in status if "ctxt_switches" in line)
        with open(f"/proc/{pid}/task/{task}/schedstat") as statistics:
            nanoseconds += int(statistics.read().split()[0])
    return switches, nanoseconds


def during(pid, activity):
    """Wake-ups a second and CPU in ms a second while something goes on."""
    switches, nanoseconds = cost(pid)
    start = time.monotonic()
    activity()
    elapsed = time.monotonic() - start
    after = cost(pid)
    return (after[0] - switches) / elapsed, (after[1] - nanoseconds) / 1e6 / elapsed


def memory(pid, key):
    with open(f"/proc/{pid}/status") as status:
        return next(int(line.split()[1]) for line in status if line.startswith(key))


def delays(tablet, client):
    """From each turn to its line, in ms, sorted."""
    found = []
    for count in range(TURNS):
        pose = LEFT if count % 2 == 0 else UPRIGHT
        time.sleep(random.uniform(1.5, 2.5))
        tablet.pose(*pose)
        turned = tablet.pose_time(pose)
        told = client.time_of(NAMES[pose], turned, LIMIT)
        if told is None:
            raise TimeoutError(f"turn {count} was not told within {LIMIT} s")
        found.append((told - turned) / 1e6)
    return sorted(found)


def quantile(values, q):
    return values[min(len(values) - 1, math.ceil(q * len(values)) - 1)]


def running(pid, commands, events, subscribers, *command):
    pid = int(pid)
    tablet = Tablet(commands, events)
    tablet.pose(*UPRIGHT)
    client = Client(command)
    others = [subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) for _ in range(int(subscribers) - 1)]
    try:
        if client.time_of(NAMES[UPRIGHT], 0, 60) is None:
            raise TimeoutError("the client was told nothing")
        tablet.lie_still(8 + len(others) / 4)
        still = during(pid, lambda: tablet.lie_still(PHASE))
        moving = during(pid, lambda: tablet.sway(PHASE))
        tablet.pose(*UPRIGHT)
        turns = delays(tablet, client)
        kilobytes = memory(pid, "RssAnon"), memory(pid, "VmRSS")
    finally:
        for process in [client.process, *others]:
            process.terminate()
        for process in [client.process, *others]:
            process.wait()
    time.sleep(5)
    unheld, _ = during(pid, lambda: time.sleep(10))
    return (
        f"{still[0]:.2f} | {still[1]:.3f} | {moving[0]:.1f} | {moving[1]:.3f} | {quantile(turns, 0.5):.0f} |"
        f" {quantile(turns, 0.99):.0f} | {kilobytes[0]} | {kilobytes[1]} | {unheld:.2f}"
    )


class Socket:
    """A Varlink connection, made as soon as somebody listens."""

    def __init__(self, path):
        deadline = time.monotonic() + 30
        while True:
            self.socket = socket.socket(socket.AF_UNIX)
            try:
                self.socket.connect(path)
                break
            except OSError:
                self.socket.close()
                if time.monotonic() > deadline:
                    raise
                time.sleep(0.001)
        self.socket.settimeout(30)
        self.buffer = b""

    def send(self, method, flags=""):
        self.socket.sendall(f'{{"method":"org.orientationd.{method}","parameters":{{}}{flags}}}\0'.encode())

    def receive(self):
        while b"\0" not in self.buffer:
            data = self.socket.recv(65536)
            if not data:
                raise ConnectionError("closed")
            self.buffer += data
        message, self.buffer = self.buffer.split(b"\0", 1)
        return message


def start(path, *daemon):
    found = []
    for _ in range(5):
        begin = now()
        process = subprocess.Popen(daemon, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        try:
            subscriber = Socket(path)
            subscriber.send("Monitor", ',"more":true')
            while b'"device":"unknown"' in subscriber.receive():
                pass
            found.append((now() - begin) / 1e6)
        finally:
            process.terminate()
            process.wait()
        # The kernel switches the sensor off some seconds later.
        time.sleep(6)
    found.sort()
    return f"{quantile(found, 0.5):.0f} | {found[0]:.0f} | {found[-1]:.0f}"


def questions(path):
    connection = Socket(path)
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


print({"running": running, "start": start, "questions": questions}[sys.argv[1]](*sys.argv[2:]))
