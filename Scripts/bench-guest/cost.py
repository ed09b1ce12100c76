"""What a process costs, and the order of what was measured."""

import math
import subprocess
import time


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


def quantile(values, q):
    return values[min(len(values) - 1, math.ceil(q * len(values)) - 1)]
