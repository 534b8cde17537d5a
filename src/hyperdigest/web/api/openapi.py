"""The OpenAPI 3.1 description of the API, made from the options and limits that it enforces."""

from __future__ import annotations

from importlib.metadata import version
from typing import Any

from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from hyperdigest.render import file_type, formats
from hyperdigest.web.api.schemas import ANSWERS, Schema, reference, requests
from hyperdigest.web.responses import page
from hyperdigest.web.settings import Limits, Settings

COLLECTION = "/api/v1/collections/{id}"
_ID: Schema = {"name": "id", "in": "path", "required": True, "schema": {"type": "string"}}
_NUMBER: Schema = {
    "name": "number",
    "in": "path",
    "required": True,
    "schema": {"type": "integer", "minimum": 0, "maximum": 10**9},
}

_NAMES: Schema = {
    "name": "name",
    "in": "query",
    "required": True,
    "description": "Names of documents, or patterns of names such as 2019-*.",
    "schema": {"type": "array", "items": {"type": "string", "minLength": 1}, "minItems": 1},
}

_TOP: Schema = {
    "name": "top",
    "in": "query",
    "description": "Words of each topic.",
    "schema": {"type": "integer", "minimum": 1, "maximum": 100, "default": 10},
}

FAULTS = {
    "400": "The request is malformed.",
    "401": "The token is missing or wrong.",
    "403": "Another site asked, or the path may not be named.",
    "404": "There is no such collection or document.",
    "408": "The request came too slowly.",
    "409": "The collection is not ready, could not be read, or is being changed.",
    "413": "The request is too large.",
    "415": "The request, or every file in it, is of another type.",
    "422": "The request asks for what cannot be; the message says what can.",
    "429": "There are too many collections.",
    "503": "Too many ask at once; Retry-After says when to try again.",
}

ABOUT = """\
Put a question to documents and get a digest: at most so many words, made only of sentences that \
stand in them, each with its exact source. Put documents on the shelf as a collection, wait until \
it is `ready`, then ask; or ask once, with the documents in the request. While documents are added \
or removed, the collection stays `ready`, as it was, and `progress` tells how far that is; then \
`news` says what has changed, or `error` why nothing has. Errors are objects with \
`error.message`, one line that says what to do, and `error.status`. Where the app has a token, \
send it as `Authorization: Bearer TOKEN`.\
"""


def routes(settings: Settings) -> list[Route]:
    """The routes of the description."""
    content = described(settings.limits)

    async def openapi(request: Request) -> Response:
        return JSONResponse(content)

    async def readable(request: Request) -> Response:
        return page("api.html", api=content)

    return [
        Route("/api/openapi.json", openapi, methods=["GET"]),
        Route("/api", readable, methods=["GET"]),
    ]


def described(limits: Limits) -> dict[str, Any]:
    """The description of the API as it is with `limits`."""
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "hyperdigest",
            "version": version("hyperdigest"),
            "description": ABOUT,
        },
        "paths": operations(),
        "components": {
            "schemas": {**requests(limits), **ANSWERS},
            "securitySchemes": {"token": {"type": "http", "scheme": "bearer"}},
        },
        "security": [{}, {"token": []}],
    }


