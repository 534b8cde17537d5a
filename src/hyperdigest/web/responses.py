"""Responses: pages from templates, errors, downloads, static files, and their security headers."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any
from urllib.parse import quote

from starlette.datastructures import MutableHeaders
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.staticfiles import StaticFiles
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from hyperdigest.digest import Digest
from hyperdigest.render import file_type, renderer
from hyperdigest.render.cited_pages import CitedPage
from hyperdigest.render.html import render_html
from hyperdigest.web.errors import RequestError, status_of
from hyperdigest.web.templates import STATIC, page

FOR_GOOD = "public, max-age=31536000, immutable"
NAME = 60
"""Most characters of a file's name, without its suffix."""

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:;"
    " connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
)
ALWAYS = {
    "Content-Security-Policy": POLICY,
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
    "Cache-Control": "no-store",
}
"""Headers that a response may override; documents are private, so nothing is stored."""

CRASHED = "something went wrong here: the app goes on, and its terminal says more"
LONGEST = 500
"""Most characters of a message."""

READ_BY = ("GET", "HEAD")
"""The methods that a static file is read by."""

SENTENCES = {404: "there is no such page", 405: "this address does not take such a request"}


def error_response(
    path: str, status: int, message: str, headers: dict[str, str] | None = None
) -> Response:
    """An error as JSON for the API and as a page elsewhere; a long message is cut."""
    message = message if len(message) <= LONGEST else f"{message[: LONGEST - 1]}…"
    if path.startswith("/api/"):
        content = {"error": {"status": status, "message": message}}
        return JSONResponse(content, status, headers)
    response = page("error.html", status, message=message, status=status)
    response.headers.update(headers or {})
    return response


async def http_error(request: Request, error: Any) -> Response:
    """The response if no route matches, or none that takes the method."""
    message = SENTENCES.get(error.status_code, error.detail)
    return error_response(request.url.path, error.status_code, message, dict(error.headers or {}))


async def library_error(request: Request, error: Any) -> Response:
    """The response to an error of the library or of the request."""
    after = error.after if isinstance(error, RequestError) else 0
    headers = {"Retry-After": str(after)} if after else {}
    return error_response(request.url.path, status_of(error), str(error), headers)


async def server_error(request: Request, error: Exception) -> Response:
    """The response to an unexpected exception."""
    response = error_response(request.url.path, 500, CRASHED)
    harden(response.headers)
    return response


async def client_disconnected(request: Request, error: Exception) -> Response:
    """The response if the client has disconnected, which nobody reads."""
    return Response(status_code=400)


def json_text(text: str) -> Response:
    """A response of text that is JSON already."""
    return Response(text.encode("utf-8"), media_type="application/json")


def exported(digest: Digest, format: str, pages: Sequence[CitedPage] = ()) -> Response:
    """A digest in an export format as a file, named after its question; as HTML with `pages`."""
    content = render_html(digest, pages) if pages else renderer(format)(digest)
    data = content if isinstance(content, bytes) else f"{content}\n".encode("utf-8", "replace")
    suffix, kind = file_type(format)
    return download(data, kind, attachment(digest.question, suffix))


def download(data: bytes, kind: str, disposition: str) -> Response:
    """A file to download; `disposition` as `attachment` makes it."""
    return Response(data, media_type=kind, headers={"Content-Disposition": disposition})


def attachment(title: str, suffix: str) -> str:
    """The Content-Disposition header for a file named after `title`, in any script."""
    name = re.sub(r"[\W_]+", "-", title.lower())[:NAME].strip("-") or "digest"
    plain = re.sub(r"[^a-z0-9]+", "-", name).strip("-") or "digest"
    header = f'attachment; filename="{plain}{suffix}"'
    return header if plain == name else f"{header}; filename*=UTF-8''{quote(name + suffix)}"


class Assets(StaticFiles):
    """The static files of the app, and those that drawings and reports need outside of it too."""

    def __init__(self) -> None:
        super().__init__(
            directory=STATIC,
            packages=[("hyperdigest.drawings", "static"), ("hyperdigest.render", "static")],
        )

    async def get_response(self, path: str, scope: Scope) -> Response:
        """The file at `path`; one requested by its hash may be cached for good."""
        if scope["method"] not in READ_BY:
            raise HTTPException(405, headers={"Allow": ", ".join(READ_BY)})
        response = await super().get_response(path, scope)
        versioned = scope["query_string"].startswith(b"v=")
        response.headers["Cache-Control"] = FOR_GOOD if versioned else "no-cache"
        return response


def security_headers(app: ASGIApp) -> ASGIApp:
    """Middleware that adds security headers to all responses."""

    async def with_headers(scope: Scope, receive: Receive, send: Send) -> None:
        async def hardened(message: Message) -> None:
            if message["type"] == "http.response.start":
                harden(MutableHeaders(scope=message))
            await send(message)

        await app(scope, receive, hardened)

    return with_headers


def harden(headers: MutableHeaders) -> None:
    """Add the headers that a response does not set itself."""
    for name, value in ALWAYS.items():
        headers.setdefault(name, value)
