"""Collections put on the shelf, looked at, and removed; also by the forms of the pages."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from starlette.requests import Request
from starlette.responses import JSONResponse, RedirectResponse, Response
from starlette.routing import Route

from hyperdigest.errors import OptionError
from hyperdigest.options import Options, named_options
from hyperdigest.split.terms import Analyzer
from hyperdigest.web.api.bodies import object_of
from hyperdigest.web.asking import check_preset, checked_option, typed_option
from hyperdigest.web.entry import Entry
from hyperdigest.web.given import given_documents, given_name
from hyperdigest.web.places import allowed_paths
from hyperdigest.web.settings import Settings
from hyperdigest.web.shelf import Shelf
from hyperdigest.web.uploads import check_files, received

ROOT = "/api/v1/collections"


def routes(shelf: Shelf, settings: Settings) -> list[Route]:
    """The routes of collections, and of the two forms."""

    async def listed(request: Request) -> Response:
        return JSONResponse({"collections": [entry.shown() for entry in shelf.collections]})

    async def added(request: Request) -> Response:
        if _is_form(request):
            entry = await from_form(request, shelf, settings)
        else:
            entry = _from_json(await object_of(request), shelf, settings)
        where = {"Location": f"{ROOT}/{entry.id}"}
        return JSONResponse(entry.shown(), 202, where)

    async def shown(request: Request) -> Response:
        return JSONResponse(shelf.get(request.path_params["id"]).shown())

    async def removed(request: Request) -> Response:
        await shelf.remove(request.path_params["id"])
        return Response(status_code=204)

    async def form_added(request: Request) -> Response:
        entry = await from_form(request, shelf, settings)
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


async def from_form(request: Request, shelf: Shelf, settings: Settings) -> Entry:
    """The entry that a form asks for: of files sent, or of the path in its field ``path``."""
    upload = await received(request, shelf.state.uploads, shelf.limits)
    try:
        fields = {name: value for name, value in upload.fields.items() if value.strip()}
        name, path = fields.pop("name", ""), fields.pop("path", "")
        options = fitting_options(_typed(fields))
        if path and not upload.files:
            upload.discard()
            return shelf.add_paths(allowed_paths([path], settings), name, options, settings.root)
        check_files(upload)
        return shelf.add_upload(upload.folder, name, options, upload.skipped)
    except BaseException:
        upload.discard()
        raise


def fitting_options(given: Mapping[str, Any]) -> dict[str, Any]:
    """The options a collection is fitted with, ``preset`` perhaps among them, all checked."""
    values = named_options(given)
    preset = values.pop("preset", None)
    check_preset(preset)
    options = {name: checked_option(name, value) for name, value in values.items()}
    Analyzer(Options.preset(preset or "default", **options).language)
    return options | ({"preset": preset} if preset else {})


def _from_json(body: dict[str, Any], shelf: Shelf, settings: Settings) -> Entry:
    name = given_name(body.pop("name", None))
    paths, documents = body.pop("paths", None), body.pop("documents", None)
    if (paths is None) == (documents is None):
        raise OptionError("the request has no documents: give either paths or documents")
    options = fitting_options({name: value for name, value in body.items() if value is not None})
    if paths is not None:
        return shelf.add_paths(allowed_paths(paths, settings), name, options, settings.root)
    return shelf.add_documents(given_documents(documents, shelf.limits.files), name, options)


def _typed(fields: Mapping[str, str]) -> dict[str, Any]:
    return {
        name: value if name == "preset" else typed_option(name, value)
        for name, value in named_options(fields).items()
    }


def _is_form(request: Request) -> bool:
    return request.headers.get("content-type", "").lower().startswith("multipart/form-data")
