"""The OpenAPI 3.1 description of the API, made from the options and limits that it enforces.

Schemas of answers are made from the classes that the answers are written from.
"""

from __future__ import annotations

from importlib.metadata import version
from typing import Any

from hyperdigest.constraints import MOST_NEW_NAMES
from hyperdigest.options import AUTO, FITTED_STAGES, PARAMETERS, PRESETS, UNITS, Parameter
from hyperdigest.render import file_type, formats
from hyperdigest.render.schema import (
    COUNT,
    DIGEST,
    EXPLANATION,
    NUMBER,
    TEXT,
    TOPICS,
    Schema,
    array,
    fields_of,
    object_schema,
)
from hyperdigest.split.terms import LANGUAGES
from hyperdigest.web.notes import LONGEST as LONGEST_NOTE
from hyperdigest.web.notes import Note
from hyperdigest.web.record import PastQuestion
from hyperdigest.web.requests import DIGITS, FILE_OPTIONS, LONGEST_NAME, MOST_PATHS
from hyperdigest.web.search import LONGEST, Hit
from hyperdigest.web.settings import Limits

JSON, FORM = "application/json", "multipart/form-data"

OBJECT: Schema = {"type": "object"}
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


def described(limits: Limits) -> dict[str, Any]:
    """The description of the API as it is with `limits`."""
    return {
        "openapi": "3.1.0",
        "info": {"title": "hyperdigest", "version": version("hyperdigest"), "description": ABOUT},
        "paths": operations(),
        "components": {
            "schemas": {**requests(limits), **ANSWERS},
            "securitySchemes": {"token": {"type": "http", "scheme": "bearer"}},
        },
        "security": [{}, {"token": []}],
    }


def operations() -> dict[str, Any]:
    """The operations by path and method."""
    root, one = "/api/v1/collections", "/api/v1/collections/{id}"
    number = {"type": "integer", "minimum": 0, "maximum": 10**9}
    names = {**array(_NAME), "minItems": 1}
    about_names = "Names of documents, or patterns of names such as 2019-*."
    top = {"type": "integer", "minimum": 1, "maximum": 100, "default": 10}
    about_top = {"description": "Words of each topic.", "schema": top}
    exports = sorted({file_type(name)[1].partition(";")[0] for name in formats()})
    put = "Put documents on the shelf: files, texts, or paths"
    add = "Add documents; the collection is asked as it was until they are in"
    around = "Ask for the topics and terms that tie a digest, or a sentence, to what is near it"
    table = (
        (root, "get", _operation("List the collections", "Collections")),
        (root, "post", _operation(put, "Collection", "NewCollection", "Upload", status="202")),
        (one, "get", _operation("See how far a collection is", "Collection")),
        (one, "patch", _operation("Give a collection another name", "Collection", "Name")),
        (one, "delete", _operation("Remove a collection; a fit is ended", status="204")),
        (f"{one}/events", "get", _file(
            "Follow how far a collection is: `progress`, then `ready`, `failed` or `removed`",
            "Server-sent events; the data of each is a Collection.", "text/event-stream",
        )),
        (f"{one}/documents", "get", _operation("List the documents", "Documents")),
        (f"{one}/documents", "post",
         _operation(add, "Collection", "NewDocuments", "Files", status="202")),
        (f"{one}/documents", "delete",
         _operation("Remove documents by their names", "Collection", status="202")
         | {"parameters": [_parameter("name", "query", names, about_names)]}),
        (f"{one}/documents/{{number}}", "get", _operation("Read a document", "Document")),
        (f"{one}/recognize", "post",
         _operation("Read scanned pages by machine, with Tesseract", "Collection", status="202")),
        (f"{one}/search", "get",
         _operation("Search for words as they stand in the documents", "Hits")
         | {"parameters": search_parameters()}),
        (f"{one}/file", "get", _file(
            "Take the collection along, as it is now",
            "A saved collection, as `hyperdigest fit` writes it.", "application/vnd.sqlite3",
        )),
        (f"{one}/topics", "get", _operation("List the topics, heaviest first", "Topics")),
        (f"{one}/map", "get", _operation("See which topics are in which documents", "TopicsMap")),
        (f"{one}/history", "get", _operation("List what was asked on the pages", "History")),
        (f"{one}/history", "delete", _operation("Forget what was asked", status="204")),
        (f"{one}/notes", "get", _operation("List the notes on sentences", "Notes")),
        (f"{one}/notes", "put",
         _operation("Write a note on a sentence; an empty one removes it", "Notes", "Note")),
        (f"{one}/digest", "post", _operation("Ask for a digest", "Digest", "Question")),
        (f"{one}/explain", "post",
         _operation("Ask why each sentence is in a digest", "Explanation", "Question")),
        (f"{one}/neighbourhood", "post", _operation(around, "Neighbourhood", "QuestionAround")),
        (f"{one}/export", "post",
         _file("Ask for a file", "The digest in the format asked for.", *exports, takes="Export")),
        ("/api/v1/digest", "post",
         _operation("Ask once, of documents in the request", "Digest", "QuestionOnce")),
    )  # fmt: skip
    more = {
        f"{one}/documents/{{number}}": [_parameter("number", "path", number)],
        f"{one}/topics": [{"name": "top", "in": "query", **about_top}],
    }
    paths: dict[str, Any] = {}
    for path, method, operation in table:
        parameters = [_parameter("id", "path", TEXT), *more.get(path, [])]
        found = paths.setdefault(path, {"parameters": parameters} if "{id}" in path else {})
        found[method] = operation
    itself = {"summary": "This description", "responses": {**_faults(), "200": _answer(OBJECT)}}
    return paths | {"/api/openapi.json": {"get": itself}}


