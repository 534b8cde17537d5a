"""The API described as OpenAPI 3.1, made from the options and limits that it enforces."""

from __future__ import annotations

from importlib.metadata import version
from typing import Any

from hyperdigest.web.openapi.answers import ANSWERS
from hyperdigest.web.openapi.operations import operations
from hyperdigest.web.openapi.requests import requests
from hyperdigest.web.settings import Limits

ABOUT = """\
Put a question to documents and get a digest: at most so many words, made only of sentences that \
stand in them, each with its exact source. Put documents on the shelf as a collection, wait until \
it is `ready`, then ask; or ask once, with the documents in the request. While documents are added \
or removed, the collection stays `ready`, as it was, and `progress` tells how far that is; then \
`news` says what has changed, or `error` why nothing has. Errors are objects with \
`error.message`, one line that says what to do, and `error.status`. Where the app has a token, \
send it as `Authorization: Bearer TOKEN`.\
"""


def described(limits: Limits) -> dict[str, Any]:
    """The description of the API as it is with `limits`."""
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "hyperdigest",
            "version": version("hyperdigest"),
            "description": ABOUT,
        },
        "paths": operations(),
        "components": {
            "schemas": {**requests(limits), **ANSWERS},
            "securitySchemes": {"token": {"type": "http", "scheme": "bearer"}},
        },
        "security": [{}, {"token": []}],
    }


__all__ = ["described"]
