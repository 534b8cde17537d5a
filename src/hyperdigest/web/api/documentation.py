"""What describes the API: for programs, and a page for people."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from hyperdigest.web.openapi import described
from hyperdigest.web.settings import Settings
from hyperdigest.web.templating import page


def routes(settings: Settings) -> list[Route]:
    """The routes of the description."""
    content = described(settings.limits)

    async def openapi(request: Request) -> Response:
        return JSONResponse(content)

    async def readable(request: Request) -> Response:
        return page("api.html", api=content)

    return [
        Route("/api/openapi.json", openapi, methods=["GET"]),
        Route("/api", readable, methods=["GET"]),
    ]
