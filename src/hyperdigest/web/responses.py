"""Responses: pages from templates, errors, downloads, static files, and their security headers."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from functools import cache
from pathlib import Path
from typing import Any
from urllib.parse import quote

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup, escape
from starlette.datastructures import MutableHeaders
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, Response
from starlette.staticfiles import StaticFiles
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from hyperdigest.answer.answer import Answer
from hyperdigest.base.text import counted, line
from hyperdigest.drawings.svg import hue
from hyperdigest.read.tesseract import MISSING, is_installed
from hyperdigest.render import file_type, renderer
from hyperdigest.render.html import bar
from hyperdigest.web.errors import RequestError, status_of
from hyperdigest.web.notes import Notes
from hyperdigest.web.record import Record

STATIC = Path(__file__).parent / "static"
DRAWINGS = Path(__file__).parents[1] / "drawings" / "static"
FOR_GOOD = "public, max-age=31536000, immutable"
DIGITS = 12
NAME = 60
"""Most characters of a file's name, its suffix aside."""

STATES = {
    "waiting": "waiting for its turn",
    "reading": "being read",
    "fitting": "finding its topics",
    "failed": "could not be read",
}

NO_CONSTRAINTS: dict[str, Any] = (
    dict.fromkeys(("record", "shown", "document", "welcome", "form"))
    | dict.fromkeys(("view", "asked_query", "error", "named"), "")
    | {"following": ()}
)
"""Defaults of the variables of templates."""

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

BEGUN = ("skipped ", "left out ", "not read", "no image of ")
"""How a warning begins that begins with no name of a file."""

_BACKTICKS = re.compile("`([^`]+)`")
TEMPLATES = Path(__file__).parent / "templates"
CRASHED = "something went wrong here: the app goes on, and its terminal says more"
LONGEST = 500
"""Most characters of a message."""

READ_BY = ("GET", "HEAD")
"""The methods that a static file is read by."""

SENTENCES = {404: "there is no such page", 405: "this address does not take such a request"}


def page(template: str, status_code: int = 200, **content: Any) -> HTMLResponse:
    """A template filled in with `content`."""
    html = environment().get_template(template).render(content)
    return HTMLResponse(html.encode("utf-8", "replace"), status_code)


@cache
def environment() -> Environment:
    """The templates; ``static_url("app.css")`` in one is the address of a static file, and
    ``reads_scans()`` is whether scanned pages can be read."""
    templates = Environment(
        loader=FileSystemLoader(TEMPLATES, encoding="utf-8"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        auto_reload=False,
    )
    templates.globals.update(NO_CONSTRAINTS, static_url=static_url, reads_scans=is_installed)
    templates.globals["install"] = MISSING
    templates.filters.update(FILTERS)
    return templates


def _state(record: Record) -> str:
    """The state of a collection in words; of a ready one, its summary."""
    held = record.summary or counted(record.documents, "document")
    return "being changed" if record.changing else STATES.get(record.status, held)


def _notes(warnings: Sequence[str]) -> str:
    """The warnings about the files of a collection, counted."""
    left_out = all(each.startswith(("skipped ", "left out ")) for each in warnings)
    if left_out:
        return f"{counted(len(warnings), 'file')} left out"
    return f"{counted(len(warnings), 'remark')} on the files"


def _told(text: str) -> str:
    """A warning of the library as a page tells it: without an option of the command line, and with
    a capital unless the name of a file comes first."""
    told = line(text).replace(" (--ocr)", "")
    return told[:1].upper() + told[1:] if told.startswith(BEGUN) else told


def _code(text: str) -> Markup:
    """Text with what stands between backticks set as code."""
    return Markup(_BACKTICKS.sub(r"<code>\1</code>", str(escape(text))))  # noqa: S704 (it is escaped)


FILTERS: dict[str, Callable[..., Any]] = {
    "line": line,
    "told": _told,
    "counted": counted,
    "bar": lambda share: Markup(bar(share)),  # noqa: S704 (a number alone is put in)
    "hue": hue,
    "percent": "{:.0%}".format,
    "utc": lambda time: datetime.fromtimestamp(time, UTC),
    "state": _state,
    "notes": _notes,
    "code": _code,
}


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
    """The response where no route matches, or none that takes the method."""
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
    """The response where the client has disconnected, which nobody reads."""
    return Response(status_code=400)


def exported(answer: Answer, format: str, notes: Notes) -> Response:
    """The digest of an answer, with the notes on its sentences, as a file in an export format,
    named after the question."""
    return as_file(renderer(format)(notes.added(answer.digest())), format, answer.question.text)


def as_file(content: str | bytes, format: str, question: str) -> Response:
    """A digest in an export format as a file, named after its question."""
    data = content if isinstance(content, bytes) else f"{content}\n".encode("utf-8", "replace")
    suffix, kind = file_type(format)
    return download(data, kind, attachment(question, suffix))


def download(data: bytes, kind: str, disposition: str) -> Response:
    """A file to be kept; `disposition` as `attachment` makes it."""
    return Response(data, media_type=kind, headers={"Content-Disposition": disposition})


def attachment(title: str, suffix: str) -> str:
    """The Content-Disposition header for a file named after `title`, in any script."""
    name = re.sub(r"[\W_]+", "-", title.lower())[:NAME].strip("-") or "digest"
    plain = re.sub(r"[^a-z0-9]+", "-", name).strip("-") or "digest"
    header = f'attachment; filename="{plain}{suffix}"'
    return header if plain == name else f"{header}; filename*=UTF-8''{quote(name + suffix)}"


@cache
def static_url(name: str) -> str:
    """The address of a static file, with the hash of its bytes."""
    folder = STATIC if (STATIC / name).exists() else DRAWINGS
    content = (folder / name).read_bytes()
    return f"/static/{name}?v={hashlib.sha256(content).hexdigest()[:DIGITS]}"


class Assets(StaticFiles):
    """The static files of the app, and those that drawings need outside of it too."""

    def __init__(self) -> None:
        super().__init__(directory=STATIC, packages=[("hyperdigest.drawings", "static")])

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
