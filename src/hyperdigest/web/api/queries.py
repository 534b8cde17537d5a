"""What is in a collection: its documents, their texts, its topics, its history.

Bodies of requests and answers in JSON.

A question about documents that come with it and are not kept.

Questions put to a collection: a digest, why it is so, or a file of it.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable
from dataclasses import asdict
from itertools import islice
from typing import TYPE_CHECKING, Any

import numpy as np
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from hyperdigest.base.text import dumped
from hyperdigest.constraints import Place, place_of
from hyperdigest.drawings.pages import render_topics_map_json
from hyperdigest.errors import OptionError
from hyperdigest.options import Options
from hyperdigest.render import formats
from hyperdigest.render.json import render_topics_json
from hyperdigest.split.terms import check_language
from hyperdigest.web.errors import RefusedError
from hyperdigest.web.registry import Shelf
from hyperdigest.web.requests import asked_in_json, given_documents, number_in
from hyperdigest.web.responses import exported
from hyperdigest.web.settings import Limits

if TYPE_CHECKING:
    from hyperdigest.answer import Answer
    from hyperdigest.model import Model

DEEPEST = 10
"""Lists and objects within each other that a request has; what is asked needs three."""

MOST = 100_000
"""Lists and objects of a request."""

QUOTES = 400_000
"""Quotation marks around the texts of a request."""

BESIDE_TEXTS = 1 << 20
"""Bytes of a request besides its texts."""

_TEXT = re.compile(rb'"[^"\\]*(?:\\.[^"\\]*)*"?', re.DOTALL)


async def object_of(request: Request) -> dict[str, Any]:
    """The object of JSON that a request carries.

    Raises
    ------
    RefusedError
        where it is said to be something else (415), or is none (400).
    """
    kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    if kind != "application/json":
        raise RefusedError(415, "the request is not JSON: send Content-Type: application/json")
    body = await request.body()
    if _is_litter(body):
        raise RefusedError(413, "the request is JSON of too many small parts: send fewer")
    try:
        value = json.loads(body)
    except (ValueError, RecursionError) as error:
        raise RefusedError(400, "the request is not JSON: send one object") from error
    if _is_tangled(value):
        raise RefusedError(
            400, f"the request has more than {MOST} lists and objects, or {DEEPEST} in each other"
        )
    if not isinstance(value, dict):
        raise RefusedError(400, "the request is JSON, but no object: send one")
    return value


def _is_litter(body: bytes) -> bool:
    """Whether JSON has so many parts, for its texts or beside them, that it takes long to read."""
    if len(body) <= BESIDE_TEXTS:
        return False
    quotes = body.count(b'"') - body.count(b'\\"')
    return quotes > QUOTES or len(_TEXT.sub(b"", body)) > BESIDE_TEXTS


def _is_tangled(value: Any) -> bool:
    """Whether lists and objects are more than `MOST`, or deeper in each other than `DEEPEST`."""
    level, left = [value], MOST
    for _ in range(DEEPEST + 1):
        inner = (part for each in level for part in _parts(each) if isinstance(part, list | dict))
        level = list(islice(inner, left + 1))
        left -= len(level)
        if left < 0:
            return True
    return bool(level)


def _parts(value: Any) -> Iterable[Any]:
    if isinstance(value, dict):
        return value.values()
    return value if isinstance(value, list) else ()


def answered(text: str) -> Response:
    """An answer that is JSON already."""
    return Response(text.encode("utf-8"), media_type="application/json")


ROOT = "/api/v1/collections/{id}"
MOST_WORDS = 100
"""Of a topic."""


def content_routes(shelf: Shelf) -> list[Route]:
    """The routes of what is in a collection."""

    async def documents(request: Request) -> Response:
        model = await shelf.model(shelf.get(request.path_params["id"]))
        return answered(await shelf.desk.work(lambda: dumped({"documents": listed(model)})))

    async def document(request: Request) -> Response:
        model = await shelf.model(shelf.get(request.path_params["id"]))
        number = request.path_params["number"]
        if number >= len(model.collection.documents):
            raise RefusedError(404, f"there is no document {number} in the collection")
        return answered(await shelf.desk.work(lambda: dumped(whole_document(model, number))))

    async def topics(request: Request) -> Response:
        top = _top(request.query_params.get("top", "10"))
        model = await shelf.model(shelf.get(request.path_params["id"]))
        return answered(await shelf.desk.work(lambda: render_topics_json(model.topic_table(top))))

    async def topics_map(request: Request) -> Response:
        model = await shelf.model(shelf.get(request.path_params["id"]))
        return answered(await shelf.desk.work(lambda: render_topics_map_json(model.topics_map())))

    async def history(request: Request) -> Response:
        entry = shelf.get(request.path_params["id"])
        return JSONResponse({"questions": [asdict(past) for past in entry.history]})

    async def forgotten(request: Request) -> Response:
        shelf.forget_history(shelf.get(request.path_params["id"]))
        return Response(status_code=204)

    return [
        Route(f"{ROOT}/documents", documents, methods=["GET"]),
        Route(f"{ROOT}/documents/{{number:number}}", document, methods=["GET"]),
        Route(f"{ROOT}/topics", topics, methods=["GET"]),
        Route(f"{ROOT}/map", topics_map, methods=["GET"]),
        Route(f"{ROOT}/history", history, methods=["GET"]),
        Route(f"{ROOT}/history", forgotten, methods=["DELETE"]),
    ]


def listed(model: Model) -> list[dict[str, Any]]:
    """The documents of a model without their texts."""
    columns = model.collection.split.sentences
    counts = np.bincount(columns.document, minlength=len(model.collection.documents))
    return [
        {
            "number": number,
            "name": document.name,
            "path": document.path,
            "title": document.title,
            "format": document.format,
            "characters": len(document.text),
            "pages": len(document.pages),
            "sentences": int(counts[number]),
        }
        for number, document in enumerate(model.collection.documents)
    ]


def whole_document(model: Model, number: int) -> dict[str, Any]:
    """A document with its text, and the slices of it that are sentences."""
    document = model.collection.documents[number]
    columns = model.collection.split.sentences
    own = columns.document == number
    slices = zip(columns.start[own].tolist(), columns.end[own].tolist(), strict=True)
    return {
        "number": number,
        "name": document.name,
        "path": document.path,
        "title": document.title,
        "format": document.format,
        "pages": list(document.pages),
        "text": document.text,
        "sentences": [list(each) for each in slices],
    }


def _top(given: str) -> int:
    number = number_in(given)
    if number is None or not 1 <= number <= MOST_WORDS:
        raise OptionError(f"top is {given[:40]!r}: give a whole number from 1 to {MOST_WORDS}")
    return number


def single_question_routes(shelf: Shelf) -> list[Route]:
    """The route of a question that is asked once."""

    async def digest(request: Request) -> Response:
        body = await object_of(request)
        return answered(await shelf.once.digest(task_of(body, shelf.limits)))

    return [Route("/api/v1/digest", digest, methods=["POST"])]


def task_of(body: dict[str, Any], limits: Limits) -> dict[str, Any]:
    """The task for a worker that an object of JSON describes.

    Raises
    ------
    OptionError
        where anything in it is unknown, malformed or out of its range.
    RefusedError
        where the documents are too long (413).
    """
    documents = given_documents(body.pop("documents", None), limits.files)
    characters = sum(len(document["text"]) for document in documents)
    if characters > limits.once_characters:
        raise RefusedError(
            413,
            f"the documents have {characters} characters: give {limits.once_characters} at most,"
            " or make a collection of them first",
        )
    asked = asked_in_json(body, limits)
    check_language(Options.preset(asked.preset or "default", **dict(asked.changes)).language)
    return {
        "documents": documents,
        "question": asked.question,
        "preset": asked.preset or "default",
        "options": dict(asked.changes),
        "wishes": asdict(asked.wishes),
        "ignored": asked.ignored,
    }


def question_routes(shelf: Shelf) -> list[Route]:
    """The routes of questions."""

    def asking(render: Callable[[Answer], str]) -> Callable[[Request], object]:
        async def ask(request: Request) -> Response:
            entry = shelf.get(request.path_params["id"])
            asked = asked_in_json(await object_of(request), shelf.limits)
            answer = await shelf.ask(entry, asked)
            return answered(await shelf.desk.work(lambda: render(answer)))

        return ask

    async def neighbourhood(request: Request) -> Response:
        entry = shelf.get(request.path_params["id"])
        body = await object_of(request)
        around = body.pop("around", None)
        place = None if around is None else place_of(around, "around")
        answer = await shelf.ask(entry, asked_in_json(body, shelf.limits))
        return answered(await shelf.desk.work(lambda: _neighbourhood(answer, place)))

    async def export(request: Request) -> Response:
        entry = shelf.get(request.path_params["id"])
        body = await object_of(request)
        format = body.pop("format", "json")
        if format not in formats():
            raise OptionError(f"format is {format!r:.60}: choose one of {', '.join(formats())}")
        answer = await shelf.ask(entry, asked_in_json(body, shelf.limits))
        return await shelf.desk.work(lambda: exported(answer, format))

    return [
        Route(f"{ROOT}/digest", asking(_digest), methods=["POST"]),
        Route(f"{ROOT}/explain", asking(_explanation), methods=["POST"]),
        Route(f"{ROOT}/neighbourhood", neighbourhood, methods=["POST"]),
        Route(f"{ROOT}/export", export, methods=["POST"]),
    ]


def _digest(answer: Answer) -> str:
    return answer.digest().to_json()


def _explanation(answer: Answer) -> str:
    from hyperdigest.explain import explain
    from hyperdigest.render.json import render_explanation_json

    return render_explanation_json(explain(answer))


def _neighbourhood(answer: Answer, around: Place | None) -> str:
    from hyperdigest.drawings.pages import render_neighbourhood_json

    return render_neighbourhood_json(answer.neighbourhood(around))
