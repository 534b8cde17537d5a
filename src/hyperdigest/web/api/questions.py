"""Questions put to a collection: a digest, why it is so, or a file of it."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from hyperdigest.errors import OptionError
from hyperdigest.web.api.bodies import answered, object_of
from hyperdigest.web.asking import asked_in_json
from hyperdigest.web.exporting import exported, formats
from hyperdigest.web.shelf import Shelf
from hyperdigest.wishes import Place, place_of

if TYPE_CHECKING:
    from hyperdigest.answer import Answer

ROOT = "/api/v1/collections/{id}"


def routes(shelf: Shelf) -> list[Route]:
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
    from hyperdigest.render.drawings import render_neighbourhood_json

    return render_neighbourhood_json(answer.neighbourhood(around))
