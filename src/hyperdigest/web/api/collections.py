"""Collections put on the shelf, looked at, and removed; also by the forms of the pages."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from starlette.requests import Request
from starlette.responses import JSONResponse, RedirectResponse, Response
from starlette.routing import Route

from hyperdigest.options import Options, named_options
from hyperdigest.split.terms import check_language
from hyperdigest.web.api.sent import is_form, sent_as_json, sent_by_form
from hyperdigest.web.arriving import Arriving
from hyperdigest.web.asking import check_preset, checked_option, typed_option
from hyperdigest.web.entry import Entry
from hyperdigest.web.given import given_name
from hyperdigest.web.settings import Settings
from hyperdigest.web.shelf import Shelf

ROOT = "/api/v1/collections"

Typed = Callable[[Mapping[str, Any]], dict[str, Any]]


def routes(shelf: Shelf, settings: Settings) -> list[Route]:
    """The routes of collections, and of the two forms."""

    async def listed(request: Request) -> Response:
        return JSONResponse({"collections": [entry.shown() for entry in shelf.collections]})

    def from_json(given: Arriving, body: dict[str, Any]) -> Entry:
        name = given_name(body.pop("name", None))
        values = {each: value for each, value in body.items() if value is not None}
        return put(given, name, values)

    def from_form(given: Arriving, fields: dict[str, Any]) -> Entry:
        name = fields.pop("name", "")
        return put(given, name, fields, _typed)

    def put(given: Arriving, name: str, values: Mapping[str, Any], typed: Typed = dict) -> Entry:
        ignored: list[str] = []
        options = fitting_options(typed(named_options(values, tell=ignored.append)))
        return shelf.add(replace(given, skipped=(*given.skipped, *ignored)), name, options)

    async def added(request: Request) -> Response:
        if is_form(request):
            entry = await sent_by_form(request, shelf, settings, from_form)
        else:
            entry = await sent_as_json(request, shelf, settings, from_json)
        where = {"Location": f"{ROOT}/{entry.id}"}
        return JSONResponse(entry.shown(), 202, where)

    async def shown(request: Request) -> Response:
        return JSONResponse(shelf.get(request.path_params["id"]).shown())

    async def removed(request: Request) -> Response:
        await shelf.remove(request.path_params["id"])
        return Response(status_code=204)

    async def form_added(request: Request) -> Response:
        entry = await sent_by_form(request, shelf, settings, from_form)
        return RedirectResponse(f"/c/{entry.id}", 303)

    async def form_removed(request: Request) -> Response:
        await shelf.remove(request.path_params["id"])
        return RedirectResponse("/", 303)

    return [
        Route(ROOT, listed, methods=["GET"]),
        Route(ROOT, added, methods=["POST"]),
        Route(f"{ROOT}/{{id}}", shown, methods=["GET"]),
        Route(f"{ROOT}/{{id}}", removed, methods=["DELETE"]),
        Route("/collections", form_added, methods=["POST"]),
        Route("/c/{id}/remove", form_removed, methods=["POST"]),
    ]


def fitting_options(given: Mapping[str, Any]) -> dict[str, Any]:
    """The options a collection is fitted with, by name, ``preset`` perhaps among them, checked."""
    values = dict(given)
    preset = values.pop("preset", None)
    check_preset(preset)
    options = {name: checked_option(name, value) for name, value in values.items()}
    check_language(Options.preset(preset or "default", **options).language)
    return options | ({"preset": preset} if preset else {})


def _typed(fields: Mapping[str, Any]) -> dict[str, Any]:
    return {
        name: value if name == "preset" else typed_option(name, value)
        for name, value in fields.items()
    }
