"""Handlers of the API that read a collection, search it, ask it, and look up quotations in it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import asdict
from functools import partial
from typing import Any

import numpy as np
from starlette.requests import Request
from starlette.responses import Response

from hyperdigest.answer.answer import Answer
from hyperdigest.answer.expand import LIMITS
from hyperdigest.base.text import dumped
from hyperdigest.constraints import Place, parse_place
from hyperdigest.documents import Document
from hyperdigest.drawings.pages import render_neighbourhood_json, render_topics_map_json
from hyperdigest.errors import OptionError
from hyperdigest.model import Model
from hyperdigest.render import formats
from hyperdigest.render.json import (
    render_expansion_json,
    render_explanation_json,
    render_topics_json,
)
from hyperdigest.split.terms import check_language
from hyperdigest.verify import Pile
from hyperdigest.verify import verify as look_up
from hyperdigest.views.search import LONGEST, Wanted, hits_of, sentences_with
from hyperdigest.web.api.operations import Handler, QueryParameter, integer
from hyperdigest.web.errors import RequestError
from hyperdigest.web.notes import Notes
from hyperdigest.web.registry import record_of, registry_of
from hyperdigest.web.requests import (
    DIGITS,
    check_draft,
    object_of,
    question_from_json,
    request_documents,
)
from hyperdigest.web.responses import exported, json_text

TOP = QueryParameter("top", integer(1, 100, 10), "Words of each topic.")
_WORDS = {"type": "string", "minLength": 1, "maxLength": LONGEST}
_MATCH = {"enum": ["words", "exact"], "default": "words"}
SEARCH = (
    QueryParameter("q", _WORDS, "Words that are all in a sentence; quote a phrase."),
    QueryParameter("match", _MATCH, "The beginnings of words in any case, or exact words."),
    QueryParameter("limit", integer(1, 100, 25), "The most sentences in the answer."),
    QueryParameter("offset", integer(0, 10**DIGITS - 1, 0), "Sentences to leave out before."),
)
_PLACE = {"type": "string", "minLength": 1}
EXPAND = (
    QueryParameter("place", _PLACE, "The sentence, as DOCUMENT:START."),
    QueryParameter(
        "paragraphs", integer(0, LIMITS["paragraphs"], 1),
        "Paragraphs before that of the sentence, and as many after it.",
    ),
    QueryParameter(
        "characters", integer(0, LIMITS["characters"], 0),
        "If not 0, the most characters before and after the sentence, in place of paragraphs.",
    ),
)  # fmt: skip


def _reading(render: Callable[[Model, Request], str]) -> Handler:
    """A handler that shows something of a collection as JSON."""

    async def read(request: Request) -> Response:
        registry = registry_of(request)
        model = await registry.model(record_of(request))
        return json_text(await registry.threads.run(lambda: render(model, request)))

    return read


def _topics(model: Model, request: Request) -> str:
    return render_topics_json(model.topic_table(TOP.value(request)))


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
    """Some of the sentences that contain the words looked for, and how many there are."""
    text, match, limit, offset = (each.value(request) for each in SEARCH)
    found = sentences_with(model.collection, Wanted.of(text, match == "exact"))
    hits = hits_of(model.collection, found.sentences[offset : offset + limit])
    content = {"q": text, "total": len(found.sentences), "complete": found.complete}
    return dumped(content | {"sentences": [asdict(hit) for hit in hits]})


def _expand(model: Model, request: Request) -> str:
    """What stands around a sentence."""
    place, paragraphs, characters = (each.value(request) for each in EXPAND)
    found = model.expand(place, paragraphs=paragraphs, characters=characters)
    return render_expansion_json(found)


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


async def ask_once(request: Request) -> Response:
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
    return json_text(await registry.once.digest(task))


DRAFT_FORMATS = ("text", "markdown")


async def verify(request: Request) -> Response:
    """What became of each quotation of the draft in the request."""
    registry, record, body = registry_of(request), record_of(request), await object_of(request)
    draft = body.pop("draft", None)
    format, claims = body.pop("format", "text"), body.pop("claims", False)
    if body:
        raise OptionError(f"{min(body)!r:.60} is unknown: give only draft, format and claims")
    if not isinstance(draft, str):
        raise OptionError("draft is not a text: give the text of the draft")
    if format not in DRAFT_FORMATS:
        raise OptionError(f"format is {format!r:.60}: choose one of {', '.join(DRAFT_FORMATS)}")
    if not isinstance(claims, bool):
        raise OptionError(f"claims is {claims!r:.60}: give true or false")
    check_draft(draft, registry.limits)
    pile = Pile.of((await registry.model(record)).collection)
    document = Document("draft", "", draft, format=format)
    task = partial(look_up, document, pile, claims=claims)
    result = await registry.threads.run(task, slow=True)
    return json_text(result.to_json())


digest = _asking(lambda a, _, notes: json_text(notes.added(a.digest()).to_json()))
explain = _asking(lambda a, _, __: json_text(render_explanation_json(a.explain())))
neighbourhood = _asking(
    lambda a, at, _: json_text(render_neighbourhood_json(a.neighbourhood(at))), _around
)
topics_map = _reading(lambda model, _: render_topics_map_json(model.topics_map()))
export = _asking(lambda a, name, notes: exported(notes.added(a.digest()), name), _format)
topics, documents, document, search, expand = map(
    _reading, (_topics, _documents, _document, _search, _expand)
)
