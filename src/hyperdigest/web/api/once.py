"""A question about documents that come with it and are not kept."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from hyperdigest.options import Options
from hyperdigest.split.terms import check_language
from hyperdigest.web.api.bodies import answered, object_of
from hyperdigest.web.asking import asked_in_json
from hyperdigest.web.given import given_documents
from hyperdigest.web.refusals import RefusedError
from hyperdigest.web.settings import Limits
from hyperdigest.web.shelf import Shelf


def routes(shelf: Shelf) -> list[Route]:
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
