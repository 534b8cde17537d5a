"""Who uses the app must know its token."""

from __future__ import annotations

import hashlib
import hmac
from urllib.parse import parse_qsl, urlencode

from starlette.datastructures import Headers
from starlette.requests import cookie_parser
from starlette.responses import RedirectResponse, Response
from starlette.types import ASGIApp, Receive, Scope, Send

from hyperdigest.web.failures import refusal
from hyperdigest.web.templating import page

OPEN = "/static/"
"""The only addresses that anybody may see: they are the same everywhere."""

UNKNOWN = "the token is missing or wrong: send it as Authorization: Bearer TOKEN"


class Tokens:
    """Refuses requests without the token.

    It is taken from ``Authorization: Bearer``, from a cookie, or from ``?token=`` of a page, which
    is exchanged for the cookie at once, so that it does not stay in the address.
    """

    def __init__(self, app: ASGIApp, token: str, port: int) -> None:
        self._app = app
        self._token = token
        self._cookie = f"hyperdigest_{port}"
        self._pass = hmac.new(token.encode(), b"cookie", hashlib.sha256).hexdigest()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on, lead it on with a cookie, or refuse it."""
        if scope["type"] != "http" or scope["path"].startswith(OPEN):
            await self._app(scope, receive, send)
            return
        pairs = parse_qsl(scope["query_string"].decode("latin-1"), keep_blank_values=True)
        given = [value for name, value in pairs if name == "token"]
        to_page = scope["method"] in ("GET", "HEAD") and not scope["path"].startswith("/api/")
        if to_page and given and _same(given[0], self._token):
            rest = urlencode([pair for pair in pairs if pair[0] != "token"])
            await self._led_on(scope["path"], rest)(scope, receive, send)
        elif self._knows(Headers(scope=scope)):
            await self._app(scope, receive, send)
        else:
            await _refused(scope["path"])(scope, receive, send)

    def _knows(self, headers: Headers) -> bool:
        kind, _, told = headers.get("authorization", "").partition(" ")
        if kind.lower() == "bearer" and _same(told.strip(), self._token):
            return True
        cookies = cookie_parser(headers.get("cookie", ""))
        return _same(cookies.get(self._cookie, ""), self._pass)

    def _led_on(self, path: str, query: str) -> Response:
        local = "/" + path.lstrip("/\\")
        response = RedirectResponse(f"{local}?{query}" if query else local, 303)
        response.set_cookie(self._cookie, self._pass, httponly=True, samesite="strict", path="/")
        return response


def _refused(path: str) -> Response:
    if path.startswith("/api/"):
        return refusal(path, 401, UNKNOWN, {"WWW-Authenticate": "Bearer"})
    response = page("token.html", 401)
    response.headers["WWW-Authenticate"] = "Bearer"
    return response


def _same(one: str, other: str) -> bool:
    return hmac.compare_digest(one.encode("utf-8", "replace"), other.encode("utf-8", "replace"))
