"""JSON schemas of the API's requests and answers; those of options are made from the options."""

from __future__ import annotations

from typing import Any

from hyperdigest.options import AUTO, PARAMETERS, PRESETS, UNITS, Parameter
from hyperdigest.render import formats
from hyperdigest.split.terms import LANGUAGES
from hyperdigest.web.requests import FILE_OPTIONS, FITTED_STAGES, LONGEST_NAME, MOST_PATHS
from hyperdigest.web.settings import Limits

Schema = dict[str, Any]
TEXT: dict[str, Any] = {"type": "string"}
NUMBER: dict[str, Any] = {"type": "number"}
COUNT: dict[str, Any] = {"type": "integer", "minimum": 0}
OBJECT: dict[str, Any] = {"type": "object"}
ID: dict[str, Any] = {"type": "string", "pattern": "^[0-9a-f]{16}$"}
_WORD = {"const": "segment", "description": "What words are in languages without spaces."}
_DOCUMENT = {"number": COUNT, "name": TEXT, "path": TEXT, "title": TEXT, "format": TEXT}
PLACE: Schema = {
    "anyOf": [
        {"type": "string", "pattern": r"^(?!\s*:).+:[0-9]{1,12}$"},
        {
            "type": "array",
            "prefixItems": [{"type": "string", "minLength": 1}, {"type": "integer"}],
            "minItems": 2,
            "maxItems": 2,
        },
        {
            "type": "object",
            "properties": {
                "document": {"type": "string", "minLength": 1},
                "start": {"type": "integer"},
            },
            "required": ["document", "start"],
        },
    ]
}
"""A sentence: DOCUMENT:START, the two as a pair, or an object such as a sentence of a digest."""


def object_schema(required: dict[str, Schema], **optional: Schema) -> Schema:
    """An object with `required` fields and perhaps `optional` ones."""
    return {
        "type": "object",
        "properties": {**required, **optional},
        "required": list(required),
    }


def array(items: Schema) -> Schema:
    """A list of `items`."""
    return {"type": "array", "items": items}


def nullable(schema: Schema) -> Schema:
    """What `schema` allows, or null."""
    return {"anyOf": [schema, {"type": "null"}]}


def reference(name: str) -> Schema:
    """The schema of a name."""
    return {"$ref": f"#/components/schemas/{name}"}


def listing(field: str, name: str) -> Schema:
    """An object whose one field is a list of what has a name."""
    return object_schema({field: array(reference(name))})


_SHARE = object_schema({"id": COUNT, "label": TEXT, "share": NUMBER})


_SENTENCE = {
    "text": TEXT,
    "document": TEXT,
    "path": TEXT,
    "start": COUNT,
    "end": COUNT,
    "place": TEXT,
    "words": COUNT,
    "size": COUNT,
    "score": NUMBER,
    "gain": NUMBER,
    "topics": array(_SHARE),
}


_DIGEST = {
    "question": TEXT,
    "words": COUNT,
    "budget": COUNT,
    "unit": {"enum": ["words", "characters", "tokens"]},
    "used": COUNT,
    "languages": {"type": "object", "additionalProperties": COUNT},
    "doubt": {
        "type": "string",
        "description": "Why the documents may not answer the question; empty where they may.",
    },
    "signature": TEXT,
    "warnings": array(TEXT),
}


_COVERED = object_schema({"text": TEXT, "document": TEXT, "place": TEXT, "chance": NUMBER})


_REASON = {
    "pinned": {"type": "boolean"},
    "step": COUNT,
    "relevance": NUMBER,
    "centrality": NUMBER,
    "gain_share": NUMBER,
    "coverage": NUMBER,
    "question_words": array(TEXT),
    "covers": array(_COVERED),
}


_TOPIC = {
    "id": COUNT,
    "words": array(TEXT),
    "weight": NUMBER,
    "share": NUMBER,
    "sentences": COUNT,
    "documents": COUNT,
}


_PROGRESS = {
    "stage": TEXT,
    "done": COUNT,
    "total": COUNT,
    "seconds_left": nullable(NUMBER),
}


