"""API routes that add, change and remove collections, and their progress as server-sent events.

The forms of the pages use the same functions.
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
from hyperdigest.web.jobs import IncomingDocuments
from hyperdigest.web.record import Record
from hyperdigest.web.registry import Registry
from hyperdigest.web.requests import check_preset, checked_option, collection_name, parse_option
from hyperdigest.web.responses import attachment
from hyperdigest.web.settings import Settings
from hyperdigest.web.uploads import (
    Use,
    check_no_options,
    documents_from_form,
    documents_from_json,
    is_form,
)

ROOT = "/api/v1/collections"
Typed = Callable[[Mapping[str, Any]], dict[str, Any]]
CHANGES_ROOT = "/api/v1/collections/{id}"
PAGE = "/c/{id}/documents"
SQLITE = "application/vnd.sqlite3"
HEARTBEAT = 15.0
"""Seconds of silence after which a comment is sent, so that the connection is kept open."""


def collection_routes(registry: Registry, settings: Settings) -> list[Route]:
    """The routes of collections, and of the two forms."""

    async def listed(request: Request) -> Response:
        return JSONResponse({"collections": [record.shown() for record in registry.collections]})

    def from_json(incoming: IncomingDocuments, body: dict[str, Any]) -> Record:
        name = collection_name(body.pop("name", None))
        values = {each: value for each, value in body.items() if value is not None}
        return put(incoming, name, values)

    def from_form(incoming: IncomingDocuments, fields: dict[str, Any]) -> Record:
        name = fields.pop("name", "")
        return put(incoming, name, fields, _typed)

    def put(
        incoming: IncomingDocuments, name: str, values: Mapping[str, Any], typed: Typed = dict
    ) -> Record:
        ignored: list[str] = []
        options = fitting_options(typed(named_options(values, tell=ignored.append)))
        return registry.add(replace(incoming, skipped=(*incoming.skipped, *ignored)), name, options)

    async def added(request: Request) -> Response:
        if is_form(request):
            record = await documents_from_form(request, registry, settings, from_form)
        else:
            record = await documents_from_json(request, registry, settings, from_json)
        where = {"Location": f"{ROOT}/{record.id}"}
        return JSONResponse(record.shown(), 202, where)

    async def shown(request: Request) -> Response:
        return JSONResponse(registry.get(request.path_params["id"]).shown())

    async def removed(request: Request) -> Response:
        await registry.remove(request.path_params["id"])
        return Response(status_code=204)

    async def form_added(request: Request) -> Response:
        record = await documents_from_form(request, registry, settings, from_form)
        return RedirectResponse(f"/c/{record.id}", 303)

    async def form_removed(request: Request) -> Response:
        await registry.remove(request.path_params["id"])
        return RedirectResponse("/", 303)

    return [
        Route(ROOT, listed, methods=["GET"]),
        Route(ROOT, added, methods=["POST"]),
        Route(f"{ROOT}/{{id}}", shown, methods=["GET"]),
        Route(f"{ROOT}/{{id}}", removed, methods=["DELETE"]),
        Route("/collections", form_added, methods=["POST"]),
        Route("/c/{id}/remove", form_removed, methods=["POST"]),
    ]


def fitting_options(incoming: Mapping[str, Any]) -> dict[str, Any]:
    """The options a collection is fitted with, by name, ``preset`` perhaps among them, checked."""
    values = dict(incoming)
    preset = values.pop("preset", None)
    check_preset(preset)
    options = {name: checked_option(name, value) for name, value in values.items()}
    check_language(Options.preset(preset or "default", **options).language)
    return options | ({"preset": preset} if preset else {})


def _typed(fields: Mapping[str, Any]) -> dict[str, Any]:
    return {
        name: value if name == "preset" else parse_option(name, value)
        for name, value in fields.items()
    }


def change_routes(registry: Registry, settings: Settings) -> list[Route]:
    """The routes that add and remove documents, their forms, and the download of the collection."""

    def record_of(request: Request) -> Record:
        return registry.get(request.path_params["id"])

    def adding_to(record: Record) -> Use[None]:
        def add_documents(incoming: IncomingDocuments, fields: dict[str, Any]) -> None:
            check_no_options(fields)
            registry.add_documents(record, incoming)

        return add_documents

    async def added(request: Request) -> Response:
        record = record_of(request)
        take = documents_from_form if is_form(request) else documents_from_json
        await take(request, registry, settings, adding_to(record))
        return JSONResponse(record.shown(), 202)

    async def removed(request: Request) -> Response:
        record = record_of(request)
        await registry.remove_documents(record, _names(request))
        return JSONResponse(record.shown(), 202)

    async def file(request: Request) -> Response:
        record = record_of(request)
        headers = {"Content-Disposition": attachment(record.name, ".hdig")}
        return FileResponse(registry.file(record), headers=headers, media_type=SQLITE)

    async def form_added(request: Request) -> Response:
        record = record_of(request)
        await documents_from_form(request, registry, settings, adding_to(record))
        return _back(request)

    async def form_removed(request: Request) -> Response:
        await registry.remove_documents(record_of(request), list(map(escape, _names(request))))
        return _back(request)

    async def form_cancelled(request: Request) -> Response:
        record = record_of(request)
        await registry.cancel_change(record)
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
    """A redirect to the page of the form, with its query string."""
    here = [pair for pair in request.query_params.multi_items() if pair[0] != "name"]
    query = f"?{urlencode(here)}" if here else ""
    return RedirectResponse(f"{PAGE.format(**request.path_params)}{query}", 303)


def event_routes(registry: Registry) -> list[Route]:
    """The route of the events of a collection."""

    async def events(request: Request) -> Response:
        record = registry.get(request.path_params["id"])
        return StreamingResponse(stream(registry, record), media_type="text/event-stream")

    return [Route("/api/v1/collections/{id}/events", events, methods=["GET"])]


async def stream(registry: Registry, record: Record) -> AsyncIterator[str]:
    """Events: ``progress`` at each change; at last ``ready``, ``failed`` or ``removed``."""
    while True:
        seen = record.version
        removed = record not in registry.collections
        kind = "removed" if removed else record.status if record.ended else "progress"
        yield f"event: {kind}\nid: {seen}\ndata: {json.dumps(record.shown())}\n\n"
        if kind != "progress":
            return
        while not await registry.wait_for_change(record, seen, HEARTBEAT):
            yield ": still at work\n\n"
