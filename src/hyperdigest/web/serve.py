"""The server of the app: its socket, its event loop, and connections that time out."""

from __future__ import annotations

import asyncio
import logging
import re
import secrets
import signal
import socket
import sys
import threading
import webbrowser
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import replace

import uvicorn
from starlette.applications import Starlette
from uvicorn.protocols.http.h11_impl import H11Protocol

from hyperdigest.base.sockets import listening_socket
from hyperdigest.errors import OptionError
from hyperdigest.store.finding import is_store
from hyperdigest.web.app import create_app
from hyperdigest.web.registry import Registry
from hyperdigest.web.settings import PORT, Settings
from hyperdigest.web.state import StateFolder

PATIENCE = 20.0
"""Seconds in which the head of a request must be complete."""

CONNECTIONS = 2000
"""Most open connections, including those that wait for progress."""

FILES = 500
"""Open files besides connections."""

KEPT_ALIVE = 75
"""Seconds that a connection waits for its next request: longer than people pause to think."""

TOKEN = re.compile(r"([?&]token=)[^&]*")
GRACE = 3
"""Seconds in which requests may finish when the app is shut down."""

SHORTEST_TOKEN = 16
EVERYWHERE = ("0.0.0.0", "::", "")  # noqa: S104 (compared, not bound to)


def serve_app(
    settings: Settings,
    paths: Sequence[str],
    *,
    browser: bool,
    verbose: bool,
    say: Callable[[str], None],
) -> None:
    """Serve until interrupted; `say` shows the user a line.

    Of `paths`, each saved collection is added by itself, and documents are read as one collection.
    Raises an OptionError if the token is easy to guess, an OutputError if the address, the
    port or the folder for collections is not available, and a StoreError if a saved collection
    cannot be opened.
    """
    settings = with_token(settings)
    ports = (PORT, 0) if settings.port == PORT else (settings.port,)
    listening = listening_socket(settings.host, *ports, options="--host or --port")
    settings = replace(settings, port=listening.getsockname()[1])

    def announce() -> None:
        url = address(settings)
        say(f"hyperdigest is at {url} (Ctrl-C ends it)")
        for message in registry.messages:
            say(message)
        if browser:
            threading.Thread(target=webbrowser.open, args=(url,), daemon=True).start()

    with listening:
        state = StateFolder(settings.keep)
        try:
            registry = Registry(state, settings.limits)
            saved = [path for path in paths if is_store(path)]
            for path in saved:
                registry.add_saved(path)
            others = [path for path in paths if path not in saved]
            app = create_app(settings, registry, others, announce)
            run(app, listening, verbose=verbose)
        finally:
            state.close()


def with_token(settings: Settings) -> Settings:
    """`settings` with a token made, where other machines reach the app and none was given."""
    if settings.token and len(settings.token) < SHORTEST_TOKEN:
        raise OptionError(f"the token is easy to guess: give {SHORTEST_TOKEN} characters or more")
    if settings.token or settings.loopback:
        return settings
    return replace(settings, token=secrets.token_urlsafe(24))


def address(settings: Settings) -> str:
    """The URL for a browser on this machine, with the token."""
    host = "127.0.0.1" if settings.host in EVERYWHERE else settings.host
    shown = f"[{host}]" if ":" in host else host
    token = f"?token={settings.token}" if settings.token else ""
    return f"http://{shown}:{settings.port}/{token}"


def run(app: Starlette, listening: socket.socket, *, verbose: bool) -> None:
    """Serve `app` until the process is interrupted or ended. If it is `verbose`, every request is
    reported on standard error."""
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
    logging.getLogger("uvicorn.access").addFilter(without_token)
    # uvicorn raises a signal again after an orderly shutdown: here it is ignored then.
    signals = signal.SIGINT, signal.SIGTERM
    handlers = {number: signal.signal(number, lambda *_: None) for number in signals}
    try:
        uvicorn.Server(config).run(sockets=[listening])
    finally:
        for number, before in handlers.items():
            signal.signal(number, before)


def _make_room(connections: int) -> None:
    """Raise the limit of open files for so many connections, as far as the system allows."""
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
    """Whether a log message is about more than requests cancelled by the shutdown."""
    cause = record.exc_info[1] if record.exc_info else None
    return not isinstance(cause, asyncio.CancelledError) and "graceful" not in str(record.msg)


def without_token(record: logging.LogRecord) -> bool:
    """A filter of the log that hides the token in URLs and lets all messages pass."""
    if isinstance(record.args, tuple):
        record.args = tuple(
            TOKEN.sub(r"\1...", value) if isinstance(value, str) else value for value in record.args
        )
    return True


class Connection(H11Protocol):
    """An HTTP connection with a timeout against slow requests.

    It is closed if no request is being answered and none becomes complete in time. Between two
    requests it may rest for as long as the server keeps connections alive. A body that goes on
    after its request was answered counts as no request.
    """

    _deadline: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Start the timeout for the first request."""
        super().connection_made(transport)
        self._wait()

    def data_received(self, data: bytes) -> None:
        """Parse a piece of a request, and start or stop the timeout."""
        super().data_received(data)
        self._wait()

    def connection_lost(self, exc: Exception | None) -> None:
        """Stop the timeout."""
        self._stop()
        super().connection_lost(exc)

    def _wait(self) -> None:
        if self.cycle is not None and not self.cycle.response_complete:
            self._stop()
        elif self._deadline is None and self.timeout_keep_alive_task is None:
            self._deadline = self.loop.call_later(PATIENCE, self.transport.close)

    def _stop(self) -> None:
        if self._deadline is not None:
            self._deadline.cancel()
            self._deadline = None