def search_parameters() -> list[Schema]:
    """The parameters of a search."""
    words = {"type": "string", "minLength": 1, "maxLength": LONGEST}
    limit = {"type": "integer", "minimum": 1, "maximum": 100, "default": 25}
    offset = {"type": "integer", "minimum": 0, "maximum": 10**DIGITS - 1, "default": 0}
    about = "Words that must all stand in a sentence; a phrase goes in quotation marks."
    how = "words: from their beginnings on, in any case; exact: whole words, as they are written."
    optional = (
        ("match", {"enum": ["words", "exact"], "default": "words"}, how),
        ("limit", limit, "Sentences to give."),
        ("offset", offset, "Sentences to leave out before."),
    )
    return [
        _parameter("q", "query", words, about),
        *(_parameter(*each[:1], "query", *each[1:]) | {"required": False} for each in optional),
    ]


def _parameter(name: str, where: str, schema: Schema, about: str = "") -> Schema:
    described = {"description": about} if about else {}
    return {"name": name, "in": where, "required": True, **described, "schema": schema}


def _operation(
    summary: str, gives: str = "", takes: str = "", form: str = "", *, status: str = "200"
) -> dict[str, Any]:
    """An operation by the names of the schemas of what it gives, and takes as JSON or as a form."""
    done = _answer(reference(gives)) if gives else {"description": "Done."}
    operation: dict[str, Any] = {"summary": summary, "responses": {status: done, **_faults()}}
    if takes:
        given = {JSON: takes, **({FORM: form} if form else {})}
        content = {kind: {"schema": reference(name)} for kind, name in given.items()}
        operation["requestBody"] = {"required": True, "content": content}
    return operation


def _file(summary: str, about: str, *kinds: str, takes: str = "") -> dict[str, Any]:
    """An operation that gives what is no JSON, of one of these media types."""
    operation = _operation(summary, takes=takes)
    content: Schema = {kind: {} for kind in kinds}
    operation["responses"]["200"] = {"description": about, "content": content}
    return operation


def _answer(schema: Schema) -> dict[str, Any]:
    return {"description": "Done.", "content": {JSON: {"schema": schema}}}


def _faults() -> dict[str, Any]:
    return {
        status: _answer(reference("Error")) | {"description": about}
        for status, about in FAULTS.items()
    }


def nullable(schema: Schema) -> Schema:
    """What `schema` allows, or null."""
    return {"anyOf": [schema, {"type": "null"}]}


