"""How far a worker thread is, told to the client; and the thread told that nobody waits for it."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from contextlib import suppress

import anyio

Report = Callable[[float, float, str], Awaitable[None]]

SECONDS_BETWEEN_REPORTS = 0.1

_SHARES = {"reading": (0.0, 0.3), "split": (0.3, 0.5), "topics": (0.5, 0.95)}
"""From where to where each stage leads, of the whole."""


class Abandoned(BaseException):
    """Nobody waits for the result any more; nothing on the way may catch this."""


class Relay:
    """A `Progress` for the thread that works; whoever waits for that tells the client."""

    def __init__(self) -> None:
        self._now = (0.0, "started")
        self._abandoned = False

    def __call__(self, stage: str, done: int, total: int) -> None:
        """Note how far the work is; raise `Abandoned` where it is for nobody."""
        if self._abandoned:
            raise Abandoned
        start, end = _SHARES.get(stage, (0.0, 0.0))
        share = start + (end - start) * done / total if total else 0.0
        counted = f": {done} of {total}" if total else ""
        self._now = (max(self._now[0], share), f"{stage}{counted}")

    def abandon(self) -> None:
        """Let the thread end when it next says how far it is."""
        self._abandoned = True

    async def tell(self, report: Report) -> None:
        """Report, now and whenever it has gone on, until cancelled or the client is gone."""
        told = -1.0
        with suppress(anyio.ClosedResourceError, anyio.BrokenResourceError):
            while True:
                share, message = self._now
                if share > told:
                    told = share
                    await report(share, 1.0, message)
                await anyio.sleep(SECONDS_BETWEEN_REPORTS)
