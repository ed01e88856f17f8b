"""Relays connections to PostgreSQL servers, and counts the bytes: relay.py FROM TO PORT...

Listens on the socket of each port in the folder TO and connects to the socket of the same port in
the folder FROM. After each transfer it writes two numbers to the file TO/bytes: the number of bytes
from the servers to the clients so far, and the number of bytes in the other direction. """

import os
import selectors
import socket
import sys

servers, folder, *ports = sys.argv[1:]
selector = selectors.DefaultSelector()
peers = {}
counts = [0, 0]  # from servers, from clients
counter = os.open(os.path.join(folder, "bytes"), os.O_WRONLY | os.O_CREAT, 0o644)


def name(where, port):
    return os.path.join(where, f".s.PGSQL.{port}")


for port in ports:
    listener = socket.socket(socket.AF_UNIX)
    listener.bind(name(folder, port))
    listener.listen()
    selector.register(listener, selectors.EVENT_READ, port)

while True:
    for key, _ in selector.select():
        if isinstance(key.data, str):
            client, server = key.fileobj.accept()[0], socket.socket(socket.AF_UNIX)
            server.connect(name(servers, key.data))
            peers[client], peers[server] = server, client
            selector.register(server, selectors.EVENT_READ, 0)
            selector.register(client, selectors.EVENT_READ, 1)
        elif key.fileobj in peers:
            data = key.fileobj.recv(1 << 20)
            counts[key.data] += len(data)
            os.pwrite(counter, f"{counts[0]} {counts[1]}\n".encode(), 0)
            if data:
                peers[key.fileobj].sendall(data)
            else:
                for end in (key.fileobj, peers.pop(key.fileobj)):
                    peers.pop(end, None)
                    selector.unregister(end)
                    end.close()
