"""A client of D-Bus, as small as its tests need: one connection that calls, and keeps the signals that it gets."""

import os
import socket
import struct

LIMIT = 30  # seconds; as everywhere in these tests, but this file is used without them too
SIGNAL = 4
ERROR = 3


class Reader:
    """Values out of a message, by their signature. Lists for arrays and structures, a dictionary for a{..}."""

    def __init__(self, data, offset=0):
        self.data = data
        self.offset = offset

    def align(self, size):
        self.offset = -(-self.offset // size) * size

    def number(self, form):
        size = struct.calcsize(form)
        self.align(size)
        self.offset += size
        return struct.unpack_from("<" + form, self.data, self.offset - size)[0]

    def text(self, form):
        size = self.number(form)
        self.offset += size + 1
        return self.data[self.offset - size - 1:self.offset - 1].decode()

    def values(self, signature):
        result = []
        while signature:
            value, signature = self.value(signature)
            result.append(value)
        return result

    def value(self, signature):
        """The first value, and what is left of the signature."""
        kind, rest = signature[0], signature[1:]
        if kind in "so":
            return self.text("I"), rest
        if kind == "g":
            return self.text("B"), rest
        if kind == "b":
            return bool(self.number("I")), rest
        if kind in "yudit":
            return self.number({"y": "B", "u": "I", "d": "d", "i": "i", "t": "Q"}[kind]), rest
        if kind == "v":
            return self.value(self.text("B"))[0], rest
        if kind == "a":
            end = self.number("I")
            self.align(8 if rest[0] in "({dt" else 4 if rest[0] in "sobuia" else 1)
            end += self.offset
            items = []
            left = self.skip(rest)
            while self.offset < end:
                items.append(self.value(rest)[0])
            return (dict(items) if rest[0] == "{" else items), left
        assert kind in "({", kind
        self.align(8)
        left = self.skip(signature)
        return self.values(rest[:len(rest) - len(left) - 1]), left

    @staticmethod
    def skip(signature):
        """What follows the first complete type."""
        depth = 0
        for index, kind in enumerate(signature):
            depth += (kind in "({") - (kind in ")}")
            if depth == 0 and kind != "a":
                return signature[index + 1:]
        raise AssertionError(f"half a signature: {signature}")


def text(value):
    data = value.encode()
    return struct.pack("<I", len(data)) + data + b"\0"


def padded(data, size=8):
    return data + bytes(-len(data) % size)


class Connection:
    def __init__(self, path):
        self.socket = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        self.socket.settimeout(LIMIT)
        self.socket.connect(str(path))
        user = str(os.getuid()).encode().hex().encode()
        self.socket.sendall(b"\0AUTH EXTERNAL " + user + b"\r\n")
        assert self.socket.recv(1000).startswith(b"OK")
        self.socket.sendall(b"BEGIN\r\n")
        self.serial = 0
        self.signals = []
        self.name = self.call("org.freedesktop.DBus", "/", "org.freedesktop.DBus", "Hello")[0]

    def close(self):
        self.socket.close()

    def send(self, destination, path, interface, member, *arguments):
        """A call whose arguments are texts. Returns its serial number."""
        self.serial += 1
        fields = [(1, "o", path), (2, "s", interface), (3, "s", member), (6, "s", destination)]
        header = b""
        for code, kind, value in fields:
            header = padded(header) + bytes([code, 1]) + kind.encode() + b"\0" + text(value)
        if arguments:
            header = padded(header) + b"\x08\x01g\0" + bytes([len(arguments)]) + b"s" * len(arguments) + b"\0"
        body = b""
        for argument in arguments:
            body = padded(body, 4) + text(argument)
        start = b"l\1\0\1" + struct.pack("<III", len(body), self.serial, len(header))
        self.socket.sendall(padded(start + header) + body)
        return self.serial

    def call(self, *words):
        """The values of the reply; an error of the bus is an AssertionError with its name."""
        serial = self.send(*words)
        while True:
            kind, fields, values = self.receive()
            if fields.get(5) == serial:
                assert kind != ERROR, fields[4]
                return values

    def receive(self):
        start = self.take(16)
        body_size, _, header_size = struct.unpack_from("<III", start, 4)
        header = start + self.take(-(-header_size // 8) * 8)
        fields = dict(Reader(header, 12).values("a(yv)")[0])
        values = Reader(self.take(body_size)).values(fields.get(8, ""))
        if start[1] == SIGNAL:
            self.signals.append((fields[3], values))
        return start[1], fields, values

    def take(self, size):
        data = b""
        while len(data) < size:
            part = self.socket.recv(size - len(data))
            assert part, "the bus has ended the connection"
            data += part
        return data
