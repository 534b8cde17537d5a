"""How far a collection is, told as it happens: server-sent events."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator

from starlette.requests import Request
from starlette.responses import Response, StreamingResponse
from starlette.routing import Route

from hyperdigest.web.entry import Entry
from hyperdigest.web.shelf import Shelf

HEARTBEAT = 15.0
"""Seconds of silence after which something is said, so that the line is not taken for dead."""


def routes(shelf: Shelf) -> list[Route]:
    """The route of the events of a collection."""

    async def events(request: Request) -> Response:
        entry = shelf.get(request.path_params["id"])
        return StreamingResponse(stream(shelf, entry), media_type="text/event-stream")

    return [Route("/api/v1/collections/{id}/events", events, methods=["GET"])]


async def stream(shelf: Shelf, entry: Entry) -> AsyncIterator[str]:
    """``progress`` whenever something changes; at last ``ready``, ``failed`` or ``removed``."""
    while True:
        seen = entry.version
        gone = entry not in shelf.collections
        kind = "removed" if gone else entry.status if entry.ended else "progress"
        yield f"event: {kind}\nid: {seen}\ndata: {json.dumps(entry.shown())}\n\n"
        if kind != "progress":
            return
        while not await shelf.change(entry, seen, HEARTBEAT):
            yield ": still at work\n\n"
