"""Sockets that servers listen on."""

from __future__ import annotations

import socket

from hyperdigest.errors import OutputError


def listening_socket(host: str, *ports: int, options: str) -> socket.socket:
    """A socket that listens on the first of `ports` that is available; 0 is any free one.

    Raises OutputError, which names the command-line `options` to set, if none is available.
    """
    for port in ports:
        try:
            return _listening(host, port)
        except OSError as error:
            problem = error.strerror
        except UnicodeError:
            problem = "it is no name of a machine"
    raise OutputError(
        f"cannot listen on {host} port {ports[0]}: {problem}; name another with {options}"
    )


def _listening(host: str, port: int) -> socket.socket:
    found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)
    family, kind, protocol, _, address = found[0]
    listening = socket.socket(family, kind, protocol)
    try:
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listening.bind(address)
        listening.listen()
    except OSError:
        listening.close()
        raise
    return listening
