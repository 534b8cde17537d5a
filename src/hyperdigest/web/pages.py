"""The pages a person reads."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from hyperdigest.web.settings import Settings
from hyperdigest.web.shelf import Shelf
from hyperdigest.web.templating import page


def routes(shelf: Shelf, settings: Settings) -> list[Route]:
    """The routes of all pages."""

    async def home(request: Request) -> Response:
        return page("home.html", collections=shelf.collections)

    return [Route("/", home)]
