"""The JSON Schema of the JSON output: of digests, explanations and topics.

It is made from the classes that the output is written from. The API of the app and the MCP server
both publish it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from typing import Any, get_args, get_origin, get_type_hints

from hyperdigest.answer.explain import Reason
from hyperdigest.documents import POST_KINDS, Citation, Corroboration, Topic, TopicShare
from hyperdigest.options import UNITS

Schema = dict[str, Any]

TEXT: Schema = {"type": "string"}
NUMBER: Schema = {"type": "number"}
COUNT: Schema = {"type": "integer", "minimum": 0}

_ABOUT: Mapping[type, Mapping[str, str]] = {
    TopicShare: {
        "label": "The name of the topic.",
        "share": "Its share of the terms of the sentence.",
    },
    Citation: {
        "text": "The sentence, verbatim.",
        "document": "The name of the document it stands in.",
        "path": "The file.",
        "start": "Offset of its first character in the document.",
        "end": "Offset after its last character.",
        "place": "Page, line or paragraph, for a reader.",
        "size": "Its part of the budget.",
        "score": "Relevance.",
        "gain": "What it added when it was picked.",
    },
    Corroboration: {
        "text": "The sentence that says the same, verbatim.",
        "place": "Page, line or paragraph, for a reader.",
    },
    Reason: {
        "step": "When it was picked, from 1.",
        "relevance": "Evidence that it answers; the mean is 1.",
        "centrality": "Score without the question; the mean is 1.",
        "coverage": "Sentences of the collection that it covers.",
    },
    Topic: {
        "label": "Its name.",
        "words": "The strongest first.",
        "weight": "Of its hyperedge, as a share of all.",
        "share": "Of the tokens.",
    },
}
"""What a reader is told of the fields of each class."""


def object_schema(required: dict[str, Schema], **optional: Schema) -> Schema:
    """An object with `required` fields and perhaps `optional` ones; it may have more."""
    return {"type": "object", "properties": {**required, **optional}, "required": list(required)}


def array(items: Schema) -> Schema:
    """A list of `items`."""
    return {"type": "array", "items": items}


def fields_of(kind: Any, *without: str) -> dict[str, Schema]:
    """The schemas of the fields of a dataclass, as they stand in JSON, but for some of them."""
    types, about = get_type_hints(kind), _ABOUT.get(kind, {})
    names = [field.name for field in fields(kind) if field.name not in without]
    return {name: _described(_schema_of(types[name]), about.get(name, "")) for name in names}


def _schema_of(kind: Any) -> Schema:
    if is_dataclass(kind):
        return object_schema(fields_of(kind))
    if get_origin(kind) is tuple:
        return array(_schema_of(get_args(kind)[0]))
    return {str: TEXT, float: NUMBER, bool: {"type": "boolean"}}.get(kind, COUNT)


def _described(schema: Schema, about: str) -> Schema:
    return {**schema, "description": about} if about else schema


_WHERE_KNOWN: dict[str, Schema] = {
    "page": _described(COUNT, "Page of a PDF, from 1."),
    "page_label": _described(TEXT, "What is printed on that page as its number, such as iv."),
    "recognized": _described(
        {"type": "number", "minimum": 0, "maximum": 1},
        "How certain its least certain line is, where a scanned page was read by machine.",
    ),
    "note": _described(TEXT, "What a reader wrote on the sentence in the app."),
    "authors": _described(array(TEXT), "Who wrote the document, as it names them."),
    "date": _described(TEXT, "Of the document, or in its name: 2026, 2026-11 or 2026-11-22."),
    "post": _described(
        object_schema(
            {
                "kind": {"enum": list(POST_KINDS)},
                "thread": _described(TEXT, "A subject, or the title of a question."),
                "position": _described(COUNT, "In the thread, from 1; 0 where it is not known."),
                "accepted": _described({"type": "boolean"}, "Whether who asked accepted it."),
            },
            score=_described({"type": "integer"}, "Votes for it less those against it."),
            standing=_described({"type": "integer"}, "The reputation of its author."),
        ),
        "What a document that is a message of a thread says of itself.",
    ),
    "new": _described(
        array(TEXT),
        "Words of it that known documents do not say where they speak of the question.",
    ),
    "heading": _described(TEXT, "The heading above it, for a reader."),
    "lead": _described({"type": "boolean"}, "Whether it stands on top as the answer."),
}
_WHERE_KNOWN["also"] = _described(
    array(
        object_schema(
            fields_of(Corroboration, "page", "page_label", "copy"),
            page=_WHERE_KNOWN["page"],
            page_label=_WHERE_KNOWN["page_label"],
            copy=_described(
                {"type": "boolean"},
                "Whether it is no independent source: a copy of one before, or a quotation.",
            ),
        )
    ),
    "Sentences of other documents that say the same, the surest first.",
)
_TOLD_BESIDE = {
    "sources": _described(COUNT, "How many independent ones of these documents there are.")
}
_PINNED = _described({"type": "boolean"}, "Whether it is there because a reader pinned it.")
_MISSING = _described(COUNT, "By how much it was too long.")
_SENTENCE = fields_of(Citation, *_WHERE_KNOWN)
_REASONED = {**_SENTENCE, "pinned": _PINNED, **fields_of(Reason, "citation")}
_CITED = {
    "question": TEXT,
    "words": _described(COUNT, "Words used."),
    "budget": COUNT,
    "unit": {"enum": list(UNITS), "description": "What the budget counts."},
    "used": _described(COUNT, "How much of the budget is used."),
    "languages": {
        "type": "object",
        "additionalProperties": COUNT,
        "description": "How many documents are in each language (ISO 639-1).",
    },
    "doubt": _described(
        TEXT, "Why the documents may not answer the question; empty where they may."
    ),
    "signature": _described(TEXT, "Every choice that makes the digest what it is."),
    "warnings": array(TEXT),
}
_PERHAPS: dict[str, Schema] = {
    "wishes": {"type": "object"},
    "new_documents": _described(COUNT, "How many documents are new, where that is asked."),
    "word": {"const": "segment", "description": "What words are in languages without spaces."},
}
_CERTIFICATE = object_schema(
    {
        "value": NUMBER,
        "bound": NUMBER,
        "ratio": _described(
            NUMBER, "The selection is worth at least this share of its objective's optimum."
        ),
    },
    budget=_described(COUNT, "What it is about, where less than the budget was enough."),
)

_OPTIONAL = {**_WHERE_KNOWN, **_TOLD_BESIDE}

SENTENCE = object_schema(_SENTENCE, **_OPTIONAL)
DIGEST = object_schema(
    {**_CITED, "certificate": _CERTIFICATE, "sentences": array(SENTENCE)}, **_PERHAPS
)
EXPLANATION = object_schema(
    {
        **_CITED,
        "sentences": array(object_schema(_REASONED, **_OPTIONAL)),
        "runners_up": array(object_schema({**_SENTENCE, "missing": _MISSING}, **_WHERE_KNOWN)),
    },
    **_PERHAPS,
)
TOPICS = object_schema({"topics": array(object_schema(fields_of(Topic)))})
