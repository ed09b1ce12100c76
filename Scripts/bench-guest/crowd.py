"""A turn of the device told to many connections of one process: a row for each daemon.

    crowd.py COUNT ROUNDS TURNS VERSION CONFIGURATION TABLET.IN TABLET.OUT
        Each daemon once a round, with so many turns each time. Columns: wake-ups a second and CPU in ms a second of the daemon,
        lying still and moving without a change, as in measure.py; from a turn until the middle one and the last one of the
        connections has been told, medians over all turns, and the longest of the latter, in ms; CPU of the daemon and of the bus
        daemon while turning, in ms a turn; private and resident memory of the daemon, in KiB.
"""

import random
import select
import subprocess
import sys
import time

from cost import cost, during, memory, quantile
from daemons import contestants
from tablet import LEFT, UPRIGHT, Tablet, now

LIMIT = 30  # s
PHASE = 10  # s
DEVICE = {UPRIGHT: "portrait", LEFT: "landscapeLeft"}


class Crowd:
    """Connections that notice when they are told of an orientation. Nothing is parsed: that would take longer than the rest."""

    def __init__(self, client, count):
        self.names = client.names
        self.clients = {}
        self.poll = select.epoll()
        for _ in range(count):
            one = client()
            one.subscribe()
            self.clients[one.socket.fileno()] = one
            self.poll.register(one.socket.fileno(), select.EPOLLIN)

    def told(self, device):
        """When each was told, in ns, in order."""
        sought = self.names[device]
        unread = dict.fromkeys(self.clients, b"")
        times = []
        deadline = time.monotonic() + LIMIT
        while unread:
            if time.monotonic() > deadline:
                raise TimeoutError(f"{len(unread)} of {len(self.clients)} were not told of {device} within {LIMIT} s")
            for number, _ in self.poll.poll(1):
                data = self.clients[number].socket.recv(65536)
                at = now()
                if not data:
                    raise ConnectionError("closed")
                if number in unread:
                    unread[number] += data
                    if sought in unread[number]:
                        times.append(at)
                        del unread[number]
        return times

    def close(self):
        for client in self.clients.values():
            client.socket.close()


class Result:
    def __init__(self):
        self.still, self.moving, self.middle, self.last, self.daemon, self.bus = [], [], [], [], [], []
        self.memory = 0, 0

    def row(self, label):
        for values in (self.middle, self.last):
            values.sort()
        private, resident = self.memory
        phases = [sum(values) / len(values) for phase in (self.still, self.moving) for values in zip(*phase)]
        return (
            f"| {label} | {phases[0]:.2f} | {phases[1]:.3f} | {phases[2]:.1f} | {phases[3]:.3f} |"
            f" {quantile(self.middle, 0.5):.0f} | {quantile(self.last, 0.5):.0f} | {self.last[-1]:.0f} |"
            f" {sum(self.daemon) / len(self.last):.1f} | {sum(self.bus) / len(self.last):.1f} | {private} | {resident} |"
        )


def process_of_bus():
    return int(subprocess.run(["pidof", "-s", "dbus-daemon"], capture_output=True, text=True, check=True).stdout)


def measure(contestant, count, turns, tablet, result):
    tablet.turn(UPRIGHT)
    first = contestant.client()
    first.await_end()
    bus = process_of_bus()
    with contestant.running() as daemon:
        first.await_daemon()
        crowd = Crowd(contestant.client, count)
        # Known to all, and quiet again, before anything counts.
        for pose in (LEFT, UPRIGHT):
            tablet.turn(pose)
            crowd.told(DEVICE[pose])
        tablet.lie_still(8)
        result.still.append(during(daemon.pid, lambda: tablet.lie_still(PHASE)))
        result.moving.append(during(daemon.pid, lambda: tablet.sway(PHASE)))
        tablet.turn(UPRIGHT)
        before = cost(daemon.pid)[1], cost(bus)[1]
        for number in range(turns):
            pose = LEFT if number % 2 == 0 else UPRIGHT
            time.sleep(random.uniform(1.5, 2.5))
            turned = tablet.turn(pose)
            times = [(at - turned) / 1e6 for at in crowd.told(DEVICE[pose])]
            result.middle.append(quantile(times, 0.5))
            result.last.append(times[-1])
        result.daemon.append((cost(daemon.pid)[1] - before[0]) / 1e6)
        result.bus.append((cost(bus)[1] - before[1]) / 1e6)
        result.memory = memory(daemon.pid, "RssAnon"), memory(daemon.pid, "VmRSS")
        crowd.close()
    first.socket.close()


def main(count, rounds, turns, version, configuration, commands, events):
    tablet = Tablet(commands, events)
    daemons = contestants(version, configuration)
    results = {daemon.label: Result() for daemon in daemons}
    for _ in range(int(rounds)):
        for daemon in daemons:
            measure(daemon, int(count), int(turns), tablet, results[daemon.label])
    # As it was found.
    tablet.turn(UPRIGHT)
    for label, result in results.items():
        print(result.row(label))


main(*sys.argv[1:])
