"""Collections put on the shelf, looked at, and removed; also by the forms of the pages.

Documents added to a collection and removed from it; also by the forms of the pages.

How far a collection is, told as it happens: server-sent events.
"""

from __future__ import annotations

import json
from collections.abc import AsyncIterator, Callable, Mapping
from dataclasses import replace
from glob import escape
from typing import Any
from urllib.parse import urlencode

from starlette.requests import Request
from starlette.responses import (
    FileResponse,
    JSONResponse,
    RedirectResponse,
    Response,
    StreamingResponse,
)
from starlette.routing import Route

from hyperdigest.errors import OptionError
from hyperdigest.options import Options, named_options
from hyperdigest.split.terms import check_language
from hyperdigest.web.jobs import Arriving
from hyperdigest.web.record import Entry
from hyperdigest.web.registry import Shelf
from hyperdigest.web.requests import check_preset, checked_option, given_name, typed_option
from hyperdigest.web.responses import attachment
from hyperdigest.web.settings import Settings
from hyperdigest.web.uploads import Use, check_alone, is_form, sent_as_json, sent_by_form

ROOT = "/api/v1/collections"

Typed = Callable[[Mapping[str, Any]], dict[str, Any]]


def collection_routes(shelf: Shelf, settings: Settings) -> list[Route]:
    """The routes of collections, and of the two forms."""

    async def listed(request: Request) -> Response:
        return JSONResponse({"collections": [entry.shown() for entry in shelf.collections]})

    def from_json(given: Arriving, body: dict[str, Any]) -> Entry:
        name = given_name(body.pop("name", None))
        values = {each: value for each, value in body.items() if value is not None}
        return put(given, name, values)

    def from_form(given: Arriving, fields: dict[str, Any]) -> Entry:
        name = fields.pop("name", "")
        return put(given, name, fields, _typed)

    def put(given: Arriving, name: str, values: Mapping[str, Any], typed: Typed = dict) -> Entry:
        ignored: list[str] = []
        options = fitting_options(typed(named_options(values, tell=ignored.append)))
        return shelf.add(replace(given, skipped=(*given.skipped, *ignored)), name, options)

    async def added(request: Request) -> Response:
        if is_form(request):
            entry = await sent_by_form(request, shelf, settings, from_form)
        else:
            entry = await sent_as_json(request, shelf, settings, from_json)
        where = {"Location": f"{ROOT}/{entry.id}"}
        return JSONResponse(entry.shown(), 202, where)

    async def shown(request: Request) -> Response:
        return JSONResponse(shelf.get(request.path_params["id"]).shown())

    async def removed(request: Request) -> Response:
        await shelf.remove(request.path_params["id"])
        return Response(status_code=204)

    async def form_added(request: Request) -> Response:
        entry = await sent_by_form(request, shelf, settings, from_form)
        return RedirectResponse(f"/c/{entry.id}", 303)

    async def form_removed(request: Request) -> Response:
        await shelf.remove(request.path_params["id"])
        return RedirectResponse("/", 303)

    return [
        Route(ROOT, listed, methods=["GET"]),
        Route(ROOT, added, methods=["POST"]),
        Route(f"{ROOT}/{{id}}", shown, methods=["GET"]),
        Route(f"{ROOT}/{{id}}", removed, methods=["DELETE"]),
        Route("/collections", form_added, methods=["POST"]),
        Route("/c/{id}/remove", form_removed, methods=["POST"]),
    ]


def fitting_options(given: Mapping[str, Any]) -> dict[str, Any]:
    """The options a collection is fitted with, by name, ``preset`` perhaps among them, checked."""
    values = dict(given)
    preset = values.pop("preset", None)
    check_preset(preset)
    options = {name: checked_option(name, value) for name, value in values.items()}
    check_language(Options.preset(preset or "default", **options).language)
    return options | ({"preset": preset} if preset else {})


def _typed(fields: Mapping[str, Any]) -> dict[str, Any]:
    return {
        name: value if name == "preset" else typed_option(name, value)
        for name, value in fields.items()
    }


CHANGES_ROOT = "/api/v1/collections/{id}"
PAGE = "/c/{id}/documents"
SQLITE = "application/vnd.sqlite3"


def change_routes(shelf: Shelf, settings: Settings) -> list[Route]:
    """The routes of changes, of their forms, and of the file that comes of them."""

    def entry_of(request: Request) -> Entry:
        return shelf.get(request.path_params["id"])

    def growing(entry: Entry) -> Use[None]:
        def grow(given: Arriving, fields: dict[str, Any]) -> None:
            check_alone(fields)
            shelf.grow(entry, given)

        return grow

    async def added(request: Request) -> Response:
        entry = entry_of(request)
        take = sent_by_form if is_form(request) else sent_as_json
        await take(request, shelf, settings, growing(entry))
        return JSONResponse(entry.shown(), 202)

    async def removed(request: Request) -> Response:
        entry = entry_of(request)
        await shelf.shrink(entry, _names(request))
        return JSONResponse(entry.shown(), 202)

    async def file(request: Request) -> Response:
        entry = entry_of(request)
        headers = {"Content-Disposition": attachment(entry.name, ".hdig")}
        return FileResponse(shelf.file(entry), headers=headers, media_type=SQLITE)

    async def form_added(request: Request) -> Response:
        entry = entry_of(request)
        await sent_by_form(request, shelf, settings, growing(entry))
        return _back(request)

    async def form_removed(request: Request) -> Response:
        await shelf.shrink(entry_of(request), list(map(escape, _names(request))))
        return _back(request)

    async def form_cancelled(request: Request) -> Response:
        entry = entry_of(request)
        await shelf.leave_as_it_was(entry)
        return _back(request)

    return [
        Route(f"{CHANGES_ROOT}/documents", added, methods=["POST"]),
        Route(f"{CHANGES_ROOT}/documents", removed, methods=["DELETE"]),
        Route(f"{CHANGES_ROOT}/file", file, methods=["GET"]),
        Route(f"{PAGE}/add", form_added, methods=["POST"]),
        Route(f"{PAGE}/remove", form_removed, methods=["POST"]),
        Route(f"{PAGE}/cancel", form_cancelled, methods=["POST"]),
    ]


def _names(request: Request) -> list[str]:
    names = request.query_params.getlist("name")
    if not names:
        raise OptionError("no document is named: give its name, as ?name=report.txt")
    return names


def _back(request: Request) -> Response:
    """To the page that a form stands on, as it was: what is asked, and what is looked for."""
    here = [pair for pair in request.query_params.multi_items() if pair[0] != "name"]
    query = f"?{urlencode(here)}" if here else ""
    return RedirectResponse(f"{PAGE.format(**request.path_params)}{query}", 303)


HEARTBEAT = 15.0
"""Seconds of silence after which something is said, so that the line is not taken for dead."""


def event_routes(shelf: Shelf) -> list[Route]:
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
