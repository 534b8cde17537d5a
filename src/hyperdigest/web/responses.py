"""Headers of every answer: nothing runs, loads or frames but what the app itself brings.

Static files, kept by browsers for good: their addresses change with what is in them.

Digests as files to download, and what such files are called.

How the templates write what they are given.

Pages made from the templates; everything put into them is escaped.

What is answered where something goes wrong: JSON to programs, a page to people.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable, Sequence
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import quote

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup
from starlette.datastructures import MutableHeaders
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, Response
from starlette.staticfiles import StaticFiles
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from hyperdigest.base.text import counted, line
from hyperdigest.errors import HyperdigestError
from hyperdigest.render import file_type, formats, renderer
from hyperdigest.render.html import bar, hue
from hyperdigest.web.errors import RefusedError, status_of
from hyperdigest.web.record import Entry

if TYPE_CHECKING:
    from hyperdigest.answer import Answer

STATIC = Path(__file__).parent / "static"
DRAWINGS = Path(__file__).parents[1] / "drawings" / "static"
FOR_GOOD = "public, max-age=31536000, immutable"
DIGITS = 12


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
        """The file at `path`; one asked for by its hash may be kept for good."""
        response = await super().get_response(path, scope)
        versioned = scope["query_string"].startswith(b"v=")
        response.headers["Cache-Control"] = FOR_GOOD if versioned else "no-cache"
        return response


__all__ = ["attachment", "exported", "formats"]

NAME = 60
"""Most characters of a file's name, its suffix aside."""


def exported(answer: Answer, format: str) -> Response:
    """The digest of an answer as a file of one of `formats`, named after the question."""
    content = renderer(format)(answer.digest())
    data = content if isinstance(content, bytes) else f"{content}\n".encode("utf-8", "replace")
    suffix, kind = file_type(format)
    response = Response(data, media_type=kind)
    response.headers["Content-Disposition"] = attachment(answer.question, suffix)
    return response


def attachment(title: str, suffix: str) -> str:
    """The header that names a file after a question or a name, in letters of any script."""
    name = re.sub(r"[\W_]+", "-", title.lower())[:NAME].strip("-") or "digest"
    plain = re.sub(r"[^a-z0-9]+", "-", name).strip("-") or "digest"
    header = f'attachment; filename="{plain}{suffix}"'
    return header if plain == name else f"{header}; filename*=UTF-8''{quote(name + suffix)}"


STATES = {
    "waiting": "waiting for its turn",
    "reading": "being read",
    "fitting": "finding its topics",
    "failed": "could not be read",
}

HUES = 36
"""Classes of colours in the style sheet."""


def state(entry: Entry) -> str:
    """Where an entry stands, in words; a ready one tells what it holds."""
    held = entry.summary or counted(entry.documents, "document")
    return "being changed" if entry.changing else STATES.get(entry.status, held)


def notes(warnings: Sequence[str]) -> str:
    """What the remarks on the files of a collection are about, in a few words."""
    left_out = all(each.startswith(("skipped ", "left out ")) for each in warnings)
    if left_out:
        return f"{counted(len(warnings), 'file')} left out"
    return f"{counted(len(warnings), 'remark')} on the files"


def hue_class(topic: int) -> str:
    """The class that gives a topic its colour."""
    return f"h{round(hue(topic) / 360 * HUES) % HUES}"


def percent(share: float) -> str:
    """A share as a whole number of percent."""
    return f"{share:.0%}"


def drawn_bar(share: float) -> Markup:
    """A share drawn."""
    return Markup(bar(share))  # noqa: S704 (a number alone is put in)


FILTERS: dict[str, Callable[..., Any]] = {
    "line": line,
    "bar": drawn_bar,
    "hue": hue_class,
    "percent": percent,
    "state": state,
    "notes": notes,
}

NOTHING: dict[str, Any] = {
    "entry": None,
    "view": "",
    "asked_query": "",
    "shown": None,
    "document": None,
    "welcome": None,
    "error": "",
    "named": "",
    "following": (),
    "form": None,
}
"""What a template sees where a page does not say."""


POLICY = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self' data:",
        "connect-src 'self'",
        "form-action 'self'",
        "base-uri 'none'",
        "frame-ancestors 'none'",
    )
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
"""Where an answer does not say otherwise itself; documents are private, so nothing is stored."""


def harden(headers: MutableHeaders) -> None:
    """Add what an answer does not say itself."""
    for name, value in ALWAYS.items():
        headers.setdefault(name, value)


class SecurityHeaders:
    """Adds the headers to all answers."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on."""

        async def hardened(message: Message) -> None:
            if message["type"] == "http.response.start":
                harden(MutableHeaders(scope=message))
            await send(message)

        await self._app(scope, receive, hardened)


TEMPLATES = Path(__file__).parent / "templates"


@cache
def environment() -> Environment:
    """The templates; ``static_url("app.css")`` in one is the address of a static file."""
    made = Environment(
        loader=FileSystemLoader(TEMPLATES, encoding="utf-8"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        auto_reload=False,
    )
    made.globals.update(NOTHING, static_url=static_url)
    made.filters.update(FILTERS)
    return made


def page(template: str, status_code: int = 200, **content: Any) -> HTMLResponse:
    """A template filled in with `content`."""
    html = environment().get_template(template).render(content)
    return HTMLResponse(html.encode("utf-8", "replace"), status_code)


CRASHED = "something went wrong here: the app goes on, and its terminal says more"
LONGEST = 500
"""Most characters of a message."""

SENTENCES = {
    404: "there is no such page",
    405: "this address does not take such a request",
}


async def not_served(request: Request, error: Any) -> Response:
    """The answer where there is no such route, or none that takes the method."""
    assert isinstance(error, HTTPException)  # noqa: S101 (the only kind it is registered for)
    message = SENTENCES.get(error.status_code, error.detail)
    return refusal(request.url.path, error.status_code, message, dict(error.headers or {}))


async def mistaken(request: Request, error: Any) -> Response:
    """The answer to a request that cannot be met."""
    assert isinstance(error, HyperdigestError)  # noqa: S101
    after = error.after if isinstance(error, RefusedError) else 0
    headers = {"Retry-After": str(after)} if after else {}
    return refusal(request.url.path, status_of(error), str(error), headers)


async def crashed(request: Request, error: Exception) -> Response:
    """The answer where the fault is not the request's."""
    response = refusal(request.url.path, 500, CRASHED)
    harden(response.headers)
    return response


async def gone(request: Request, error: Exception) -> Response:
    """The answer that nobody hears, since who asked has left."""
    return Response(status_code=400)


def refusal(
    path: str, status: int, message: str, headers: dict[str, str] | None = None
) -> Response:
    """Why a request to `path` was not met; a message that quotes too much is cut."""
    message = message if len(message) <= LONGEST else f"{message[: LONGEST - 1]}…"
    if path.startswith("/api/"):
        content = {"error": {"status": status, "message": message}}
        return JSONResponse(content, status, headers)
    response = page("error.html", status, message=message, status=status)
    response.headers.update(headers or {})
    return response
