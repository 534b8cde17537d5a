"""The OpenAPI 3.1 description of the API, made of its operations, the options and the limits."""

from __future__ import annotations

import re
from collections.abc import Iterable
from importlib.metadata import version
from typing import Any

from hyperdigest.constraints import MOST_NEW_NAMES
from hyperdigest.options import AUTO, FITTED_STAGES, PARAMETERS, PRESETS, UNITS, Parameter
from hyperdigest.render import formats
from hyperdigest.render.schema import (
    COUNT,
    DIGEST,
    EXPANSION,
    EXPLANATION,
    NUMBER,
    TEXT,
    TOPICS,
    VERIFICATION,
    Schema,
    array,
    described,
    fields_of,
    object_schema,
)
from hyperdigest.split.terms import LANGUAGES
from hyperdigest.views.search import Hit
from hyperdigest.web.api.operations import Operation
from hyperdigest.web.notes import LONGEST as LONGEST_NOTE
from hyperdigest.web.notes import Note
from hyperdigest.web.record import FitProgress, PastQuestion
from hyperdigest.web.requests import FILE_OPTIONS, LONGEST_NAME, MOST_PATHS
from hyperdigest.web.settings import Limits

ABOUT = """\
Put a question to documents and get a digest: at most so many words, made only of sentences that \
are in them, each with its exact source. Create a collection of documents, wait until it is \
`ready`, then ask; or ask once, with the documents in the request. While documents are added \
or removed, the collection stays `ready`, as it was, and `progress` says how far that is; then \
`news` says what has changed, or `error` why nothing has. Errors are objects with \
`error.message`, one line that says what to do, and `error.status`. If the app has a token, \
send it as `Authorization: Bearer TOKEN`.\
"""

ERRORS = {
    "400": "The request is malformed.",
    "401": "The token is missing or wrong.",
    "403": "Another site asked, or the path may not be named.",
    "404": "There is no such collection or document.",
    "408": "The request came too slowly.",
    "409": "The collection is not ready, could not be read, or is being changed.",
    "413": "The request is too large.",
    "415": "The request, or every file in it, is of another type.",
    "422": "A value is not allowed; the message says what is.",
    "429": "There are too many collections.",
    "503": "Too many requests at once; Retry-After says when to try again.",
}
"""What the statuses of errors mean."""


def description(operations: Iterable[Operation], limits: Limits) -> dict[str, Any]:
    """The description of the operations with `limits`."""
    paths: dict[str, Any] = {}
    for each in operations:
        if each.summary:
            path = re.sub(r":\w+", "", each.path)
            inside = [
                {"name": name, "in": "path", "required": True, "schema": IN_PATHS[name]}
                for name in re.findall(r"{(\w+)}", path)
            ]
            methods = paths.setdefault(path, {"parameters": inside} if inside else {})
            methods[each.method.lower()] = _operation(each)
    return {
        "openapi": "3.1.0",
        "info": {"title": "hyperdigest", "version": version("hyperdigest"), "description": ABOUT},
        "paths": paths,
        "components": {
            "schemas": {**_bodies(limits), **ANSWERS},
            "securitySchemes": {"token": {"type": "http", "scheme": "bearer"}},
        },
        "security": [{}, {"token": []}],
    }


def _operation(operation: Operation) -> dict[str, Any]:
    content: Schema = {kind: {} for kind in operation.kinds} or _content(operation.gives)
    answers: dict[str, Any] = {
        status: {"description": about, "content": _content("Error")}
        for status, about in ERRORS.items()
    }
    answers[str(operation.status)] = {"description": operation.about} | (
        {"content": content} if content else {}
    )
    found: dict[str, Any] = {"summary": operation.summary, "responses": answers}
    if operation.parameters:
        found["parameters"] = [
            {
                "name": each.name,
                "in": "query",
                "required": "default" not in each.schema,
                "description": each.help,
                "schema": each.schema,
            }
            for each in operation.parameters
        ]
    if body := _content(operation.takes, operation.form):
        found["requestBody"] = {"required": True, "content": body}
    return found


