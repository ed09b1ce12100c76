"""The daemons that are compared, each with the client that asks it."""

import contextlib
import subprocess

from clients import BusClient, SocketClient


class Contestant:
    def __init__(self, label, client, *command):
        self.label = label
        self.client = client
        self.command = command

    @contextlib.contextmanager
    def running(self):
        """The daemon, ended as its unit ends it: the name has gone and its buffer is off before the next one starts."""
        process = subprocess.Popen(self.command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        try:
            yield process
        finally:
            process.terminate()
            process.wait()


def contestants(version, configuration):
    ours = ("orientationd", "--source", "auto", "--config", configuration)
    return (
        Contestant(f"iio-sensor-proxy {version}", BusClient, "/usr/libexec/iio-sensor-proxy"),
        Contestant("orientationd as its stand-in on the bus", BusClient, *ours, "--dbus", "system"),
        Contestant("orientationd at its own socket", SocketClient, *ours),
    )
