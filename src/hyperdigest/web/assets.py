"""Static files, kept by browsers for good: their addresses change with what is in them."""

from __future__ import annotations

import hashlib
from functools import cache
from pathlib import Path

from starlette.responses import Response
from starlette.staticfiles import StaticFiles
from starlette.types import Scope

STATIC = Path(__file__).parent / "static"
FOR_GOOD = "public, max-age=31536000, immutable"
DIGITS = 12


@cache
def static_url(name: str) -> str:
    """The address of a static file, with the hash of its bytes."""
    content = (STATIC / name).read_bytes()
    return f"/static/{name}?v={hashlib.sha256(content).hexdigest()[:DIGITS]}"


class Assets(StaticFiles):
    """The folder of static files."""

    def __init__(self) -> None:
        super().__init__(directory=STATIC)

    async def get_response(self, path: str, scope: Scope) -> Response:
        """The file at `path`; one asked for by its hash may be kept for good."""
        response = await super().get_response(path, scope)
        versioned = scope["query_string"].startswith(b"v=")
        response.headers["Cache-Control"] = FOR_GOOD if versioned else "no-cache"
        return response
