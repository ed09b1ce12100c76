"""The virtual tablet, and the two poses it is turned between."""

import math
import random
import time

UPRIGHT, LEFT = (0, -1000, 0), (-1000, 0, 0)


def now():
    """In ns of CLOCK_BOOTTIME, as the tablet says when a pose was taken."""
    return time.clock_gettime_ns(time.CLOCK_BOOTTIME)


class Tablet:
    """The virtual tablet: takes poses, and says when each was taken."""

    def __init__(self, commands, events):
        self.commands = open(commands, "w", buffering=1)
        self.events = open(events)
        self.events.seek(0, 2)

    def pose(self, x, y, z):
        self.commands.write(f"pose {round(x)} {round(y)} {round(z)}\n")

    def turn(self, pose):
        """Takes a pose, and says when it was taken, in ns of CLOCK_BOOTTIME."""
        self.pose(*pose)
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
