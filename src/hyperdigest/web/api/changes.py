"""Documents added to a collection and removed from it; also by the forms of the pages."""

from __future__ import annotations

from typing import Any

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
        entry = await shrunk(request)
        return JSONResponse(entry.shown(), 202)

    async def shrunk(request: Request) -> Entry:
        entry, names = entry_of(request), request.query_params.getlist("name")
        if not names:
            raise OptionError("no document is named: give its name, as ?name=report.txt")
        await shelf.shrink(entry, names)
        return entry

    async def file(request: Request) -> Response:
        entry = entry_of(request)
        headers = {"Content-Disposition": attachment(entry.name, ".hdig")}
        return FileResponse(shelf.file(entry), headers=headers, media_type=SQLITE)

    async def form_added(request: Request) -> Response:
        entry = entry_of(request)
        await sent_by_form(request, shelf, settings, growing(entry))
        return _back(entry)

    async def form_removed(request: Request) -> Response:
        return _back(await shrunk(request))

    async def form_cancelled(request: Request) -> Response:
        entry = entry_of(request)
        await shelf.leave_as_it_was(entry)
        return _back(entry)

    return [
        Route(f"{ROOT}/documents", added, methods=["POST"]),
        Route(f"{ROOT}/documents", removed, methods=["DELETE"]),
        Route(f"{ROOT}/file", file, methods=["GET"]),
        Route(f"{PAGE}/add", form_added, methods=["POST"]),
        Route(f"{PAGE}/remove", form_removed, methods=["POST"]),
        Route(f"{PAGE}/cancel", form_cancelled, methods=["POST"]),
    ]


def _back(entry: Entry) -> Response:
    return RedirectResponse(f"/c/{entry.id}/documents", 303)
