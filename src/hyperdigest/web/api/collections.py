"""Handlers of the API and of forms of pages: collections, their documents, notes and history."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator, Mapping
from dataclasses import asdict
from glob import escape
from urllib.parse import urlencode

from starlette.requests import Request
from starlette.responses import (
    FileResponse,
    JSONResponse,
    RedirectResponse,
    Response,
    StreamingResponse,
)

from hyperdigest.base.text import dumped
from hyperdigest.constraints import parse_place
from hyperdigest.errors import OptionError
from hyperdigest.options import Options
from hyperdigest.split.terms import check_language
from hyperdigest.web.api.operations import QueryParameter
from hyperdigest.web.record import Record
from hyperdigest.web.registry import Registry, record_of, registry_of
from hyperdigest.web.requests import (
    fields_of_form,
    number_in,
    object_of,
    parse_option,
    preset_and_options,
    short_text,
)
from hyperdigest.web.responses import attachment, json_text
from hyperdigest.web.templates import page
from hyperdigest.web.uploads import documents_in, is_form

ROOT = "/api/v1/collections"
PAGE = "/c/{id}/documents"
SQLITE = "application/vnd.sqlite3"
NAMES = QueryParameter(
    "name",
    {"type": "array", "items": {"type": "string", "minLength": 1}, "minItems": 1},
    "Names of documents, or patterns of names such as 2019-*.",
)
HEARTBEAT = 15.0
"""Seconds of silence after which a comment is sent, so that the connection stays open."""


async def list_collections(request: Request) -> Response:
    collections = registry_of(request).collections
    return JSONResponse({"collections": [record.shown() for record in collections]})


def _is_api(request: Request) -> bool:
    """Whether a request is one of the API, and not a form of a page, which a page answers."""
    return request.url.path.startswith("/api/")


async def add_collection(request: Request) -> Response:
    async with documents_in(request) as (incoming, fields):
        name = fields.pop("name", None)
        name = name or "" if is_form(request) else short_text(name, "name")
        preset, options = preset_and_options(fields, parse_option if is_form(request) else None)
        preset = preset or "default"
        check_language(Options.preset(preset, **options).language)
        ahead = not _is_api(request)
        record = registry_of(request).add(incoming, name, preset, options, ahead=ahead)
    if not _is_api(request):
        return RedirectResponse(f"/c/{record.id}", 303)
    return JSONResponse(record.shown(), 202, {"Location": f"{ROOT}/{record.id}"})


async def show_collection(request: Request) -> Response:
    return JSONResponse(record_of(request).shown())


async def rename_collection(request: Request) -> Response:
    record, body = record_of(request), await object_of(request)
    if body.keys() - {"name"}:
        raise OptionError("the request has more than a name: give only name")
    await registry_of(request).rename(record, short_text(body.get("name"), "name"))
    return JSONResponse(record.shown())


async def rename_on_page(request: Request) -> Response:
    fields = await fields_of_form(request)
    await registry_of(request).rename(record_of(request), short_text(fields.get("name"), "name"))
    return RedirectResponse(_back(request, fields), 303)


async def switch_watch(request: Request) -> Response:
    fields = await fields_of_form(request)
    registry_of(request).switch_watch(record_of(request), fields.get("watch", ""))
    return RedirectResponse(_back(request, fields), 303)


async def show_changes(request: Request) -> Response:
    """The part of a page about what has changed in watched files."""
    return page("changes.html", record=record_of(request), asked_query="")


async def update(request: Request) -> Response:
    """Take over what has changed in files that are watched."""
    record = record_of(request)
    await registry_of(request).update(record)
    return _being_changed(request, record)


async def read_scans(request: Request) -> Response:
    """Read the scanned pages of a collection by machine."""
    record = record_of(request)
    await registry_of(request).read_scans(record)
    return _being_changed(request, record)


def _back(request: Request, fields: Mapping[str, str]) -> str:
    """The page of the collection that a form was sent from, or that of its documents."""
    back, base = fields.get("back", ""), f"/c/{request.path_params['id']}"
    own = back == base or back.startswith((f"{base}/", f"{base}?", f"{base}#"))
    return back if own and back.isprintable() else f"{base}/documents"


async def show_notes(request: Request) -> Response:
    record = record_of(request)
    numbers = (await registry_of(request).model(record)).collection.document_numbers
    return json_text(dumped({"notes": [asdict(note) for note in record.notes.ordered(numbers)]}))


async def write_note(request: Request) -> Response:
    """Put a note on a sentence, or remove it if the text is empty."""
    record, body = record_of(request), await object_of(request)
    if body.keys() != {"document", "start", "note"}:
        raise OptionError("a note has a document, a start and a note: give only these")
    document, start = parse_place({each: body[each] for each in ("document", "start")}, "note")
    if not isinstance(body["note"], str):
        raise OptionError("note is no text: write one, or an empty one to remove it")
    await registry_of(request).write_note(record, document, start, body["note"])
    return await show_notes(request)


async def write_on_page(request: Request) -> Response:
    fields = await fields_of_form(request)
    start = number_in(fields.get("start", ""))
    if start is None:
        raise OptionError("the note is on no sentence: choose one first")
    text = "" if "remove" in fields else fields.get("note", "")
    document = fields.get("document", "")
    await registry_of(request).write_note(record_of(request), document, start, text)
    return RedirectResponse(_back(request, fields), 303)


async def remove_collection(request: Request) -> Response:
    await registry_of(request).remove(request.path_params["id"])
    return Response(status_code=204) if _is_api(request) else RedirectResponse("/", 303)


async def follow(request: Request) -> Response:
    events = _events(registry_of(request), record_of(request))
    return StreamingResponse(events, media_type="text/event-stream")


async def _events(registry: Registry, record: Record) -> AsyncIterator[str]:
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


async def download(request: Request) -> Response:
    record = record_of(request)
    headers = {"Content-Disposition": attachment(record.name, ".hdig")}
    file = registry_of(request).file(record)
    return FileResponse(file, headers=headers, media_type=SQLITE)


async def add_documents(request: Request) -> Response:
    record = record_of(request)
    async with documents_in(request) as (incoming, fields):
        if fields:
            name = sorted(map(str, fields))[0]
            raise OptionError(
                f"the request has {name!r:.60}: give only documents, a collection keeps its"
                " settings"
            )
        registry_of(request).add_documents(record, incoming)
    return _being_changed(request, record)


async def remove_documents(request: Request) -> Response:
    record, names = record_of(request), request.query_params.getlist("name")
    if not names:
        raise OptionError("no document is named: give its name, as ?name=report.txt")
    if not _is_api(request):  # a page names documents, not patterns
        names = [escape(name) for name in names]
    await registry_of(request).remove_documents(record, names)
    return _being_changed(request, record)


async def cancel_change(request: Request) -> Response:
    record = record_of(request)
    await registry_of(request).cancel_change(record)
    return _being_changed(request, record)


def _being_changed(request: Request, record: Record) -> Response:
    """The record for the API; else a redirect to the page of the form, with its query string, or to
    the progress of a collection that is not ready."""
    if _is_api(request):
        return JSONResponse(record.shown(), 202)
    if record.status != "ready":
        return RedirectResponse(f"/c/{record.id}", 303)
    here = [pair for pair in request.query_params.multi_items() if pair[0] != "name"]
    query = f"?{urlencode(here)}" if here else ""
    return RedirectResponse(f"/c/{record.id}/documents{query}", 303)


async def show_history(request: Request) -> Response:
    questions = [asdict(past) for past in record_of(request).history]
    return JSONResponse({"questions": questions})


async def forget_history(request: Request) -> Response:
    registry_of(request).forget_history(record_of(request))
    return Response(status_code=204)