def _content(json: str, form: str = "") -> dict[str, Any]:
    """The content of a message by media type: the names of its schemas as JSON and as a form."""
    return {
        kind: {"schema": {"$ref": f"#/components/schemas/{name}"}}
        for kind, name in (("application/json", json), ("multipart/form-data", form))
        if name
    }


def _nullable(schema: Schema) -> Schema:
    return {"anyOf": [schema, {"type": "null"}]}


def _closed(required: dict[str, Schema], **optional: Schema) -> Schema:
    """An object without other fields."""
    return {**object_schema(required, **optional), "additionalProperties": False}


def _listed(field: str, schema: Schema) -> Schema:
    """An object whose only field is a list."""
    return object_schema({field: array(schema)})


def _fields(schema: Schema, names: str) -> Schema:
    """Fields of the same schema by names."""
    return dict.fromkeys(names.split(), schema)


OBJECT: Schema = {"type": "object"}
_INTEGER: Schema = {"type": "integer"}
_NAME: Schema = {"type": "string", "minLength": 1}
_WORDS: Schema = {**_NAME, "pattern": r"\S"}
IN_PATHS = {"id": TEXT, "number": {**COUNT, "maximum": 10**9}}
"""The parameters in paths."""

PLACE: Schema = {
    "anyOf": [
        {"type": "string", "pattern": r"^(?!\s*:).+:[0-9]{1,12}$"},
        {**array(_INTEGER), "prefixItems": [_NAME], "minItems": 2, "maxItems": 2},
        object_schema({"document": _NAME, "start": _INTEGER}),
    ]
}
"""A sentence: DOCUMENT:START, the two as a pair, or an object such as a sentence of a digest."""

_ABOUT_DOCUMENT = {"number": COUNT, **_fields(TEXT, "name path title format")}
_PROGRESS = fields_of(FitProgress, "seconds_left") | {"seconds_left": _nullable(NUMBER)}
_MEMBER = object_schema({"vertex": COUNT, "membership": NUMBER})

ANSWERS: dict[str, Schema] = {
    "Error": object_schema({"error": object_schema({"message": TEXT, "status": COUNT})}),
    "Collection": object_schema(
        {
            "id": {"type": "string", "pattern": "^[0-9a-f]{16}$"},
            "status": {"enum": ["waiting", "reading", "fitting", "ready", "failed"]},
            "progress": _nullable(object_schema(_PROGRESS)),
            "documents": COUNT,
            "warnings": array(TEXT),
            **_fields(TEXT, "name summary error news"),
        }
    ),
    "Collections": _listed("collections", {"$ref": "#/components/schemas/Collection"}),
    "Digest": DIGEST,
    "Explanation": EXPLANATION,
    "Verification": VERIFICATION,
    "Documents": _listed(
        "documents", object_schema(_ABOUT_DOCUMENT | _fields(COUNT, "characters pages sentences"))
    ),
    "Document": object_schema(
        {
            **_ABOUT_DOCUMENT,
            "pages": array(COUNT),
            "page_labels": array(TEXT),
            "text": TEXT,
            "sentences": array(array(COUNT)),
        }
    ),
    "Hits": object_schema(
        {
            "q": TEXT,
            "total": {**COUNT, "description": "How many sentences there are."},
            "complete": {"type": "boolean", "description": "Whether there cannot be more."},
            "sentences": array(object_schema(fields_of(Hit))),
        }
    ),
    "Expansion": EXPANSION,
    "Topics": TOPICS,
    "TopicsMap": object_schema(
        {
            "order": TEXT,
            **_fields(COUNT, "documents topics_in_all"),
            "topics": array(OBJECT),
            "rows": array(object_schema({"shares": array(NUMBER)})),
        }
    ),
    "Neighbourhood": object_schema(
        {
            **_fields(TEXT, "question signature"),
            "around": _nullable(COUNT),
            "vertices": array(OBJECT),
            "hyperedges": array(object_schema({"members": array(_MEMBER)})),
        }
    ),
    "Notes": _listed("notes", object_schema(fields_of(Note))),
    "History": _listed("questions", object_schema(fields_of(PastQuestion))),
    "Description": object_schema({"openapi": TEXT, "info": OBJECT, "paths": OBJECT}),
}
"""Schemas of answers by name; objects may have more fields."""

