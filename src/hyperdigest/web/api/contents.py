"""What is in a collection: its documents, their texts, its topics, its history."""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING, Any

import numpy as np
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from hyperdigest.errors import OptionError
from hyperdigest.render.drawings import render_topics_map_json
from hyperdigest.render.json import dumped, render_topics_json
from hyperdigest.web.api.bodies import answered
from hyperdigest.web.numerals import number_in
from hyperdigest.web.refusals import RefusedError
from hyperdigest.web.shelf import Shelf

if TYPE_CHECKING:
    from hyperdigest.model import Model

ROOT = "/api/v1/collections/{id}"
MOST_WORDS = 100
"""Of a topic."""


def routes(shelf: Shelf) -> list[Route]:
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
