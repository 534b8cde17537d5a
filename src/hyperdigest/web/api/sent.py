"""The documents that a request sends or names, and what it says of them besides."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, TypeVar

from starlette.requests import Request

from hyperdigest.errors import OptionError
from hyperdigest.web.api.bodies import object_of
from hyperdigest.web.arriving import Arriving
from hyperdigest.web.given import given_documents
from hyperdigest.web.places import allowed_paths
from hyperdigest.web.settings import Settings
from hyperdigest.web.shelf import Shelf
from hyperdigest.web.uploads import check_files, received

Done = TypeVar("Done")

Use = Callable[[Arriving, dict[str, Any]], Done]
"""What is done with the documents of a request and its other fields, all of which it checks."""


def is_form(request: Request) -> bool:
    """Whether a request is a form with files, not JSON."""
    return request.headers.get("content-type", "").lower().startswith("multipart/form-data")


async def sent_by_form(request: Request, shelf: Shelf, settings: Settings, use: Use[Done]) -> Done:
    """What `use` makes of a form, with files or with the path in its field ``path``.

    Raises
    ------
    OptionError
        where the path is none.
    RefusedError
        where nothing is sent, or more than is allowed, or files are named that may not be.
    """
    upload = await received(request, shelf.state.uploads, shelf.limits)
    try:
        fields = {name: value for name, value in upload.fields.items() if value.strip()}
        path = fields.pop("path", "")
        if path and not upload.files:
            upload.discard()
            given = Arriving.from_paths(allowed_paths([path], settings), settings.root)
        else:
            check_files(upload)
            given = Arriving.from_uploads(upload.folder, upload.skipped)
        return use(given, fields)
    except BaseException:
        upload.discard()
        raise


async def sent_as_json(request: Request, shelf: Shelf, settings: Settings, use: Use[Done]) -> Done:
    """What `use` makes of an object of JSON, with ``documents`` or ``paths``; raised alike."""
    body = await object_of(request)
    return use(_in_json(body, shelf, settings), body)


def check_alone(fields: Mapping[str, Any]) -> None:
    """Raise an OptionError where a request that only brings documents says anything besides."""
    if fields:
        name = sorted(map(str, fields))[0]
        raise OptionError(
            f"the request has {name!r:.60}: give documents alone, a collection keeps its settings"
        )


def _in_json(body: dict[str, Any], shelf: Shelf, settings: Settings) -> Arriving:
    """The documents in an object of JSON, which are taken out of it."""
    paths, documents = body.pop("paths", None), body.pop("documents", None)
    if (paths is None) == (documents is None):
        raise OptionError("the request has no documents: give either paths or documents")
    if paths is not None:
        return Arriving.from_paths(allowed_paths(paths, settings), settings.root)
    return Arriving(documents=tuple(given_documents(documents, shelf.limits.files)))