_DATE = "A date (2026-11-22, 2026-11 or 2026)"
CONSTRAINT_HELP = {
    "pinned": "Sentences that must be in the digest.",
    "excluded": "Sentences that must not be in it.",
    "read": "Sentences that are already read, as in an earlier digest.",
    "earlier": "Questions asked before.",
    "since": f"{_DATE}: no document is cited that is earlier, or of no known date.",
    "until": f"{_DATE}: no document is cited that is later, or of no known date.",
    "new_since": f"{_DATE}: only what documents of it or later say that no other does.",
    "new": "Names, files, folders or patterns of documents: only what they say that no other does.",
}


def _bodies(limits: Limits) -> dict[str, Schema]:
    """The bodies of requests by name."""
    settable = [p for p in PARAMETERS.values() if p.name not in FILE_OPTIONS]
    asking = _options([p for p in settable if p.stage not in FITTED_STAGES], limits)
    fitting = _options(settable, limits)
    words = {**_WORDS, "maxLength": limits.question}
    question = {"question": words}
    kinds = _fields(array(PLACE), "pinned excluded read") | {
        "earlier": array(words),
        "new": {**array(_WORDS), "maxItems": MOST_NEW_NAMES},
    }
    constraints = {
        name: described(kinds.get(name, TEXT), about) for name, about in CONSTRAINT_HELP.items()
    }
    asked = constraints | asking
    name: Schema = {"type": "string", "maxLength": LONGEST_NAME}
    document = _closed({"text": TEXT}, **_fields(name, "name title"), date=described(TEXT, _DATE))
    documents = {"documents": {**array(document), "minItems": 1, "maxItems": limits.files}}
    about = "Files and folders of the machine of the app, if it allows that."
    paths = {"paths": {**described(array(_NAME), about), "minItems": 1, "maxItems": MOST_PATHS}}
    about = "Whether pages of PDFs without text are recognized with Tesseract."
    about_column = "Column of tables whose cells are documents; empty if none are."
    reading: dict[str, Schema] = {
        "ocr": described({"type": "boolean"}, about),
        "text_column": _nullable(described(TEXT, about_column)),
    }
    files = {"files": array({"type": "string", "contentMediaType": "application/octet-stream"})}
    note = {"type": "string", "maxLength": LONGEST_NOTE}
    more: dict[str, Schema] = {"name": name, **fitting}
    return {
        "Name": _closed({"name": {**_WORDS, "maxLength": LONGEST_NAME}}),
        "Note": _closed({"document": _NAME, "start": COUNT, "note": note}),
        "Question": _closed(question, **asked),
        "QuestionAround": _closed(question, around=_nullable(PLACE), **asked),
        "Draft": _closed(
            {"draft": {"type": "string", "maxLength": limits.once_characters}},
            format={"enum": ["text", "markdown"]},
            claims=described({"type": "boolean"}, "Whether other sentences are looked up too."),
        ),
        "Export": _closed(question, format={"enum": list(formats())}, **asked),
        "QuestionOnce": _closed({**question, **documents}, **constraints, **fitting),
        "NewCollection": {"oneOf": [_closed(documents, **more), _closed(paths, **reading, **more)]},
        "NewDocuments": {"oneOf": [_closed(documents), _closed(paths, **reading)]},
        "Upload": object_schema(files, name=TEXT, **reading, preset={"enum": list(PRESETS)}),
        "Files": _closed(files, **reading),
    }


def _options(parameters: list[Parameter], limits: Limits) -> dict[str, Schema]:
    """Schemas of options by name and by symbol, of which only one may be given."""
    schemas = {"preset": _nullable({"enum": list(PRESETS)})}
    for parameter in parameters:
        schema = _option(parameter, limits)
        schemas[parameter.name] = _nullable(schema)
        if parameter.symbol and parameter.symbol != parameter.name:
            same = described(schema, f"The same as {parameter.name}.")
            schemas[parameter.symbol] = _nullable(same)
    return schemas


def _option(parameter: Parameter, limits: Limits) -> Schema:
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
