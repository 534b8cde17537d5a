"""The app on a port of this machine, until it is told to end."""

from __future__ import annotations

import asyncio
import logging
import re
import signal
import socket
import sys
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace

import uvicorn
from starlette.applications import Starlette

from hyperdigest.errors import OutputError
from hyperdigest.web.connections import Connection
from hyperdigest.web.settings import PORT, Settings

CONNECTIONS = 2000
"""Open at once, those that wait for progress included."""

FILES = 500
"""Open beside connections."""

KEPT_ALIVE = 75
"""Seconds that a connection waits for its next request: longer than people pause to think."""

TOKEN = re.compile(r"([?&]token=)[^&]*")

GRACE = 3
"""Seconds that requests have to end when the app does."""


def bound(settings: Settings) -> tuple[socket.socket, Settings]:
    """A socket that listens as `settings` say, and these with the port it got.

    Where somebody else has the usual port, any free one will do.

    Raises
    ------
    OutputError
        where the host or the port named is not to be had.
    """
    ports = [PORT, 0] if settings.port == PORT else [settings.port]
    for port in ports:
        try:
            listening = _listening(settings.host, port)
        except OSError as error:
            problem = error
        else:
            return listening, replace(settings, port=listening.getsockname()[1])
    raise OutputError(
        f"cannot listen on {settings.host} port {settings.port}: {problem.strerror}; name another"
        " with --host or --port"
    ) from problem


def _listening(host: str, port: int) -> socket.socket:
    found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)
    family, kind, protocol, _, address = found[0]
    listening = socket.socket(family, kind, protocol)
    try:
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listening.bind(address)
        listening.listen(CONNECTIONS)
    except OSError:
        listening.close()
        raise
    return listening


def run(
    app: Starlette, listening: socket.socket, *, verbose: bool, started: Callable[[], None]
) -> None:
    """Serve `app` until the process is interrupted or told to end.

    Parameters
    ----------
    verbose : whether every request is told on standard error.
    started : called once requests are answered.
    """
    config = uvicorn.Config(
        app,
        log_level=logging.INFO if verbose else logging.ERROR,
        access_log=verbose,
        server_header=False,
        proxy_headers=False,
        http=Connection,
        ws="none",
        lifespan="on",
        limit_concurrency=CONNECTIONS,
        timeout_graceful_shutdown=GRACE,
        timeout_keep_alive=KEPT_ALIVE,
    )
    _make_room(CONNECTIONS)
    logging.getLogger("uvicorn.error").addFilter(_is_a_fault)
    logging.getLogger("uvicorn.access").addFilter(_without_token)
    server = _Server(config, started)
    heard = {number: signal.signal(number, _end) for number in (signal.SIGINT, signal.SIGTERM)}
    try:
        server.run(sockets=[listening])
    finally:
        for number, before in heard.items():
            signal.signal(number, before)


def _make_room(connections: int) -> None:
    """Let this process have so many connections open, and files beside, if the system does."""
    if sys.platform == "win32":
        return
    import resource

    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = connections + FILES
    if soft != resource.RLIM_INFINITY and soft < wanted:
        most = wanted if hard == resource.RLIM_INFINITY else min(wanted, hard)
        with suppress(ValueError, OSError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (most, hard))


def _is_a_fault(record: logging.LogRecord) -> bool:
    """Whether a message is of more than requests that were cut off as the app ended."""
    cause = record.exc_info[1] if record.exc_info else None
    return not isinstance(cause, asyncio.CancelledError) and "graceful" not in str(record.msg)


def _without_token(record: logging.LogRecord) -> bool:
    """Take the token out of the address that a message tells; all messages pass."""
    if isinstance(record.args, tuple):
        record.args = tuple(
            TOKEN.sub(r"\1...", value) if isinstance(value, str) else value for value in record.args
        )
    return True


def _end(number: int, frame: object) -> None:
    """The server has ended in order already when it raises the signal again."""


class _Server(uvicorn.Server):
    def __init__(self, config: uvicorn.Config, started: Callable[[], None]) -> None:
        super().__init__(config)
        self._when_started = started

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if self.started:
            self._when_started()
