"""Measures a running daemon through the eyes of one subscriber: measure.py PID TABLET.IN TABLET.OUT CLIENT...

Prints the columns of a row: lying still with a sensor's noise, and moving without a change, context switches (wake-ups)
and CPU time a second of the daemon's process; from a turn of the device to the line that the client prints for it, median
and 99 %; memory; wake-ups while nobody subscribes.
"""

import math
import random
import re
import subprocess
import sys
import threading
import time

PHASE = 30  # s
TURNS = 30
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
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
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
        told = client.time_of(NAMES[pose], turned, 5)
        if told is None:
            raise TimeoutError(f"turn {count} was not told within 5 s")
        found.append((told - turned) / 1e6)
    return sorted(found)


def quantile(values, q):
    return values[min(len(values) - 1, math.ceil(q * len(values)) - 1)]


def main():
    pid = int(sys.argv[1])
    tablet = Tablet(sys.argv[2], sys.argv[3])
    tablet.pose(*UPRIGHT)
    client = Client(sys.argv[4:])
    if client.time_of(NAMES[UPRIGHT], 0, 30) is None:
        raise TimeoutError("the client was told nothing")
    tablet.lie_still(8)
    still = during(pid, lambda: tablet.lie_still(PHASE))
    moving = during(pid, lambda: tablet.sway(PHASE))
    tablet.pose(*UPRIGHT)
    turns = delays(tablet, client)
    kilobytes = memory(pid, "RssAnon"), memory(pid, "VmRSS")
    client.process.terminate()
    client.process.wait()
    time.sleep(5)
    unheld, _ = during(pid, lambda: time.sleep(10))
    print(
        f"{still[0]:.2f} | {still[1]:.3f} | {moving[0]:.1f} | {moving[1]:.3f} | {quantile(turns, 0.5):.0f} |"
        f" {quantile(turns, 0.99):.0f} | {kilobytes[0]} | {kilobytes[1]} | {unheld:.2f}"
    )


main()
