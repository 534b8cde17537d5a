"""The API's routes, and the forms of the pages: collections, their documents, and questions."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from dataclasses import asdict
from glob import escape
from typing import Any
from urllib.parse import urlencode

import numpy as np
from starlette.requests import Request
from starlette.responses import (
    FileResponse,
    JSONResponse,
    RedirectResponse,
    Response,
    StreamingResponse,
)
from starlette.routing import Route

from hyperdigest.answer.answer import Answer
from hyperdigest.base.text import dumped
from hyperdigest.constraints import Place, parse_place
from hyperdigest.documents import Document
from hyperdigest.drawings.pages import render_neighbourhood_json, render_topics_map_json
from hyperdigest.errors import OptionError
from hyperdigest.model import Model
from hyperdigest.options import Options, named_options
from hyperdigest.render import formats
from hyperdigest.render.json import render_explanation_json, render_topics_json
from hyperdigest.split.terms import check_language
from hyperdigest.web.api.openapi import described
from hyperdigest.web.errors import RequestError
from hyperdigest.web.jobs import IncomingDocuments
from hyperdigest.web.notes import Notes
from hyperdigest.web.record import Record
from hyperdigest.web.registry import Registry, record_of, registry_of
from hyperdigest.web.requests import (
    check_preset,
    checked_option,
    fields_of_form,
    number_in,
    object_of,
    parse_option,
    question_from_json,
    request_documents,
    short_text,
)
from hyperdigest.web.responses import attachment, exported
from hyperdigest.web.search import Wanted, hits_of, sentences_with
from hyperdigest.web.templates import page
from hyperdigest.web.uploads import Done, Use, documents_from_form, documents_from_json, is_form

Handler = Callable[[Request], Awaitable[Response]]
ROOT = "/api/v1/collections"
ONE = "/api/v1/collections/{id}"
PAGE = "/c/{id}/documents"
SQLITE = "application/vnd.sqlite3"
HEARTBEAT = 15.0
"""Seconds of silence after which a comment is sent, so that the connection is kept open."""

MATCHES = ("words", "exact")
"""How words may be searched for: from their beginnings on, or as they are written."""

MOST_HITS = 100
"""Most sentences that a search gives at once."""

MOST_WORDS = 100
"""Most words of a topic."""


async def _list_collections(request: Request) -> Response:
    collections = registry_of(request).collections
    return JSONResponse({"collections": [record.shown() for record in collections]})


def _is_api(request: Request) -> bool:
    """Whether a request is one of the API, not a form of a page, which is answered by a page."""
    return request.url.path.startswith("/api/")


async def _documents_taken(request: Request, use: Use[Done]) -> Done:
    as_json = _is_api(request) and not is_form(request)
    return await (documents_from_json if as_json else documents_from_form)(request, use)


async def _add_collection(request: Request) -> Response:
    record = await _documents_taken(request, _put_collection)
    if not _is_api(request):
        return RedirectResponse(f"/c/{record.id}", 303)
    return JSONResponse(record.shown(), 202, {"Location": f"{ROOT}/{record.id}"})


def _put_collection(
    request: Request, incoming: IncomingDocuments, fields: dict[str, Any]
) -> Record:
    form = is_form(request)
    name = fields.pop("name", "") if form else short_text(fields.pop("name", None), "name")
    given = {each: value for each, value in fields.items() if value is not None}
    values = named_options(given)
    preset = values.pop("preset", None)
    check_preset(preset)
    if form:
        values = {each: parse_option(each, value) for each, value in values.items()}
    options = {each: checked_option(each, value) for each, value in values.items()}
    check_language(Options.preset(preset or "default", **options).language)
    return registry_of(request).add(incoming, name, preset or "default", options)


async def _show_collection(request: Request) -> Response:
    return JSONResponse(record_of(request).shown())


async def _rename_collection(request: Request) -> Response:
    record, body = record_of(request), await object_of(request)
    if body.keys() - {"name"}:
        raise OptionError("the request has more than a name: give name alone")
    await registry_of(request).rename(record, short_text(body.get("name"), "name"))
    return JSONResponse(record.shown())


async def _rename_on_page(request: Request) -> Response:
    fields = await fields_of_form(request)
    await registry_of(request).rename(record_of(request), short_text(fields.get("name"), "name"))
    return RedirectResponse(_back(request, fields), 303)


async def _switch_watch(request: Request) -> Response:
    fields = await fields_of_form(request)
    registry_of(request).switch_watch(record_of(request), fields.get("watch", ""))
    return RedirectResponse(_back(request, fields), 303)


async def _show_changes(request: Request) -> Response:
    """What has changed in files that are watched, as the part of a page that tells it."""
    return page("changes.html", record=record_of(request), asked_query="")


async def _update(request: Request) -> Response:
    """Take over what has changed in files that are watched."""
    await registry_of(request).update(record_of(request))
    return RedirectResponse(PAGE.format(**request.path_params), 303)


async def _read_scans(request: Request) -> Response:
    """Read the scanned pages of a collection by machine."""
    record = record_of(request)
    await registry_of(request).read_scans(record)
    if _is_api(request):
        return JSONResponse(record.shown(), 202)
    there = f"/c/{record.id}/documents" if record.status == "ready" else f"/c/{record.id}"
    return RedirectResponse(there, 303)


def _back(request: Request, fields: Mapping[str, str]) -> str:
    """The page of the collection that a form was sent from, or that of its documents."""
    back, base = fields.get("back", ""), f"/c/{request.path_params['id']}"
    own = back == base or back.startswith((f"{base}/", f"{base}?", f"{base}#"))
    return back if own and back.isprintable() else f"{base}/documents"


async def _show_notes(request: Request) -> Response:
    record = record_of(request)
    numbers = (await registry_of(request).model(record)).collection.document_numbers
    return _json(dumped({"notes": [asdict(note) for note in record.notes.ordered(numbers)]}))


async def _write_note(request: Request) -> Response:
    """Put a note on a sentence, or remove it where the text is empty."""
    record, body = record_of(request), await object_of(request)
    if body.keys() != {"document", "start", "note"}:
        raise OptionError("a note has a document, a start and a note: give these alone")
    document, start = parse_place({each: body[each] for each in ("document", "start")}, "note")
    if not isinstance(body["note"], str):
        raise OptionError("note is no text: write one, or an empty one to remove it")
    await registry_of(request).write_note(record, document, start, body["note"])
    return await _show_notes(request)


async def _write_on_page(request: Request) -> Response:
    fields = await fields_of_form(request)
    start = number_in(fields.get("start", ""))
    if start is None:
        raise OptionError("the note is on no sentence: choose one first")
    text = "" if "remove" in fields else fields.get("note", "")
    document = fields.get("document", "")
    await registry_of(request).write_note(record_of(request), document, start, text)
    return RedirectResponse(_back(request, fields), 303)


async def _remove_collection(request: Request) -> Response:
    await registry_of(request).remove(request.path_params["id"])
    return Response(status_code=204) if _is_api(request) else RedirectResponse("/", 303)


async def _follow(request: Request) -> Response:
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


async def _download(request: Request) -> Response:
    record = record_of(request)
    headers = {"Content-Disposition": attachment(record.name, ".hdig")}
    file = registry_of(request).file(record)
    return FileResponse(file, headers=headers, media_type=SQLITE)


async def _add_documents(request: Request) -> Response:
    record = record_of(request)
    await _documents_taken(request, _put_documents)
    return _being_changed(request, record)


def _put_documents(request: Request, incoming: IncomingDocuments, fields: dict[str, Any]) -> None:
    if fields:
        name = sorted(map(str, fields))[0]
        raise OptionError(
            f"the request has {name!r:.60}: give documents alone, a collection keeps its settings"
        )
    registry_of(request).add_documents(record_of(request), incoming)


async def _remove_documents(request: Request) -> Response:
    record, names = record_of(request), request.query_params.getlist("name")
    if not names:
        raise OptionError("no document is named: give its name, as ?name=report.txt")
    if not _is_api(request):  # a page names documents, not patterns
        names = [escape(name) for name in names]
    await registry_of(request).remove_documents(record, names)
    return _being_changed(request, record)


async def _cancel_change(request: Request) -> Response:
    record = record_of(request)
    await registry_of(request).cancel_change(record)
    return _being_changed(request, record)


def _being_changed(request: Request, record: Record) -> Response:
    """The record for the API; else a redirect to the page of the form, with its query string."""
    if _is_api(request):
        return JSONResponse(record.shown(), 202)
    here = [pair for pair in request.query_params.multi_items() if pair[0] != "name"]
    query = f"?{urlencode(here)}" if here else ""
    return RedirectResponse(f"{PAGE.format(**request.path_params)}{query}", 303)


async def _show_history(request: Request) -> Response:
    questions = [asdict(past) for past in record_of(request).history]
    return JSONResponse({"questions": questions})


async def _forget_history(request: Request) -> Response:
    registry_of(request).forget_history(record_of(request))
    return Response(status_code=204)


def _reading(render: Callable[[Model, Request], str]) -> Handler:
    """A handler that shows something of a collection as JSON."""

    async def read(request: Request) -> Response:
        registry = registry_of(request)
        model = await registry.model(record_of(request))
        return _json(await registry.threads.run(lambda: render(model, request)))

    return read


def _json(text: str) -> Response:
    return Response(text.encode("utf-8"), media_type="application/json")


def _topics(model: Model, request: Request) -> str:
    top = request.query_params.get("top", "10")
    number = number_in(top)
    if number is None or not 1 <= number <= MOST_WORDS:
        raise OptionError(f"top is {top[:40]!r}: give a whole number from 1 to {MOST_WORDS}")
    return render_topics_json(model.topic_table(number))


def _documents(model: Model, request: Request) -> str:
    columns = model.collection.split.sentences
    counts = np.bincount(columns.document, minlength=len(model.collection.documents))
    documents = []
    for number, document in enumerate(model.collection.documents):
        sizes = {"characters": len(document.text), "pages": len(document.pages)}
        documents.append(_about(number, document) | sizes | {"sentences": int(counts[number])})
    return dumped({"documents": documents})


def _document(model: Model, request: Request) -> str:
    """A document with its text, and the slices of it that are sentences."""
    number = request.path_params["number"]
    if number >= len(model.collection.documents):
        raise RequestError(404, f"there is no document {number} in the collection")
    document, columns = model.collection.documents[number], model.collection.split.sentences
    inside = columns.document == number
    slices = np.stack([columns.start[inside], columns.end[inside]], axis=1).tolist()
    content = {
        "pages": list(document.pages),
        "page_labels": list(document.page_labels),
        "text": document.text,
        "sentences": slices,
    }
    return dumped(_about(number, document) | content)


def _about(number: int, document: Document) -> dict[str, Any]:
    fields = ("name", "path", "title", "format")
    return {"number": number} | {name: getattr(document, name) for name in fields}


def _search(model: Model, request: Request) -> str:
    """Sentences in which words stand, some of them, and how many there are."""
    query = request.query_params
    match = query.get("match", "words")
    if match not in MATCHES:
        raise OptionError(f"match is {match[:40]!r}: choose one of {', '.join(MATCHES)}")
    limit, offset = (
        number_in(query.get(name, few)) for name, few in (("limit", "25"), ("offset", "0"))
    )
    if limit is None or not 1 <= limit <= MOST_HITS:
        raise OptionError(f"limit is no whole number from 1 to {MOST_HITS}")
    if offset is None:
        raise OptionError("offset is no whole number from 0 on")
    wanted = Wanted.of(query.get("q", ""), match == "exact")
    found = sentences_with(model.collection, wanted)
    wanted_ones = found.sentences[offset : offset + limit]
    hits = [asdict(hit) for hit in hits_of(model.collection, wanted_ones)]
    told = {"total": len(found.sentences), "complete": found.complete, "sentences": hits}
    return dumped({"q": query.get("q", ""), **told})


def _asking(
    render: Callable[[Answer, Any, Notes], Response],
    own: Callable[[dict[str, Any]], Any] = lambda body: None,
) -> Handler:
    """A handler that puts a question to a collection. `own` takes what is no part of the question
    out of the body, and `render` is given it with the notes on the collection."""

    async def ask(request: Request) -> Response:
        registry, record, body = registry_of(request), record_of(request), await object_of(request)
        more, asked = own(body), question_from_json(body, registry.limits)
        answer = await registry.answer(await registry.loaded(record), asked)
        return await registry.threads.run(lambda: render(answer, more, record.notes))

    return ask


def _around(body: dict[str, Any]) -> Place | None:
    around = body.pop("around", None)
    return None if around is None else parse_place(around, "around")


def _format(body: dict[str, Any]) -> str:
    format: str = body.pop("format", "json")
    if format not in formats():
        raise OptionError(f"format is {format!r:.60}: choose one of {', '.join(formats())}")
    return format


async def _ask_once(request: Request) -> Response:
    """The digest of documents in the request, made by a worker process."""
    registry, body = registry_of(request), await object_of(request)
    limits = registry.limits
    documents = request_documents(body.pop("documents", None), limits.files)
    characters = sum(len(document["text"]) for document in documents)
    if characters > limits.once_characters:
        raise RequestError(
            413,
            f"the documents have {characters} characters: give {limits.once_characters} at most,"
            " or make a collection of them first",
        )
    asked = question_from_json(body, limits)
    check_language(asked.fitting_options().language)
    task = {
        "documents": documents,
        "question": asked.text,
        "preset": asked.preset or "default",
        "options": dict(asked.changes),
        "wishes": asdict(asked.constraints),
    }
    return _json(await registry.once.digest(task))


async def _describe(request: Request) -> Response:
    return JSONResponse(described(registry_of(request).limits))


async def _describe_on_page(request: Request) -> Response:
    return page("api.html", api=described(registry_of(request).limits))


_TABLE: tuple[tuple[str, str, Handler], ...] = (
    ("GET", ROOT, _list_collections),
    ("POST", ROOT, _add_collection),
    ("POST", "/collections", _add_collection),
    ("GET", ONE, _show_collection),
    ("PATCH", ONE, _rename_collection),
    ("POST", "/c/{id}/rename", _rename_on_page),
    ("DELETE", ONE, _remove_collection),
    ("POST", "/c/{id}/remove", _remove_collection),
    ("GET", f"{ONE}/events", _follow),
    ("GET", f"{ONE}/file", _download),
    ("GET", f"{ONE}/documents", _reading(_documents)),
    ("GET", f"{ONE}/documents/{{number:number}}", _reading(_document)),
    ("POST", f"{ONE}/documents", _add_documents),
    ("DELETE", f"{ONE}/documents", _remove_documents),
    ("POST", f"{PAGE}/add", _add_documents),
    ("POST", f"{PAGE}/remove", _remove_documents),
    ("POST", f"{PAGE}/cancel", _cancel_change),
    ("POST", f"{PAGE}/watch", _switch_watch),
    ("POST", f"{PAGE}/update", _update),
    ("GET", f"{PAGE}/changes", _show_changes),
    ("POST", f"{PAGE}/recognize", _read_scans),
    ("POST", f"{ONE}/recognize", _read_scans),
    ("GET", f"{ONE}/search", _reading(_search)),
    ("GET", f"{ONE}/topics", _reading(_topics)),
    ("GET", f"{ONE}/map", _reading(lambda model, _: render_topics_map_json(model.topics_map()))),
    ("GET", f"{ONE}/history", _show_history),
    ("DELETE", f"{ONE}/history", _forget_history),
    ("GET", f"{ONE}/notes", _show_notes),
    ("PUT", f"{ONE}/notes", _write_note),
    ("POST", "/c/{id}/notes/save", _write_on_page),
    (
        "POST",
        f"{ONE}/digest",
        _asking(lambda a, _, notes: _json(notes.added(a.digest()).to_json())),
    ),
    (
        "POST",
        f"{ONE}/explain",
        _asking(lambda a, _, __: _json(render_explanation_json(a.explain()))),
    ),
    (
        "POST",
        f"{ONE}/neighbourhood",
        _asking(lambda a, at, _: _json(render_neighbourhood_json(a.neighbourhood(at))), _around),
    ),
    ("POST", f"{ONE}/export", _asking(exported, _format)),
    ("POST", "/api/v1/digest", _ask_once),
    ("GET", "/api/openapi.json", _describe),
    ("GET", "/api", _describe_on_page),
)


def _route(path: str) -> Route:
    """The route of a path, for all of its methods: an answer of 405 then names them."""
    handlers = {method: handler for method, its_path, handler in _TABLE if its_path == path}

    async def handle(request: Request) -> Response:
        return await handlers["GET" if request.method == "HEAD" else request.method](request)

    return Route(path, handle, methods=list(handlers))


API_ROUTES = [_route(path) for path in dict.fromkeys(path for _, path, _ in _TABLE)]
"""All routes of the API, and those of the forms of the pages."""