def operations() -> dict[str, Any]:
    """The operations by path and method."""
    return {
        "/api/v1/collections": {
            "get": _operation("List the collections", "200", "Collections"),
            "post": _operation(
                "Put documents on the shelf: files, texts, or paths",
                "202",
                "Collection",
                takes={"application/json": "NewCollection", "multipart/form-data": "Upload"},
            ),
        },
        COLLECTION: {
            "parameters": [_ID],
            "get": _operation("See how far a collection is", "200", "Collection"),
            "delete": _operation("Remove a collection; a fit is ended", "204"),
        },
        f"{COLLECTION}/events": {"parameters": [_ID], "get": _events()},
        f"{COLLECTION}/documents": {
            "parameters": [_ID],
            "get": _operation("List the documents", "200", "Documents"),
            "post": _operation(
                "Add documents; the collection is asked as it was until they are in",
                "202",
                "Collection",
                takes={"application/json": "NewDocuments", "multipart/form-data": "Files"},
            ),
            "delete": _operation("Remove documents by their names", "202", "Collection")
            | {"parameters": [_NAMES]},
        },
        f"{COLLECTION}/documents/{{number}}": {
            "parameters": [_ID, _NUMBER],
            "get": _operation("Read a document", "200", "Document"),
        },
        f"{COLLECTION}/file": {"parameters": [_ID], "get": _file()},
        f"{COLLECTION}/topics": {
            "parameters": [_ID, _TOP],
            "get": _operation("List the topics, heaviest first", "200", "Topics"),
        },
        f"{COLLECTION}/map": {
            "parameters": [_ID],
            "get": _operation("See which topics are in which documents", "200", "TopicsMap"),
        },
        f"{COLLECTION}/history": {
            "parameters": [_ID],
            "get": _operation("List what was asked on the pages", "200", "History"),
            "delete": _operation("Forget what was asked", "204"),
        },
        f"{COLLECTION}/digest": _asking("Ask for a digest", "Digest"),
        f"{COLLECTION}/explain": _asking("Ask why each sentence is in a digest", "Explanation"),
        f"{COLLECTION}/neighbourhood": _asking(
            "Ask for the topics and terms that tie a digest, or a sentence, to what is near it",
            "Neighbourhood",
            "QuestionAround",
        ),
        f"{COLLECTION}/export": {"parameters": [_ID], "post": _export()},
        "/api/v1/digest": {
            "post": _operation(
                "Ask once, of documents in the request",
                "200",
                "Digest",
                takes={"application/json": "QuestionOnce"},
            )
        },
        "/api/openapi.json": {
            "get": {
                "summary": "This description",
                "responses": {**_faults(), "200": _answer({"type": "object"})},
            }
        },
    }


def _asking(summary: str, gives: str, asks: str = "Question") -> dict[str, Any]:
    takes = {"application/json": asks}
    return {"parameters": [_ID], "post": _operation(summary, "200", gives, takes=takes)}


def _export() -> dict[str, Any]:
    export = _operation("Ask for a file", "200", takes={"application/json": "Export"})
    kinds = {file_type(name)[1].partition(";")[0] for name in formats()}
    export["responses"]["200"] = {
        "description": "The digest in the format asked for.",
        "content": {kind: {} for kind in sorted(kinds)},
    }
    return export


def _file() -> dict[str, Any]:
    file = _operation("Take the collection along, as it is now", "200")
    file["responses"]["200"] = {
        "description": "A saved collection, as `hyperdigest fit` writes it.",
        "content": {"application/vnd.sqlite3": {}},
    }
    return file


def _events() -> dict[str, Any]:
    events = _operation(
        "Follow how far a collection is: `progress`, then `ready`, `failed` or `removed`", "200"
    )
    events["responses"]["200"] = {
        "description": "Server-sent events; the data of each is a Collection.",
        "content": {"text/event-stream": {}},
    }
    return events


def _operation(
    summary: str, status: str, gives: str = "", *, takes: dict[str, str] | None = None
) -> dict[str, Any]:
    done = _answer(reference(gives)) if gives else {"description": "Done."}
    operation: dict[str, Any] = {"summary": summary, "responses": {status: done, **_faults()}}
    if takes:
        content = {kind: {"schema": reference(name)} for kind, name in takes.items()}
        operation["requestBody"] = {"required": True, "content": content}
    return operation


def _answer(schema: Schema) -> dict[str, Any]:
    return {"description": "Done.", "content": {"application/json": {"schema": schema}}}


def _faults() -> dict[str, Any]:
    return {
        status: _answer(reference("Error")) | {"description": about}
        for status, about in FAULTS.items()
    }
