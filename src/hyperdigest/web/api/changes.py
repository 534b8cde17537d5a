"""Documents added to a collection and removed from it; also by the forms of the pages."""

from __future__ import annotations

from glob import escape
from typing import Any
from urllib.parse import urlencode

from starlette.requests import Request
from starlette.responses import FileResponse, JSONResponse, RedirectResponse, Response
from starlette.routing import Route

from hyperdigest.errors import OptionError
from hyperdigest.web.api.sent import Use, check_alone, is_form, sent_as_json, sent_by_form
from hyperdigest.web.arriving import Arriving
from hyperdigest.web.entry import Entry
from hyperdigest.web.exporting import attachment
from hyperdigest.web.settings import Settings
from hyperdigest.web.shelf import Shelf

ROOT = "/api/v1/collections/{id}"
PAGE = "/c/{id}/documents"
SQLITE = "application/vnd.sqlite3"


def routes(shelf: Shelf, settings: Settings) -> list[Route]:
    """The routes of changes, of their forms, and of the file that comes of them."""

    def entry_of(request: Request) -> Entry:
        return shelf.get(request.path_params["id"])

    def growing(entry: Entry) -> Use[None]:
        def grow(given: Arriving, fields: dict[str, Any]) -> None:
            check_alone(fields)
            shelf.grow(entry, given)

        return grow

    async def added(request: Request) -> Response:
        entry = entry_of(request)
        take = sent_by_form if is_form(request) else sent_as_json
        await take(request, shelf, settings, growing(entry))
        return JSONResponse(entry.shown(), 202)

    async def removed(request: Request) -> Response:
        entry = entry_of(request)
        await shelf.shrink(entry, _names(request))
        return JSONResponse(entry.shown(), 202)

    async def file(request: Request) -> Response:
        entry = entry_of(request)
        headers = {"Content-Disposition": attachment(entry.name, ".hdig")}
        return FileResponse(shelf.file(entry), headers=headers, media_type=SQLITE)

    async def form_added(request: Request) -> Response:
        entry = entry_of(request)
        await sent_by_form(request, shelf, settings, growing(entry))
        return _back(request)

    async def form_removed(request: Request) -> Response:
        await shelf.shrink(entry_of(request), list(map(escape, _names(request))))
        return _back(request)

    async def form_cancelled(request: Request) -> Response:
        entry = entry_of(request)
        await shelf.leave_as_it_was(entry)
        return _back(request)

    return [
        Route(f"{ROOT}/documents", added, methods=["POST"]),
        Route(f"{ROOT}/documents", removed, methods=["DELETE"]),
        Route(f"{ROOT}/file", file, methods=["GET"]),
        Route(f"{PAGE}/add", form_added, methods=["POST"]),
        Route(f"{PAGE}/remove", form_removed, methods=["POST"]),
        Route(f"{PAGE}/cancel", form_cancelled, methods=["POST"]),
    ]


def _names(request: Request) -> list[str]:
    names = request.query_params.getlist("name")
    if not names:
        raise OptionError("no document is named: give its name, as ?name=report.txt")
    return names


def _back(request: Request) -> Response:
    """To the page that a form stands on, as it was: what is asked, and what is looked for."""
    here = [pair for pair in request.query_params.multi_items() if pair[0] != "name"]
    query = f"?{urlencode(here)}" if here else ""
    return RedirectResponse(f"{PAGE.format(**request.path_params)}{query}", 303)