def reference(name: str) -> Schema:
    """The schema of a name."""
    return {"$ref": f"#/components/schemas/{name}"}


def listing(field: str, schema: Schema) -> Schema:
    """An object whose one field is a list."""
    return object_schema({field: array(schema)})


def _described(schema: Schema, about: str) -> Schema:
    return {**schema, "description": about}


_NAME: Schema = {"type": "string", "minLength": 1}
PLACE: Schema = {
    "anyOf": [
        {"type": "string", "pattern": r"^(?!\s*:).+:[0-9]{1,12}$"},
        {
            "type": "array",
            "prefixItems": [_NAME, {"type": "integer"}],
            "minItems": 2,
            "maxItems": 2,
        },
        object_schema({"document": _NAME, "start": {"type": "integer"}}),
    ]
}
"""A sentence: DOCUMENT:START, the two as a pair, or an object such as a sentence of a digest."""


_DOCUMENT = {"number": COUNT, "name": TEXT, "path": TEXT, "title": TEXT, "format": TEXT}

ANSWERS: dict[str, Schema] = {
    "Error": object_schema({"error": object_schema({"message": TEXT, "status": COUNT})}),
    "Collection": object_schema(
        {
            "id": {"type": "string", "pattern": "^[0-9a-f]{16}$"},
            "name": TEXT,
            "status": {"enum": ["waiting", "reading", "fitting", "ready", "failed"]},
            "progress": nullable(
                object_schema(
                    {"stage": TEXT, "done": COUNT, "total": COUNT, "seconds_left": nullable(NUMBER)}
                )
            ),
            "summary": TEXT,
            "documents": COUNT,
            "error": TEXT,
            "news": TEXT,
            "warnings": array(TEXT),
        }
    ),
    "Collections": listing("collections", reference("Collection")),
    "Digest": DIGEST,
    "Explanation": EXPLANATION,
    "Documents": listing(
        "documents",
        object_schema(_DOCUMENT | {"characters": COUNT, "pages": COUNT, "sentences": COUNT}),
    ),
    "Document": object_schema(
        {
            **_DOCUMENT,
            "pages": array(COUNT),
            "page_labels": array(TEXT),
            "text": TEXT,
            "sentences": array(array(COUNT)),
        }
    ),
    "Hits": object_schema(
        {
            "q": TEXT,
            "total": _described(COUNT, "How many sentences there are."),
            "complete": _described({"type": "boolean"}, "Whether there cannot be more of them."),
            "sentences": array(object_schema(fields_of(Hit))),
        }
    ),
    "Topics": TOPICS,
    "TopicsMap": object_schema(
        {
            "order": TEXT,
            "documents": COUNT,
            "topics_in_all": COUNT,
            "topics": array(OBJECT),
            "rows": array(object_schema({"shares": array(NUMBER)})),
        }
    ),
    "Neighbourhood": object_schema(
        {
            "question": TEXT,
            "around": nullable(COUNT),
            "signature": TEXT,
            "vertices": array(OBJECT),
            "hyperedges": array(
                object_schema(
                    {"members": array(object_schema({"vertex": COUNT, "membership": NUMBER}))}
                )
            ),
        }
    ),
    "Notes": listing("notes", object_schema(fields_of(Note))),
    "History": listing("questions", object_schema(fields_of(PastQuestion))),
}
"""Schemas of answers by name; objects may have more fields."""


_FILES = {"files": array({"type": "string", "contentMediaType": "application/octet-stream"})}


