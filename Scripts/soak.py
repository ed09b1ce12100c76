#!/usr/bin/env python3
"""Serves clients that come and go, from a recording that goes round, and compares what the daemon holds after a quarter of the
time with what it holds in the end."""

import argparse
import json
import random
import select
import socket
import subprocess
import sys
import tempfile
import time
from pathlib import Path

POSES = [(0, -1, 0), (-1, 0, 0), (1, 0, 0), (0, 1, 0), (0, 0, -1), (0, 0, 1)]
RATE = 25  # Hz
HOUR = 3600
# KiB of the heap's own ups and downs.
ALLOWANCE = 512


def write_recording(path, chance):
    """An hour of a device in somebody's hand: poses of 2 to 20 s, noise, shakes, samples that no sensor should send."""
    with open(path, "w") as file:
        file.write(f"# unit: g\n# convention: gravity\n# rate_hz: {RATE}\nt_ns,x,y,z\n")
        row, pose, left = 0, POSES[0], 0
        while row < HOUR * RATE:
            if left == 0:
                pose, left = chance.choice(POSES), chance.randrange(2 * RATE, 20 * RATE)
            left -= 1
            shake = 2 if chance.random() < 0.01 else 0.02
            values = [axis + chance.gauss(0, shake) for axis in pose] if chance.random() > 0.001 else [0, 0, 0]
            file.write("{},{:.4f},{:.4f},{:.4f}\n".format(row * 1_000_000_000 // RATE, *values))
            row += 1


class Client:
    """One that may stop reading for a moment, ask nonsense, or go in the middle of anything."""

    REQUESTS = [
        ("Monitor", {}, True), ("Monitor", {"gravity": 5}, True), ("Monitor", {"supported": ["landscape"], "presented": True}, True),
        ("Samples", {}, True), ("Get", {"wait": 50}, False), ("Get", {}, False), ("Status", {}, False), ("Explain", {}, False),
        ("ListSensors", {}, False), ("Lock", {}, False), ("Unlock", {}, False), ("Rotate", {"orientation": "landscape"}, False),
        ("Monitor", {"gravity": -1}, True), ("Nothing", {}, False), ("SetSession", {"supported": ["all"]}, False),
    ]

    def __init__(self, path, chance):
        self.socket = socket.socket(socket.AF_UNIX)
        self.socket.settimeout(30)
        self.socket.connect(path)
        self.socket.setblocking(False)
        method, parameters, more = chance.choice(self.REQUESTS)
        text = json.dumps({"method": "org.orientationd." + method, "parameters": parameters, "more": more}).encode() + b"\0"
        self.socket.send(text if chance.random() < 0.95 else text[: chance.randrange(len(text))])
        self.left = chance.randrange(1, 40)

    def turn(self, chance):
        """Reads what has come. False when it goes."""
        self.left -= 1
        try:
            while chance.random() < 0.98 and self.socket.recv(1 << 16):
                pass
        except BlockingIOError:
            pass
        except ConnectionError:
            return False
        return self.left > 0

    def close(self):
        self.socket.close()


def private_memory(process):
    status = Path(f"/proc/{process.pid}/status").read_text()
    return int(status.split("RssAnon:")[1].split()[0])


class Follower:
    """The one that stays, and tells how many hours are over: the time goes on where a recording begins again."""

    def __init__(self, path):
        self.socket = socket.socket(socket.AF_UNIX)
        self.socket.settimeout(60)
        self.socket.connect(path)
        self.socket.send(b'{"method":"org.orientationd.Monitor","more":true}\0')
        self.buffer, self.changes, self.time, self.sequence = b"", 0, 0, 0

    def read(self):
        """What has come. The recording waits for those who do not read, so there may be nothing until they go on."""
        if not select.select([self.socket], [], [], 0.001)[0]:
            return
        data = self.socket.recv(1 << 16)
        if not data:
            raise SystemExit("soak: the daemon ended a subscription")
        *messages, self.buffer = (self.buffer + data).split(b"\0")
        for message in messages:
            state = json.loads(message)["parameters"]["state"]
            if state["sequence"] < self.sequence:
                raise SystemExit(f"soak: state {state['sequence']} after {self.sequence}")
            self.time, self.sequence = state["timestamp"], state["sequence"]
            self.changes += 1


def soak(options, directory, chance):
    path = f"{directory}/socket"
    recording = Path(directory, "hour.csv")
    write_recording(recording, chance)
    Path(directory, "conf").touch()
    speed = ["--speed", "max"] if options.hours else []
    command = [options.daemon, "--config", f"{directory}/conf", "--socket", path, "--source", f"replay:{recording}", "--loop", *speed]
    with open(f"{directory}/log", "w") as log:
        process = subprocess.Popen(command, stdout=log, stderr=log, stdin=subprocess.DEVNULL)
    try:
        while "listening" not in Path(directory, "log").read_text():
            if process.poll() is not None:
                raise SystemExit("soak: " + Path(directory, "log").read_text())
            time.sleep(0.01)
        follower = Follower(path)
        begin = time.monotonic()
        clients, served = [], 0

        def elapsed():
            return follower.time / HOUR / 1e9 if options.hours else time.monotonic() - begin

        def until(end):
            nonlocal clients, served
            while elapsed() < end:
                follower.read()
                clients = [client for client in clients if client.turn(chance) or client.close()]
                while len(clients) < 12:
                    clients.append(Client(path, chance))
                    served += 1
            for client in clients:
                client.close()
            clients = []
            # They have left when what the recording brings after them has come.
            changes = follower.changes
            while follower.changes < changes + (50 if options.hours else 2):
                follower.read()
            return private_memory(process)

        whole = options.hours or options.seconds
        quarter = until(whole / 4)
        end = until(whole)
        unit = "hours of the recording" if options.hours else "s"
        print(
            f"soak: {whole} {unit} in {time.monotonic() - begin:.0f} s, {follower.changes} messages, {served} clients; private memory"
            f" after a quarter {quarter} KiB, in the end {end} KiB", flush=True)
        follower.socket.close()
    finally:
        process.terminate()
        code = process.wait(120)
        if code != 0:
            sys.stderr.write(Path(directory, "log").read_text()[-20_000:])
    if code != 0:
        raise SystemExit(f"soak: the daemon ended with {code}")
    if not options.any_memory and end > quarter + ALLOWANCE:
        raise SystemExit(f"soak: it holds {end - quarter} KiB more than after a quarter of the time")


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("daemon")
    parser.add_argument("--hours", type=int, default=0, help="of the recording, as fast as it goes")
    parser.add_argument("--seconds", type=float, default=0, help="real ones")
    parser.add_argument("--any-memory", action="store_true", help="look for what a sanitizer finds alone")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="soak-") as directory:
        soak(options, directory, random.Random(options.seed))


if __name__ == "__main__":
    main()
