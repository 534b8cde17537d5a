"""Operations of the HTTP API: how each is called, what it takes and gives, and its routes."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable
from dataclasses import dataclass
from typing import Any

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from hyperdigest.errors import OptionError
from hyperdigest.render.schema import Schema
from hyperdigest.web.requests import number_in

Handler = Callable[[Request], Awaitable[Response]]


@dataclass(frozen=True, slots=True)
class QueryParameter:
    """A parameter in the query of a request, with the JSON Schema of its values."""

    name: str
    schema: Schema
    help: str

    def value(self, request: Request) -> Any:
        """Its value in a request, or its default. Raises an OptionError if that is not allowed."""
        text, schema = request.query_params.get(self.name), self.schema
        if text is None:
            return schema.get("default", "")
        if "enum" in schema and text not in schema["enum"]:
            choices = ", ".join(schema["enum"])
            raise OptionError(f"{self.name} is {text[:40]!r}: choose one of {choices}")
        if schema.get("type") != "integer":
            return text
        number, low, high = number_in(text), schema["minimum"], schema["maximum"]
        if number is None or not low <= number <= high:
            raise OptionError(
                f"{self.name} is {text[:40]!r}: give a whole number from {low} to {high}"
            )
        return number


def integer(low: int, high: int, default: int) -> Schema:
    """The schema of whole numbers in a range."""
    return {"type": "integer", "minimum": low, "maximum": high, "default": default}


@dataclass(frozen=True, slots=True)
class Operation:
    """An operation of the API, or a form of the pages, which has no summary and is not described.

    Parameters
    ----------
    gives : the name of the schema of its answer, if that is JSON.
    takes, form : the names of the schemas of its body, as JSON and as a form with files.
    about, kinds : its answer and the media types of that, if it is not JSON.
    """

    method: str
    path: str
    handler: Handler
    summary: str = ""
    gives: str = ""
    takes: str = ""
    form: str = ""
    status: int = 200
    parameters: tuple[QueryParameter, ...] = ()
    about: str = "Done."
    kinds: tuple[str, ...] = ()


def routes_of(operations: Iterable[Operation]) -> list[Route]:
    """A route for each path, with all of its methods: an answer of 405 then names them."""
    handlers: dict[str, dict[str, Handler]] = {}
    for each in operations:
        handlers.setdefault(each.path, {})[each.method] = each.handler
    return [_route(path, by_method) for path, by_method in handlers.items()]


def _route(path: str, handlers: dict[str, Handler]) -> Route:
    async def handle(request: Request) -> Response:
        return await handlers["GET" if request.method == "HEAD" else request.method](request)

    return Route(path, handle, methods=list(handlers))
