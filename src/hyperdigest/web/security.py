"""Security middleware: host check, CSRF guard, token authentication, limits of request bodies."""

from __future__ import annotations

import asyncio
import hashlib
import hmac
import re
import socket
from collections.abc import Callable
from contextlib import suppress
from ipaddress import ip_address
from urllib.parse import urlencode

from starlette.datastructures import Headers
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from hyperdigest.web.errors import RequestError
from hyperdigest.web.responses import error_response, security_headers
from hyperdigest.web.settings import MB, Limits, Settings, is_loopback
from hyperdigest.web.templates import page

PATIENCE = 3.0
"""Seconds for which the rest of too large a body is read, so that the client gets the response."""

WRONG_HOST = "this app is not called by that name: open it by the address it printed"
READING = ("GET", "HEAD", "OPTIONS")
SAME_SITE = ("same-origin", "none")
CROSS_SITE = "another site asked for this: open the app itself, and ask there"
STATIC = "/static/"
"""The only paths that need no token: they are the same in every installation."""

_AUTHORITY = re.compile(
    r"(?:\[(?P<address>[^\s\[\]@/]*:[^\s\[\]@/]*)\]|(?P<name>[^\s\[\]@/:]*[^\s\[\]@/:.]\.?))"
    r"(?::[0-9]{0,5})?"
)

UNAUTHORISED = "the token is missing or wrong: send it as Authorization: Bearer TOKEN"


def security_middleware(settings: Settings) -> list[Middleware]:
    """The middleware of the app, the outermost first."""
    tokens = [token_auth(settings.token, settings.port)] if settings.token else []
    guards = [host_check(settings), csrf_guard, *tokens]
    return [
        Middleware(security_headers),
        *(Middleware(guarded, guard) for guard in guards),
        Middleware(body_limits, settings.limits),
    ]


Guard = Callable[[Scope, Headers], Response | None]
"""Gives the response that refuses a request, or None to let it pass."""


def guarded(app: ASGIApp, guard: Guard) -> ASGIApp:
    """Middleware that passes requests on, or answers those that a guard refuses."""

    async def with_guard(scope: Scope, receive: Receive, send: Send) -> None:
        refusal = guard(scope, Headers(scope=scope)) if scope["type"] == "http" else None
        await (refusal or app)(scope, receive, send)

    return with_guard


def host_check(settings: Settings) -> Guard:
    """Protects against DNS rebinding: refuses requests whose Host is no name of the app.

    In DNS rebinding a foreign site lets its own name resolve to this machine. Names of the app are
    those of the loopback, the host it listens on, and the names its owner gave; where other
    machines reach it, also the name of this machine and any IP address, which no DNS server
    resolves.
    """

    local_names = () if settings.loopback else (socket.gethostname(), socket.getfqdn())
    names = {_plain(name) for name in (settings.host, *settings.names, *local_names)}

    def is_known(host: str) -> bool:
        if is_loopback(host) or host in names:
            return True
        with suppress(ValueError):
            return not settings.loopback and bool(ip_address(host))
        return False

    def guard(scope: Scope, headers: Headers) -> Response | None:
        hosts = headers.getlist("host")
        known = len(hosts) == 1 and is_known(host_of(hosts[0]))
        return None if known else error_response(scope["path"], 400, WRONG_HOST)

    return guard


def host_of(authority: str) -> str:
    """The host of ``host`` or ``host:port``, an address in brackets without these; empty if it
    is malformed."""
    found = _AUTHORITY.fullmatch(authority.strip(" \t"))
    return _plain(found["address"] or found["name"]) if found else ""


def _plain(name: str) -> str:
    return name.lower().removesuffix(".")


def csrf_guard(scope: Scope, headers: Headers) -> Response | None:
    """Protects against cross-site request forgery (CSRF): refuses requests of other sites.

    A link to a page may be followed from anywhere. A client that is no browser sends neither an
    origin nor cookies, and is let through. A form of a page without a referrer has the origin
    ``null``, so ``Sec-Fetch-Site`` takes precedence over ``Origin``.
    """

    same = _same_site(scope["method"], headers)
    return None if same else error_response(scope["path"], 403, CROSS_SITE)


def _same_site(method: str, headers: Headers) -> bool:
    site = headers.get("sec-fetch-site")
    if site is not None and site not in SAME_SITE:
        followed = headers.get("sec-fetch-mode") == "navigate"
        return (
            method in ("GET", "HEAD") and followed and headers.get("sec-fetch-dest") == "document"
        )
    origin = headers.get("origin")
    if origin is None or site is not None or method in READING:
        return True
    return origin.lower() in {
        f"{scheme}://{headers['host'].lower()}" for scheme in ("http", "https")
    }


def token_auth(token: str, port: int) -> Guard:
    """Token authentication: refuses requests without the token.

    The token is taken from ``Authorization: Bearer``, from a cookie, or from ``?token=`` of a page,
    which is exchanged for the cookie at once, so that it does not stay in the address.
    """

    cookie = f"hyperdigest_{port}"
    admission = hmac.new(token.encode(), b"cookie", hashlib.sha256).hexdigest()

    def guard(scope: Scope, headers: Headers) -> Response | None:
        request, path = Request(scope), scope["path"]
        if path.startswith(STATIC):
            return None
        api, query = path.startswith("/api/"), request.query_params
        to_page = scope["method"] in ("GET", "HEAD") and not api
        if to_page and any(_same(given, token) for given in query.getlist("token")):
            rest = urlencode([pair for pair in query.multi_items() if pair[0] != "token"])
            local = "/" + path.lstrip("/\\")
            redirect = RedirectResponse(f"{local}?{rest}" if rest else local, 303)
            redirect.set_cookie(cookie, admission, httponly=True, samesite="strict", path="/")
            return redirect
        kind, _, credentials = headers.get("authorization", "").partition(" ")
        if kind.lower() == "bearer" and _same(credentials.strip(), token):
            return None
        if _same(request.cookies.get(cookie, ""), admission):
            return None
        response = error_response(path, 401, UNAUTHORISED) if api else page("token.html", 401)
        response.headers["WWW-Authenticate"] = "Bearer"
        return response

    return guard


def _same(one: str, other: str) -> bool:
    return hmac.compare_digest(one.encode("utf-8", "replace"), other.encode("utf-8", "replace"))


def body_limits(app: ASGIApp, limits: Limits) -> ASGIApp:
    """Middleware that limits bodies: it refuses those that are too large or arrive too slowly."""

    async def limited(scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await app(scope, receive, send)
            return
        headers = Headers(scope=scope)
        upload = headers.get("content-type", "").lower().startswith("multipart/form-data")
        most = limits.upload_bytes + MB if upload else limits.body_bytes
        length = headers.get("content-length", "")
        received, whole = 0, False

        async def bounded() -> Message:
            nonlocal received, whole
            if whole:
                return await receive()
            try:
                async with asyncio.timeout(limits.body_seconds):
                    message = await receive()
            except TimeoutError as error:
                raise RequestError(408, "the request came too slowly: send it again") from error
            received += len(message.get("body", b""))
            whole = not message.get("more_body", False)
            if received > most:
                raise RequestError(413, _too_large(most))
            return message

        if length.isdecimal() and int(length) > most:
            if "expect" not in headers:
                with suppress(TimeoutError):
                    async with asyncio.timeout(PATIENCE):
                        while (await receive()).get("more_body", False):
                            pass
            await error_response(scope["path"], 413, _too_large(most))(scope, receive, send)
        else:
            await app(scope, bounded, send)

    return limited


def _too_large(most: int) -> str:
    return f"the request is larger than {most // MB} MB: send less at a time"
