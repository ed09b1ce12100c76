"""From the start of a daemon to the first orientation that a client knows, the sensor being there: a row for each daemon.

    start.py ROUNDS VERSION CONFIGURATION
        Each daemon once a round. Columns: median, shortest and longest, in ms.
"""

import sys
import time

from cost import quantile
from daemons import contestants
from tablet import now

# The kernel switches a hub off some seconds after its last use; each start shall find it off.
REST = 6  # s


def start(contestant):
    """In ms from just before fork and exec."""
    client = contestant.client()
    client.await_end()
    begin = now()
    with contestant.running():
        client.first_answer()
        took = now() - begin
    client.socket.close()
    time.sleep(REST)
    return took / 1e6


def main(rounds, version, configuration):
    daemons = contestants(version, configuration)
    took = {daemon.label: [] for daemon in daemons}
    # The first round starts what the bus starts on demand, and is not counted.
    for count in range(int(rounds) + 1):
        for daemon in daemons:
            duration = start(daemon)
            if count > 0:
                took[daemon.label].append(duration)
    for label, durations in took.items():
        durations.sort()
        print(f"| {label} | {quantile(durations, 0.5):.0f} | {durations[0]:.0f} | {durations[-1]:.0f} |")


main(*sys.argv[1:])
