"""The JSON Schema of the JSON output: of digests, explanations, expansions, topics, verifications.

It is made from the classes that the output is written from. The API of the app and the MCP server
both publish it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from typing import Any, get_args, get_origin, get_type_hints

from hyperdigest.answer.expand import Expansion
from hyperdigest.answer.explain import Reason
from hyperdigest.digest import (
    Citation,
    Corroboration,
    Naming,
    Slice,
    Topic,
    TopicShare,
)
from hyperdigest.documents import POST_KINDS, SENTENCE_KINDS
from hyperdigest.options import UNITS
from hyperdigest.verify.result import DIFFERENCE_KINDS, STATUSES, Claim, Difference

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
        "document": "The name of its document.",
        "path": "The path of the file.",
        "start": "Offset of its first character in the document.",
        "end": "Offset after its last character.",
        "place": "Page, line or paragraph, for a reader.",
        "size": "Its length in the unit of the budget.",
        "score": "Its relevance.",
        "gain": "What it added to the objective when it was picked.",
    },
    Corroboration: {
        "text": "The sentence that says the same, verbatim.",
        "place": "Page, line or paragraph, for a reader.",
    },
    Expansion: {
        "text": "What stands around the sentence, with the sentence, verbatim.",
        "document": "The name of the document.",
        "path": "The path of the file.",
        "start": "Offset of the first character of the text in the document.",
        "end": "Offset after its last character.",
        "sentence_start": "Offset of the first character of the sentence in the document.",
        "sentence_end": "Offset after its last character.",
        "place": "Page, line or paragraph of the sentence, for a reader.",
        "heading": "The heading above the sentence; empty if there is none.",
        "characters": "The length of the document: more follows if `end` is less.",
    },
    Naming: {
        "text": "The sentence that names it, verbatim.",
        "place": "Page, line or paragraph, for a reader.",
    },
    Reason: {
        "step": "When it was picked, from 1.",
        "completes": "Whether it is there only because most of its list is.",
        "relevance": "The evidence that it answers the question; the mean is 1.",
        "centrality": "Its score without the question; the mean is 1.",
        "coverage": "How many sentences of the collection it covers.",
    },
    Topic: {
        "label": "Its name.",
        "words": "Its most probable words, the most probable first.",
        "weight": "The weight of its hyperedge, as a share of the weights of all topics.",
        "share": "Its share of the tokens.",
    },
}
"""Descriptions of the fields of each class."""


def object_schema(required: dict[str, Schema], **optional: Schema) -> Schema:
    """An object with `required` and `optional` fields; others are allowed."""
    return {"type": "object", "properties": {**required, **optional}, "required": list(required)}


def array(items: Schema) -> Schema:
    """A list of `items`."""
    return {"type": "array", "items": items}


def fields_of(kind: Any, *without: str) -> dict[str, Schema]:
    """The schemas of the fields of a dataclass as they are in JSON, without some of them."""
    types, about = get_type_hints(kind), _ABOUT.get(kind, {})
    names = [field.name for field in fields(kind) if field.name not in without]
    return {name: described(_schema_of(types[name]), about.get(name, "")) for name in names}


def _schema_of(kind: Any) -> Schema:
    if is_dataclass(kind):
        return object_schema(fields_of(kind))
    if get_origin(kind) is tuple:
        return array(_schema_of(get_args(kind)[0]))
    return {str: TEXT, float: NUMBER, bool: {"type": "boolean"}}.get(kind, COUNT)


def described(schema: Schema, about: str) -> Schema:
    """A schema with a description, unless that is empty."""
    return {**schema, "description": about} if about else schema


_NOT_OF_CONTEXT = ("words", "size", "kind", "position")
_OPTIONAL_OF_CITATION: dict[str, Schema] = {
    "page": described(COUNT, "The number of its page, from 1."),
    "page_label": described(TEXT, "The number printed on that page, such as iv."),
    "recognized": described(
        {"type": "number", "minimum": 0, "maximum": 1},
        "The confidence of its least certain line, if it was read by text recognition.",
    ),
    "note": described(TEXT, "A note that a reader wrote about the sentence in the app."),
    "authors": described(array(TEXT), "The authors that the document names."),
    "date": described(
        TEXT, "The date of the document, or in its name: 2026, 2026-11 or 2026-11-22."
    ),
    "post": described(
        object_schema(
            {
                "kind": {"enum": list(POST_KINDS)},
                "thread": described(
                    TEXT, "The name of the thread: a subject, or the title of a question."
                ),
                "position": described(
                    COUNT, "Its number in the thread, from 1; 0 if it is not known."
                ),
                "accepted": described(
                    {"type": "boolean"},
                    "Whether the author of the question accepted it as the answer.",
                ),
            },
            score=described({"type": "integer"}, "Votes for it minus votes against it."),
            standing=described({"type": "integer"}, "The reputation of its author."),
        ),
        "The metadata of a document that is a post in a thread.",
    ),
    "new": described(
        array(TEXT),
        "A few words of it that known documents do not have near the words of the question.",
    ),
    "heading": described(TEXT, "The heading above it, for a reader."),
    "lead": described({"type": "boolean"}, "Whether it comes first as the answer."),
    "ordinal": described(COUNT, "Its place, from 1, in its list, table or list of terms."),
    "of": described(COUNT, "How many items, steps, rows or definitions that has."),
    "link": described(TEXT, "A link to it on the web, if its document has a web address."),
}
_STRUCTURE_OF_CITATION: dict[str, Schema] = {
    "kind": {"enum": list(SENTENCE_KINDS), "description": "As what it is quoted."},
    "context": described(
        array(object_schema(fields_of(Slice, *_NOT_OF_CONTEXT))),
        "The slices of the document that are quoted before it, so that it can be understood.",
    ),
}
_OPTIONAL_OF_CITATION["also"] = described(
    array(
        object_schema(
            fields_of(Corroboration, "page", "page_label", "copy"),
            page=_OPTIONAL_OF_CITATION["page"],
            page_label=_OPTIONAL_OF_CITATION["page_label"],
            copy=described(
                {"type": "boolean"},
                "Whether it is no independent source, but a copy of an earlier one or a quotation.",
            ),
        )
    ),
    "Sentences of other documents that say the same, the surest first.",
)
_OPTIONAL_OF_CITATION["named_in"] = described(
    array(object_schema(fields_of(Naming))),
    "Sentences that name its clause, section, article, figure or table, or its ticket or RFC.",
)
_OPTIONAL_OF_CITATION["named_more"] = described(COUNT, "How many further sentences name it.")
_OPTIONAL = {
    **_OPTIONAL_OF_CITATION,
    "sources": described(COUNT, "How many independent sources say the same."),
}
_PINNED = described({"type": "boolean"}, "Whether the reader pinned it.")
_MISSING = described(COUNT, "By how much it was too long for the rest of the budget.")
_SENTENCE = {
    **fields_of(Citation, "position", *_OPTIONAL_OF_CITATION, *_STRUCTURE_OF_CITATION),
    **_STRUCTURE_OF_CITATION,
}
_REASONED = {**_SENTENCE, "pinned": _PINNED, **fields_of(Reason, "citation")}
_CITED = {
    "question": TEXT,
    "words": described(COUNT, "The number of words of all sentences."),
    "budget": COUNT,
    "unit": {"enum": list(UNITS), "description": "The unit of the budget."},
    "used": described(COUNT, "How much of the budget is used."),
    "languages": {
        "type": "object",
        "additionalProperties": COUNT,
        "description": "How many documents are in each language (ISO 639-1).",
    },
    "doubt": described(TEXT, "Why the documents may not answer the question; empty if they may."),
    "signature": described(TEXT, "All choices that determine the digest, to reproduce it."),
    "warnings": array(TEXT),
}
_OPTIONAL_OF_RESULT: dict[str, Schema] = {
    "wishes": {"type": "object", "description": "The constraints of the question, by name."},
    "new_documents": described(
        COUNT, "How many of the documents are new, if only what is new is asked for."
    ),
    "opened_documents": described(
        COUNT, "How many documents of a large saved collection were opened, if not all were."
    ),
    "word": {
        "const": "segment",
        "description": "The words are segments: a document is in a language without spaces.",
    },
}
_CERTIFICATE = object_schema(
    {
        "value": NUMBER,
        "bound": NUMBER,
        "ratio": described(
            NUMBER,
            "The selection has at least this share of the optimum of its objective.",
        ),
    }
)

SENTENCE = object_schema(_SENTENCE, **_OPTIONAL)
DIGEST = object_schema(
    {**_CITED, "certificate": _CERTIFICATE, "sentences": array(SENTENCE)}, **_OPTIONAL_OF_RESULT
)
EXPLANATION = object_schema(
    {
        **_CITED,
        "sentences": array(object_schema(_REASONED, **_OPTIONAL)),
        "runners_up": array(
            object_schema({**_SENTENCE, "missing": _MISSING}, **_OPTIONAL_OF_CITATION)
        ),
    },
    **_OPTIONAL_OF_RESULT,
)
TOPICS = object_schema({"topics": array(object_schema(fields_of(Topic)))})
EXPANSION = object_schema(fields_of(Expansion))

_SOURCE = {
    "document": {
        "type": ["string", "null"],
        "description": "The source; of what is nowhere, the document with the nearest sentence.",
    },
    "path": TEXT,
    "source_start": described(COUNT, "Offset of the passage in the source."),
    "source_end": COUNT,
    "source": described(TEXT, "The passage, verbatim."),
    "place": described(TEXT, "Page, line or paragraph of the source, for a reader."),
    "heading": described(TEXT, "The heading above the passage."),
}
_QUOTATION = object_schema(
    {
        "quote": described(TEXT, "The quotation as the draft has it, without its marks."),
        "start": described(COUNT, "Its offset in the draft."),
        "end": COUNT,
        "draft_place": TEXT,
        "status": {"enum": list(STATUSES)},
        **_SOURCE,
        "difference": array(
            object_schema({**fields_of(Difference), "kind": {"enum": list(DIFFERENCE_KINDS)}})
        ),
        "named": described(array(TEXT), "The documents that the draft names as its source."),
        "short": described({"type": "boolean"}, "Whether it has fewer than four words."),
        "frequent": described(COUNT, "How often it occurs, if more than once; else 0."),
    }
)
VERIFICATION = object_schema(
    {
        "draft": TEXT,
        "passed": described({"type": "boolean"}, "Whether none is changed or nowhere."),
        "counts": object_schema(dict.fromkeys(STATUSES, COUNT)),
        "searched": described(COUNT, "How many documents were searched."),
        "quotations": array(_QUOTATION),
        "warnings": array(TEXT),
    },
    claims=array(object_schema(fields_of(Claim))),
)
