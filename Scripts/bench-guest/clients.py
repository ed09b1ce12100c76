"""A client of either way: the bus, where the daemons stand in for each other, and the socket of orientationd."""

import json
import socket
import time

import bus

NAME, PATH = "net.hadess.SensorProxy", "/net/hadess/SensorProxy"
SYSTEM_BUS = "/run/dbus/system_bus_socket"
SOCKET = "/run/orientationd/org.orientationd"


class BusClient:
    """As desktops do: waits for the name, asks whether there is a sensor, claims it, and reads what is known."""

    names = {"portrait": b"normal", "landscapeLeft": b"right-up"}

    def __init__(self):
        self.bus = bus.Connection(SYSTEM_BUS)
        self.socket = self.bus.socket
        rules = (
            f"type='signal',sender='org.freedesktop.DBus',member='NameOwnerChanged',arg0='{NAME}'",
            f"type='signal',sender='{NAME}',path='{PATH}',member='PropertiesChanged'",
        )
        for rule in rules:
            self.call_bus("AddMatch", rule)

    def call_bus(self, member, *arguments):
        return self.bus.call("org.freedesktop.DBus", "/", "org.freedesktop.DBus", member, *arguments)

    def property(self, name):
        return self.bus.call(NAME, PATH, "org.freedesktop.DBus.Properties", "Get", NAME, name)[0]

    def await_property(self, name, is_known):
        """A property as it is, or as the next signals tell it."""
        value = self.property(name)
        while not is_known(value):
            for member, values in self.bus.signals:
                if member == "PropertiesChanged":
                    value = values[1].get(name, value)
            self.bus.signals.clear()
            if not is_known(value):
                self.bus.receive()

    def await_daemon(self):
        while not any(member == "NameOwnerChanged" and values[2] for member, values in self.bus.signals):
            self.bus.receive()
        self.bus.signals.clear()

    def await_end(self):
        while self.call_bus("NameHasOwner", NAME) != [False]:
            time.sleep(0.01)

    def subscribe(self):
        self.await_property("HasAccelerometer", lambda there: there)
        self.bus.call(NAME, PATH, NAME, "ClaimAccelerometer")

    def first_answer(self):
        self.await_daemon()
        self.subscribe()
        self.await_property("AccelerometerOrientation", lambda orientation: orientation != "undefined")


class SocketClient:
    """A Varlink connection, made as soon as somebody listens."""

    names = {name: f'"device":"{name}"'.encode() for name in ("portrait", "landscapeLeft")}

    def __init__(self):
        self.buffer = b""

    def await_daemon(self):
        deadline = time.monotonic() + 30
        while True:
            self.socket = socket.socket(socket.AF_UNIX)
            try:
                self.socket.connect(SOCKET)
                break
            except OSError:
                self.socket.close()
                if time.monotonic() > deadline:
                    raise
                time.sleep(0.001)
        self.socket.settimeout(30)

    def await_end(self):
        pass

    def send(self, method, flags="", **parameters):
        self.socket.sendall(f'{{"method":"org.orientationd.{method}","parameters":{json.dumps(parameters)}{flags}}}\0'.encode())

    def receive(self):
        while b"\0" not in self.buffer:
            data = self.socket.recv(65536)
            if not data:
                raise ConnectionError("closed")
            self.buffer += data
        message, self.buffer = self.buffer.split(b"\0", 1)
        return message

    def subscribe(self):
        self.await_daemon()
        self.send("Monitor", ',"more":true')

    def first_answer(self):
        self.await_daemon()
        self.send("Get", wait=30000)
        answer = self.receive()
        if b'"device":"unknown"' in answer or b'"device"' not in answer:
            raise ValueError(answer)