def requests(limits: Limits) -> dict[str, Schema]:
    """The bodies of requests, by name."""
    settable = [p for p in PARAMETERS.values() if p.name not in FILE_OPTIONS]
    asking = _options([p for p in settable if p.stage not in FITTED_STAGES], limits)
    fitting = _options(settable, limits)
    words = {"type": "string", "minLength": 1, "maxLength": limits.question, "pattern": r"\S"}
    question, places = {"question": words}, array(PLACE)
    wishes = {
        "pinned": {**places, "description": "Sentences that must be in the digest."},
        "excluded": {**places, "description": "Sentences that must not."},
        "read": {**places, "description": "Sentences read already, as in an earlier digest."},
        "earlier": {**array(words), "description": "Questions asked before."},
        "since": {
            "type": "string",
            "description": "A date (2026-11-22, 2026-11 or 2026): no document is cited that is"
            " earlier, or of no known date.",
        },
        "until": {
            "type": "string",
            "description": "A date: no document is cited that is later, or of no known date.",
        },
        "new_since": {
            "type": "string",
            "description": "A date (2026-11-22, 2026-11 or 2026): what documents of it or later say"
            " that no other does.",
        },
        "new": {
            **array({"type": "string", "minLength": 1, "pattern": r"\S"}),
            "maxItems": MOST_NEW_NAMES,
            "description": "Names, files, folders or patterns of documents: what they say that no"
            " other does.",
        },
    }
    name = {"type": "string", "maxLength": LONGEST_NAME}
    date = {"type": "string", "description": "A date (2026-11-22, 2026-11 or 2026)."}
    document = array(_closed({"text": TEXT}, name=name, title=name, date=date))
    documents = {"documents": {**document, "minItems": 1, "maxItems": limits.files}}
    about_paths = "Files and folders of the machine the app runs on, where it allows that."
    paths = {
        "paths": {**array(_NAME), "description": about_paths, "minItems": 1, "maxItems": MOST_PATHS}
    }
    about_ocr = "Whether pages of PDFs that have no text are read by machine, with Tesseract."
    ocr = {"type": "boolean", "description": about_ocr}
    return {
        "Name": _closed({"name": {**name, "minLength": 1, "pattern": r"\S"}}),
        "Note": _closed(
            {
                "document": _NAME,
                "start": COUNT,
                "note": {"type": "string", "maxLength": LONGEST_NOTE},
            }
        ),
        "Question": _closed(question, **wishes, **asking),
        "QuestionAround": _closed(question, around=nullable(PLACE), **wishes, **asking),
        "Export": _closed(question, format={"enum": list(formats())}, **wishes, **asking),
        "QuestionOnce": _closed({**question, **documents}, **wishes, **fitting),
        "NewCollection": {
            "oneOf": [
                _closed(documents, name=name, **fitting),
                _closed(paths, name=name, ocr=ocr, **fitting),
            ]
        },
        "NewDocuments": {"oneOf": [_closed(documents), _closed(paths, ocr=ocr)]},
        "Upload": object_schema(_FILES, name=TEXT, ocr=ocr, preset={"enum": list(PRESETS)}),
        "Files": _closed(_FILES, ocr=ocr),
    }


def option(parameter: Parameter, limits: Limits) -> Schema:
    """The values that a request may give an option."""
    about = {"description": parameter.help, "default": parameter.default}
    if parameter.choices:
        return {"enum": list(parameter.choices), **about}
    if parameter.name == "language":
        return {"enum": [AUTO, *sorted(LANGUAGES)], **about}
    if parameter.type in (bool, str):
        return {"type": "boolean" if parameter.type is bool else "string", **about}
    high = min(parameter.high, limits.words) if parameter.name in UNITS else parameter.high
    low = "exclusiveMinimum" if parameter.open_low else "minimum"
    top = "exclusiveMaximum" if parameter.open_high else "maximum"
    kind = "integer" if parameter.type is int else "number"
    return {"type": kind, low: parameter.low, top: high, **about}


def _options(parameters: list[Parameter], limits: Limits) -> dict[str, Schema]:
    """Schemas of options by name and by symbol, of which only one may be given."""
    schemas = {"preset": nullable({"enum": list(PRESETS)})}
    for parameter in parameters:
        schema = option(parameter, limits)
        schemas[parameter.name] = nullable(schema)
        if parameter.symbol and parameter.symbol != parameter.name:
            also = {**schema, "description": f"The same as {parameter.name}."}
            schemas[parameter.symbol] = nullable(also)
    return schemas


def _closed(required: dict[str, Schema], **optional: Schema) -> Schema:
    return {**object_schema(required, **optional), "additionalProperties": False}
