"""crowd.py SOCKET COUNT: that many subscribers in one process. Says when all have the same state, and who lost its connection."""

import re
import select
import socket
import sys

path, count = sys.argv[1], int(sys.argv[2])
request = b'{"method":"org.orientationd.Monitor","more":true}\0'
poll = select.epoll()
clients = {}
unread = {}
device = {}


def receive():
    for number, _ in poll.poll(1):
        data = clients[number].recv(65536)
        if not data:
            print("lost", number, flush=True)
            poll.unregister(number)
            continue
        *messages, unread[number] = (unread[number] + data).split(b"\0")
        for message in messages:
            found = re.search(rb'"device":"(\w+)"', message)
            device[number] = found.group(1).decode() if found else message.decode()


for _ in range(count):
    client = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    client.connect(path)
    client.sendall(request)
    clients[client.fileno()] = client
    unread[client.fileno()] = b""
    poll.register(client.fileno(), select.EPOLLIN)

said = None
while True:
    receive()
    states = set(device.values())
    if len(device) == count and len(states) == 1 and states != {said}:
        said = states.pop()
        print("all have it:", said, flush=True)