ANSWERS: dict[str, Any] = {
    "Error": object_schema({"error": object_schema({"message": TEXT, "status": COUNT})}),
    "Collection": object_schema(
        {
            "id": ID,
            "name": TEXT,
            "status": {"enum": ["waiting", "reading", "fitting", "ready", "failed"]},
            "progress": nullable(object_schema(_PROGRESS)),
            "summary": TEXT,
            "documents": COUNT,
            "error": TEXT,
            "news": TEXT,
            "warnings": array(TEXT),
        }
    ),
    "Collections": listing("collections", "Collection"),
    "Sentence": object_schema(_SENTENCE, page=COUNT),
    "Digest": object_schema(
        {
            **_DIGEST,
            "certificate": object_schema(
                {"value": NUMBER, "bound": NUMBER, "ratio": NUMBER}, budget=COUNT
            ),
            "sentences": array({"$ref": "#/components/schemas/Sentence"}),
        },
        wishes=OBJECT,
        word=_WORD,
    ),
    "Explanation": object_schema(
        {
            **_DIGEST,
            "sentences": array(object_schema({**_SENTENCE, **_REASON}, page=COUNT)),
            "runners_up": array(object_schema({**_SENTENCE, "missing": COUNT}, page=COUNT)),
        },
        wishes=OBJECT,
        word=_WORD,
    ),
    "Documents": object_schema(
        {
            "documents": array(
                object_schema(
                    {**_DOCUMENT, "characters": COUNT, "pages": COUNT, "sentences": COUNT}
                )
            )
        }
    ),
    "Document": object_schema(
        {**_DOCUMENT, "pages": array(COUNT), "text": TEXT, "sentences": array(array(COUNT))}
    ),
    "Topics": object_schema({"topics": array(object_schema(_TOPIC))}),
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
    "History": object_schema(
        {
            "questions": array(
                object_schema({"question": TEXT, "words": COUNT, "query": TEXT, "time": NUMBER})
            )
        }
    ),
}
"""Schemas of answers by name; objects may have more fields."""


_FILES = {"files": array({"type": "string", "contentMediaType": "application/octet-stream"})}


def requests(limits: Limits) -> dict[str, Schema]:
    """The bodies of requests, by name."""
    settable = [p for p in PARAMETERS.values() if p.name not in FILE_OPTIONS]
    asking = _options([p for p in settable if p.stage not in FITTED_STAGES], limits)
    fitting = _options(settable, limits)
    question = {"question": _question(limits)}
    wishes = {
        "pinned": _places("Sentences that must be in the digest."),
        "excluded": _places("Sentences that must not."),
        "read": _places("Sentences read already, as in an earlier digest."),
        "earlier": {**array(_question(limits)), "description": "Questions asked before."},
    }
    documents = {**array(_document()), "minItems": 1, "maxItems": limits.files}
    return {
        "Question": _closed(question, **wishes, **asking),
        "QuestionAround": _closed(question, around=nullable(PLACE), **wishes, **asking),
        "Export": _closed(question, format={"enum": list(formats())}, **wishes, **asking),
        "QuestionOnce": _closed({**question, "documents": documents}, **wishes, **fitting),
        "NewCollection": {
            "oneOf": [
                _closed({"documents": documents}, name=_name(), **fitting),
                _closed({"paths": _paths()}, name=_name(), **fitting),
            ]
        },
        "NewDocuments": {
            "oneOf": [_closed({"documents": documents}), _closed({"paths": _paths()})]
        },
        "Upload": object_schema(_FILES, name={"type": "string"}, preset={"enum": list(PRESETS)}),
        "Files": _closed(_FILES),
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


def _question(limits: Limits) -> Schema:
    return {"type": "string", "minLength": 1, "maxLength": limits.question, "pattern": r"\S"}


def _places(about: str) -> Schema:
    return {**array(PLACE), "description": about}


def _document() -> Schema:
    word = {"type": "string", "maxLength": LONGEST_NAME}
    return _closed({"text": {"type": "string"}}, name=word, title=word)


def _name() -> Schema:
    return {"type": "string", "maxLength": LONGEST_NAME}


def _paths() -> Schema:
    return {
        **array({"type": "string", "minLength": 1}),
        "description": "Files and folders of the machine the app runs on, where it allows that.",
        "minItems": 1,
        "maxItems": MOST_PATHS,
    }
