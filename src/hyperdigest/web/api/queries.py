"""API routes that read a collection and put questions to it, or to documents in the request."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import asdict
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
from hyperdigest.web.errors import RequestError
from hyperdigest.web.registry import Registry
from hyperdigest.web.requests import number_in, object_of, query_from_json, request_documents
from hyperdigest.web.responses import exported, json_response
from hyperdigest.web.settings import Limits

if TYPE_CHECKING:
    from hyperdigest.answer import Answer
    from hyperdigest.model import Model

ROOT = "/api/v1/collections/{id}"
MOST_WORDS = 100
"""Most words of a topic."""


def content_routes(registry: Registry) -> list[Route]:
    """The routes of the content of a collection."""

    async def documents(request: Request) -> Response:
        model = await registry.model(registry.get(request.path_params["id"]))
        return json_response(
            await registry.threads.run(lambda: dumped({"documents": listed_documents(model)}))
        )

    async def document(request: Request) -> Response:
        model = await registry.model(registry.get(request.path_params["id"]))
        number = request.path_params["number"]
        if number >= len(model.collection.documents):
            raise RequestError(404, f"there is no document {number} in the collection")
        return json_response(
            await registry.threads.run(lambda: dumped(whole_document(model, number)))
        )

    async def topics(request: Request) -> Response:
        top = _top(request.query_params.get("top", "10"))
        model = await registry.model(registry.get(request.path_params["id"]))
        return json_response(
            await registry.threads.run(lambda: render_topics_json(model.topic_table(top)))
        )

    async def topics_map(request: Request) -> Response:
        model = await registry.model(registry.get(request.path_params["id"]))
        return json_response(
            await registry.threads.run(lambda: render_topics_map_json(model.topics_map()))
        )

    async def history(request: Request) -> Response:
        record = registry.get(request.path_params["id"])
        return JSONResponse({"questions": [asdict(past) for past in record.history]})

    async def forgotten(request: Request) -> Response:
        registry.forget_history(registry.get(request.path_params["id"]))
        return Response(status_code=204)

    return [
        Route(f"{ROOT}/documents", documents, methods=["GET"]),
        Route(f"{ROOT}/documents/{{number:number}}", document, methods=["GET"]),
        Route(f"{ROOT}/topics", topics, methods=["GET"]),
        Route(f"{ROOT}/map", topics_map, methods=["GET"]),
        Route(f"{ROOT}/history", history, methods=["GET"]),
        Route(f"{ROOT}/history", forgotten, methods=["DELETE"]),
    ]


def listed_documents(model: Model) -> list[dict[str, Any]]:
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
    inside = columns.document == number
    slices = zip(columns.start[inside].tolist(), columns.end[inside].tolist(), strict=True)
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


def _top(text: str) -> int:
    number = number_in(text)
    if number is None or not 1 <= number <= MOST_WORDS:
        raise OptionError(f"top is {text[:40]!r}: give a whole number from 1 to {MOST_WORDS}")
    return number


def question_routes(registry: Registry) -> list[Route]:
    """The routes of questions."""

    def asking(render: Callable[[Answer], str]) -> Callable[[Request], object]:
        async def ask(request: Request) -> Response:
            record = registry.get(request.path_params["id"])
            asked = query_from_json(await object_of(request), registry.limits)
            answer = await registry.ask(record, asked)
            return json_response(await registry.threads.run(lambda: render(answer)))

        return ask

    async def neighbourhood(request: Request) -> Response:
        record = registry.get(request.path_params["id"])
        body = await object_of(request)
        around = body.pop("around", None)
        place = None if around is None else place_of(around, "around")
        answer = await registry.ask(record, query_from_json(body, registry.limits))
        return json_response(await registry.threads.run(lambda: _neighbourhood(answer, place)))

    async def export(request: Request) -> Response:
        record = registry.get(request.path_params["id"])
        body = await object_of(request)
        format = body.pop("format", "json")
        if format not in formats():
            raise OptionError(f"format is {format!r:.60}: choose one of {', '.join(formats())}")
        answer = await registry.ask(record, query_from_json(body, registry.limits))
        return await registry.threads.run(lambda: exported(answer, format))

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


def single_question_routes(registry: Registry) -> list[Route]:
    """The route of a question with its documents in the request."""

    async def digest(request: Request) -> Response:
        body = await object_of(request)
        return json_response(await registry.workers.digest(worker_task(body, registry.limits)))

    return [Route("/api/v1/digest", digest, methods=["POST"])]


def worker_task(body: dict[str, Any], limits: Limits) -> dict[str, Any]:
    """The task for a worker process from a JSON body.

    Raises
    ------
    OptionError
        where anything in it is unknown, malformed or out of its range.
    RequestError
        where the documents are too long (413).
    """
    documents = request_documents(body.pop("documents", None), limits.files)
    characters = sum(len(document["text"]) for document in documents)
    if characters > limits.once_characters:
        raise RequestError(
            413,
            f"the documents have {characters} characters: give {limits.once_characters} at most,"
            " or make a collection of them first",
        )
    asked = query_from_json(body, limits)
    check_language(Options.preset(asked.preset or "default", **dict(asked.changes)).language)
    return {
        "documents": documents,
        "question": asked.question,
        "preset": asked.preset or "default",
        "options": dict(asked.changes),
        "wishes": asdict(asked.wishes),
        "ignored": asked.ignored,
    }
